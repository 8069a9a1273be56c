import { type Avouch, AvouchRefusal, AvouchUnavailable, createAvouch, InvalidWebhook } from '@avouch/provider-sdk'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { textsIn } from '../http/language.ts'
import {
  addForms,
  addPages,
  createServer,
  type Routes,
  sendPage,
  type ServerOptions,
  type Visit,
} from '../http/server.ts'
import { FilmPage } from './film-page.tsx'
import { FILMS, type Film, findFilm, GATED_FILM, pathOf } from './films.ts'
import { HomePage } from './home-page.tsx'
import { keyOf, type Order, Orders, type Seat } from './orders.ts'
import { ProblemPage } from './shell.tsx'
import { createVisitors, isPhone, visitorAddress } from './visitor.ts'

const TIMEOUT_MS = 5_000

/** The button's script asks for the address alone, for the tab that it has opened. */
const isByScript = ({ headers }: FastifyRequest) => headers.accept === 'application/json'

type ProviderOptions = Pick<ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  productUrl: string
  publicUrl: string
  /** liveKey: a test begins no check, and moves no money. */
  credentials: { id: string; liveKey: string; webhookSecret: string }
  beside: { phone: string; desk: string; console: string }
  orders: Map<string, Order>
  clock?: () => Date
}

type Receiver = Pick<ProviderOptions, 'log'> & { avouch: Avouch; orders: Orders }

/** Receives the product's events. */
function addWebhook(app: FastifyInstance, { avouch, orders, log }: Receiver) {
  // Signatures cover the bytes as they were sent, so nothing may parse them before.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  app.post<{ Body: Buffer | undefined }>('/webhooks/avouch', async (request, reply) => {
    try {
      const event = avouch.webhooks.open(request.body ?? Buffer.alloc(0), request.headers)
      if (await orders.receive(event)) return { received: true }
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
}

type FormParts = Pick<ProviderOptions, 'log'> & {
  orders: Orders
  visitors: ReturnType<typeof createVisitors>
  seatOf: (film: Film, asked: Visit) => Seat
}

/** The forms of the films, by path. */
function filmForms({ orders, visitors, seatOf, log }: FormParts): Routes {
  /** Does a form's work at a film, and leads the browser on. The button's script is given the address instead. */
  const atFilm = (work: (seat: Seat, asked: Visit) => Promise<string | void>) => async (asked: Visit) => {
    const film = findFilm(asked.fields['film']) ?? GATED_FILM
    const { request, reply } = asked
    try {
      const url = (await work(seatOf(film, asked), asked)) ?? pathOf(film)
      return isByScript(request) ? await reply.send({ url }) : url
    } catch (error) {
      if (!(error instanceof AvouchUnavailable || error instanceof AvouchRefusal)) throw error
      log(`provider site: ${error.message}`)
      return sendPage(reply, <ProblemPage film={pathOf(film)} status={503} />, 503)
    }
  }
  /** Leads to the question, or to its answer. */
  const ask = atFilm(async (seat, { request }) => {
    const { film } = seat
    const { language, headers } = request
    const beside = isByScript(request)
    if (/yes|paid|returned/.test(orders.phase(seat))) return undefined
    const description =
      film === GATED_FILM ? '' : textsIn(language)(`One ticket: ${film.title.replace('|', '|Eine Karte: ')}`)
    return visitorAddress(await orders.ask(seat, description, beside), language, !beside && isPhone(headers))
  })

  return {
    '/ask': ask,
    '/give-up': atFilm((seat) => orders.giveUp(seat)),
    '/start-over': ({ request, reply }) => {
      const visit = visitors.known(request)
      if (visit) for (const film of FILMS) orders.forget({ visit, film })
      visitors.forget(reply)
      return pathOf(GATED_FILM)
    },
    '/tickets/refund': atFilm((seat, { fields }) => orders.refund(seat, fields['part'] === 'half' ? 'half' : 'rest')),
    '/tickets/forget': atFilm(async (seat) => orders.forget(seat)),
  }
}

/** The cinema's website: asks the product, waits for its signed answer, opens the film to the one who asked. */
export async function createProviderServer(options: ProviderOptions) {
  const { apiUrl, productUrl, publicUrl, credentials, beside, orders: kept, assetsDir, log } = options
  const { clock = () => new Date() } = options
  const { id: providerId, liveKey: apiKey, webhookSecret } = credentials
  const avouch = createAvouch({ url: productUrl, apiUrl, providerId, apiKey, webhookSecret, timeoutMs: TIMEOUT_MS })
  const events = createEvents()
  const onChange = (key: string) => events.publish(key, 'changed')
  const orders = new Orders({ orders: kept, avouch, publicUrl, clock, onChange })
  const visitors = createVisitors('aurora_visit', '/', publicUrl.startsWith('https:'))

  const app = await createServer({
    name: 'aurora',
    assetsDir,
    log,
    formTarget: new URL(productUrl).origin,
    problemPage: (status) => <ProblemPage status={status} />,
  })

  const seatOf = (film: Film, asked: Visit): Seat => ({ visit: visitors.welcome(asked), film })
  async function filmPage(film: Film, asked: Visit) {
    const seat = seatOf(film, asked)
    await orders.settle(seat)
    const view = { phase: orders.phase(seat), version: orders.version(seat), order: orders.find(seat) }
    return <FilmPage film={film} {...view} />
  }

  addPages(app, {
    '/': () => <HomePage />,
    '/phone': () => beside.phone,
    '/desk': () => beside.desk,
    '/console': () => beside.console,
    // Nothing in the address is believed: it can be typed by anybody.
    '/return': async (asked) => {
      await orders.comeBack(seatOf(GATED_FILM, asked))
      return pathOf(GATED_FILM)
    },
    '/tickets/return': async (asked) => {
      const visit = visitors.welcome(asked)
      const film = findFilm(orders.latest(visit))
      if (film) await orders.comeBack({ visit, film })
      return film ? pathOf(film) : '/'
    },
    '/events': ({ fields, request, reply }) => {
      const [visit, film] = [visitors.known(request), findFilm(fields['film'])]
      if (!visit || !film) return reply.code(204).send()
      events.open(reply, keyOf({ visit, film }), orders.version({ visit, film }))
    },
    ...Object.fromEntries(FILMS.map((film) => [pathOf(film), async (asked: Visit) => filmPage(film, asked)])),
  })
  addForms(app, filmForms({ orders, visitors, seatOf, log }))

  await app.register(async (part) => addWebhook(part, { avouch, orders, log }))
  app.addHook('preClose', async () => events.close())
  return app
}
