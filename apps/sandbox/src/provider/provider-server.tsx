import { AvouchRefusal, AvouchUnavailable, createAvouch, InvalidWebhook } from '@avouch/provider-sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { textsIn } from '../http/language.ts'
import { addForms, addPages, createServer, sendPage, type ServerOptions } from '../http/server.ts'
import { type Booking, createAgeCheck } from './age-check.ts'
import { createBoxOffice, type Ticket, ticketKey } from './box-office.ts'
import { FilmPage, GatedFilmPage } from './film-page.tsx'
import { type Film, findFilm, GATED_FILM, needsProof, pathOf } from './films.ts'
import { HomePage } from './home-page.tsx'
import { ProblemPage } from './shell.tsx'
import { addShop } from '../shop/add-shop.tsx'
import { isPhone, newVisitor, visitOf, visitorAddress } from './visitor.ts'

const VISIT_COOKIE = 'aurora_visit'
const VISIT_S = 12 * 60 * 60
const PRODUCT_TIMEOUT_MS = 5_000
const GATED_PATH = pathOf(GATED_FILM)

type ProviderOptions = Pick<ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  productUrl: string
  publicUrl: string
  /** liveKey: a test begins no check, and moves no money. */
  credentials: { id: string; liveKey: string; webhookSecret: string }
  /** The wine shop's registration with the product. */
  shop: { clientId: string; clientSecret: string }
  /** The other parts of the sandbox that a visitor needs. */
  beside: { phone: string; desk: string; console: string }
  bookings: Map<string, Booking>
  tickets: Map<string, Ticket>
  clock?: () => Date
}

