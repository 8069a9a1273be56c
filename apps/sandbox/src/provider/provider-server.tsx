import type { Language } from '@avouch/contract'
import { AvouchRefusal, AvouchUnavailable, createAvouch, InvalidWebhook } from '@avouch/provider-sdk'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { chooseLanguage, isLanguage } from '../http/language.ts'
import { requireOwnPost } from '../http/same-site.ts'
import { createServer, rememberLanguage, sendPage, type ServerOptions } from '../http/server.ts'
import type { Journal } from '../journal.ts'
import { createAgeCheck } from './age-check.ts'
import { isPhone, visitorAddress } from './booking.ts'
import { createBoxOffice } from './box-office.ts'
import { FilmPage, GatedFilmPage } from './film-page.tsx'
import { findFilm, GATED_FILM, needsProof } from './films.ts'
import { HomePage } from './home-page.tsx'
import { ProblemPage } from './shell.tsx'
import { addTicketRoutes } from './ticket-routes.tsx'
import { createTickets, type TicketRecord } from './tickets.ts'
import { createVisits, newVisitor, type VisitRecord, visitOf } from './visits.ts'

const VISIT_COOKIE = 'aurora_visit'
const LANGUAGE_COOKIE = 'aurora_lang'
const VISIT_S = 12 * 60 * 60
const PRODUCT_TIMEOUT_MS = 5_000
const GATED_PATH = `/films/${GATED_FILM.slug}`

type ProviderOptions = Pick<ServerOptions, 'assets' | 'log'> & {
  apiUrl: string
  productUrl: string
  publicUrl: string
  /** liveKey: what payments are asked for with, because a test moves no money. */
  credentials: { id: string; apiKey: string; liveKey: string; webhookSecret: string }
  journal: Journal<VisitRecord>
  ticketJournal: Journal<TicketRecord>
  clock?: () => Date
}

type Query = { Querystring: { lang?: string } }

/** The cinema's website: asks the product, waits for its signed answer, opens the film to the one who asked. */
export async function createProviderServer(options: ProviderOptions) {
  const { apiUrl, productUrl, publicUrl, credentials, journal, ticketJournal, assets, log } = options
  const { clock = () => new Date() } = options
  const events = createEvents()
  const { apiKey, liveKey, webhookSecret } = credentials
  const product = { url: productUrl, apiUrl, providerId: credentials.id, webhookSecret, timeoutMs: PRODUCT_TIMEOUT_MS }
  const avouch = createAvouch({ ...product, apiKey })
  const ageCheck = createAgeCheck({
    visits: createVisits(journal),
    avouch,
    redirectUri: `${publicUrl}/return`,
    clock,
    onChange: (visit) => events.publish(visit, ageCheck.phase(visit)),
  })

  const boxOffice = createBoxOffice({
    tickets: createTickets(ticketJournal),
    avouch: createAvouch({ ...product, apiKey: liveKey }),
    redirectUri: `${publicUrl}/tickets/return`,
    clock,
    onChange: ({ visit, film }) => events.publish(`${visit} ${film}`, boxOffice.version(visit, film)),
  })

  const languageOf = (request: FastifyRequest): Language => {
    const { lang } = request.query as Query['Querystring']
    return chooseLanguage({
      query: lang,
      cookie: request.cookies[LANGUAGE_COOKIE],
      header: request.headers['accept-language'],
    })
  }
  const viewOf = (request: FastifyRequest) => ({
    language: languageOf(request),
    path: request.url.split('?', 1)[0] ?? '/',
  })

  const app = await createServer({
    assets,
    log,
    formTargets: [new URL(productUrl).origin],
    problemPage: (status, request) => <ProblemPage {...viewOf(request)} status={status} />,
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

  app.addHook<Query>('preHandler', async (request, reply) => {
    if (isLanguage(request.query.lang)) rememberLanguage(reply, LANGUAGE_COOKIE, request.query.lang)
  })

  app.get('/', async (request, reply) => sendPage(reply, <HomePage {...viewOf(request)} />))

  app.get<{ Params: { slug: string } }>('/films/:slug', async (request, reply) => {
    const film = findFilm(request.params.slug)
    if (!film) return reply.callNotFound()
    const visit = visitFor(request, reply)
    const page = { ...viewOf(request), film, phone: isPhone(request.headers) }
    if (needsProof(film)) {
      await ageCheck.settle(visit)
      return sendPage(
        reply,
        <GatedFilmPage {...page} phase={ageCheck.phase(visit)} booking={ageCheck.booking(visit)} />,
      )
    }
    await boxOffice.settle(visit, film.slug)
    return sendPage(
      reply,
      <FilmPage
        {...page}
        phase={boxOffice.phase(visit, film.slug)}
        version={boxOffice.version(visit, film.slug)}
        ticket={boxOffice.ticket(visit, film.slug)}
      />,
    )
  })

  app.post('/confirm', { preHandler: requireOwnPost }, async (request, reply) => {
    const visit = visitFor(request, reply)
    if (ageCheck.phase(visit) === 'yes') return reply.redirect(GATED_PATH, 303)
    try {
      return reply.redirect(visitorAddress(await ageCheck.start(visit), isPhone(request.headers)), 303)
    } catch (error) {
      if (!(error instanceof AvouchUnavailable || error instanceof AvouchRefusal)) throw error
      log(`provider site: ${error.message}`)
      return sendPage(reply, <ProblemPage {...viewOf(request)} path={GATED_PATH} status={503} retry />, 503)
    }
  })

  // The address says nothing about the outcome: whoever comes back sees what their own visit is worth.
  app.get('/return', async (_request, reply) => reply.redirect(GATED_PATH, 303))

  app.post('/start-over', { preHandler: requireOwnPost }, async (request, reply) => {
    const visit = visitOf(request.cookies[VISIT_COOKIE])
    if (visit) {
      ageCheck.forget(visit)
      boxOffice.forget(visit)
    }
    return reply.clearCookie(VISIT_COOKIE, { path: '/' }).redirect(GATED_PATH, 303)
  })

  addTicketRoutes(app, { boxOffice, visitFor, languageOf, log })

  app.get<{ Querystring: { film?: string } }>('/events', async (request, reply) => {
    const visit = visitOf(request.cookies[VISIT_COOKIE])
    if (!visit) return reply.code(204).send()
    const film = findFilm(request.query.film ?? '')
    if (film) events.open(reply, `${visit} ${film.slug}`, boxOffice.version(visit, film.slug))
    else events.open(reply, visit, ageCheck.phase(visit))
  })

  await app.register(async (hooks) => {
    // Signatures cover the bytes as they were sent, so nothing may parse them before.
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    hooks.post<{ Body: Buffer | undefined }>('/webhooks/avouch', async (request, reply) => {
      try {
        const event = avouch.webhooks.open(request.body ?? Buffer.alloc(0), request.headers)
        const outcome = await (event.data.payment === null ? ageCheck : boxOffice).receive(event)
        if (outcome !== 'refused') return { received: true }
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

  app.addHook('preClose', async () => events.close())
  app.addHook('onClose', async () => {
    journal.close()
    ticketJournal.close()
  })
  return app
}