/** The cinema's website: asks the product, waits for its signed answer, opens the film to the one who asked. */
export async function createProviderServer(options: ProviderOptions) {
  const { apiUrl, productUrl, publicUrl, credentials, beside, bookings, tickets, assetsDir, log } = options
  const { clock = () => new Date() } = options
  const events = createEvents()
  const { id: providerId, liveKey: apiKey, webhookSecret } = credentials
  const timeoutMs = PRODUCT_TIMEOUT_MS
  const avouch = createAvouch({ url: productUrl, apiUrl, providerId, apiKey, webhookSecret, timeoutMs })
  const ageCheck = createAgeCheck({
    bookings,
    avouch,
    redirectUri: `${publicUrl}/return`,
    clock,
    onChange: (visit) => events.publish(visit, ageCheck.phase(visit)),
  })
  const boxOffice = createBoxOffice({
    tickets,
    avouch,
    redirectUri: `${publicUrl}/tickets/return`,
    clock,
    onChange: ({ visit, film }) => events.publish(ticketKey({ visit, film }), boxOffice.version(visit, film)),
  })

  const app = await createServer({
    name: 'aurora',
    assetsDir,
    log,
    formTargets: [new URL(productUrl).origin],
    problemPage: (status) => <ProblemPage status={status} />,
  })

  /** The visit behind the cookie; a new one when there is none. */
  function visitFor(request: FastifyRequest, reply: FastifyReply): string {
    const known = visitOf(request.cookies[VISIT_COOKIE])
    if (known) return known
    const visitor = newVisitor()
    const secure = publicUrl.startsWith('https:')
    reply.setCookie(VISIT_COOKIE, visitor, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: VISIT_S })
    return visitOf(visitor) ?? visitor
  }

  /**
   * Goes where the work says, or tells it the button's script. What the product does not do now, or does not do at all, changes
   * nothing.
   */
  async function attempt(reply: FastifyReply, film: Film, work: () => Promise<string>) {
    try {
      const url = await work()
      return reply.request.headers.accept === 'application/json' ? await reply.send({ url }) : reply.redirect(url, 303)
    } catch (error) {
      if (!(error instanceof AvouchUnavailable || error instanceof AvouchRefusal)) throw error
      log(`provider site: ${error.message}`)
      return sendPage(reply, <ProblemPage film={pathOf(film)} status={503} />, 503)
    }
  }

  addPages(app, {
    '/': async (_fields, _request, reply) => sendPage(reply, <HomePage />),
    '/phone': async (_fields, _request, reply) => reply.redirect(beside.phone, 303),
    '/desk': async (_fields, _request, reply) => reply.redirect(beside.desk, 303),
    '/console': async (_fields, _request, reply) => reply.redirect(beside.console, 303),
    // The address says nothing about the outcome: a returning visitor sees what the own visit is worth.
    '/return': async (_fields, _request, reply) => reply.redirect(GATED_PATH, 303),
    '/tickets/return': async (_fields, request, reply) => {
      const film = findFilm(boxOffice.latest(visitFor(request, reply)))
      return reply.redirect(film ? pathOf(film) : '/', 303)
    },
    '/events': async (fields, request, reply) => {
      const visit = visitOf(request.cookies[VISIT_COOKIE])
      if (!visit) return reply.code(204).send()
      const film = findFilm(fields['film'])
      if (film) events.open(reply, ticketKey({ visit, film: film.slug }), boxOffice.version(visit, film.slug))
      else events.open(reply, visit, ageCheck.phase(visit))
    },
  })

  app.get<{ Params: { slug: string } }>('/films/:slug', async (request, reply) => {
    const film = findFilm(request.params.slug)
    if (!film) return reply.callNotFound()
    const visit = visitFor(request, reply)
    const page = { film, phone: isPhone(request.headers) }
    if (needsProof(film)) {
      await ageCheck.settle(visit)
      const view = { phase: ageCheck.phase(visit), booking: ageCheck.booking(visit) }
      return sendPage(reply, <GatedFilmPage {...page} {...view} />)
    }
    const { slug } = film
    await boxOffice.settle(visit, slug)
    const view = { phase: boxOffice.phase(visit, slug), version: boxOffice.version(visit, slug) }
    return sendPage(reply, <FilmPage {...page} {...view} ticket={boxOffice.ticket(visit, slug)} />)
  })

  /** A form about the ticket for a film. */
  type TicketWork = (visit: string, film: Film, request: FastifyRequest, part: string | undefined) => Promise<string>
  const ticketForm =
    (work: TicketWork) =>
    async (fields: { film?: string; part?: string }, request: FastifyRequest, reply: FastifyReply) => {
      const film = findFilm(fields.film)
      if (!film) return reply.callNotFound()
      const visit = visitFor(request, reply)
      return attempt(reply, film, () => work(visit, film, request, fields.part))
    }

  addForms(app, {
    '/confirm': async (_fields, request, reply) => {
      const visit = visitFor(request, reply)
      return attempt(reply, GATED_FILM, async () =>
        ageCheck.phase(visit) === 'yes'
          ? GATED_PATH
          : visitorAddress(await ageCheck.start(visit), isPhone(request.headers)),
      )
    },
    '/give-up': async (_fields, request, reply) =>
      attempt(reply, GATED_FILM, async () => {
        await ageCheck.giveUp(visitFor(request, reply))
        return GATED_PATH
      }),
    '/start-over': async (_fields, request, reply) => {
      const visit = visitOf(request.cookies[VISIT_COOKIE])
      if (visit) {
        ageCheck.forget(visit)
        boxOffice.forget(visit)
      }
      return reply.clearCookie(VISIT_COOKIE, { path: '/' }).redirect(GATED_PATH, 303)
    },
    '/tickets': ticketForm(async (visit, film, { language, headers }) => {
      const phase = boxOffice.phase(visit, film.slug)
      if (phase === 'paid' || phase === 'returned') return pathOf(film)
      const t = textsIn(language)
      const description = `${t`One ticket|Eine Karte`}: ${t(film.title)}`
      return visitorAddress(await boxOffice.sell(visit, film.slug, description), isPhone(headers))
    }),
    '/tickets/refund': ticketForm(async (visit, film, _request, part) => {
      await boxOffice.refund(visit, film.slug, part === 'half' ? 'half' : 'rest')
      return pathOf(film)
    }),
    '/tickets/give-up': ticketForm(async (visit, film) => {
      await boxOffice.giveUp(visit, film.slug)
      return pathOf(film)
    }),
    '/tickets/forget': ticketForm(async (visit, film) => {
      boxOffice.forget(visit, film.slug)
      return pathOf(film)
    }),
  })

  await app.register(async (hooks) => {
    // Signatures cover the bytes as they were sent, so nothing may parse them before.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    hooks.post<{ Body: Buffer | undefined }>('/webhooks/avouch', async (request, reply) => {
      try {
        const event = avouch.webhooks.open(request.body ?? Buffer.alloc(0), request.headers)
        if (await (event.data.payment === null ? ageCheck : boxOffice).receive(event)) return { received: true }
        log('provider site: an event carried a verdict or a receipt that is not signed for us')
        return reply.code(422).send({ error: 'invalid_verdict' })
      } catch (error) {
        if (error instanceof InvalidWebhook) return reply.code(401).send({ error: 'invalid_signature' })
        if (!(error instanceof AvouchUnavailable)) throw error
        log(`provider site: ${error.message}`)
        // The product sends the event again later; until then nothing was processed.
        return reply.code(503).send({ error: 'service_unavailable' })
      }
    })
  })

  addShop(app, { productUrl, apiUrl, publicUrl, credentials: options.shop, log })
  app.addHook('preClose', async () => events.close())
  return app
}
