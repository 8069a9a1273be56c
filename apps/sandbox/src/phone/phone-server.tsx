import { addBank } from '../bank/bank-routes.tsx'
import { createBank, type Movement } from '../bank/bank.ts'
import { createEvents } from '../http/events.ts'
import { addPages, createServer, requireBearer, sendPage, type ServerOptions } from '../http/server.ts'
import type { Hit } from '../tracker/hits.ts'
import { addTracker } from '../tracker/tracker-routes.tsx'
import type { OfficeKeys } from '../age-office/office-keys.ts'
import { addAgeApp } from './age-app/age-app-routes.tsx'
import { addApp } from './app/app-routes.tsx'
import { createInbox } from './inbox.ts'
import { delivery, isUnreachable, type Message, readNumber } from './message.ts'
import { NotFoundPage, PhonePage } from './phone-page.tsx'

const TOPIC = 'messages'
/** As many as people scroll through. */
const SHOWN = 50

type PhoneOptions = Pick<ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  /** Where visitors find the product; its links are what the app scans. */
  productUrl: string
  token: string
  messages: Map<string, Message>
  bank: { callbackSecret: string; token: string; movements: Map<string, Movement> }
  hits: Map<string, Hit>
  /** Of the office that issues proofs of age, and of the list that names it. */
  office: OfficeKeys
  clock?: () => Date
}

/** The telephone network and every phone in it: a gateway for the product, an inbox and the product's app for people. */
export async function createPhoneServer(options: PhoneOptions) {
  const { apiUrl, productUrl, token, bank, hits, office, assetsDir, log } = options
  const { clock = () => new Date() } = options
  const events = createEvents()
  let refreshApp: (message: Message) => void = () => undefined
  const inbox = createInbox({
    byKey: options.messages,
    clock,
    onMessage: (message) => {
      events.publish(TOPIC, inbox.version())
      refreshApp(message)
    },
  })

  const app = await createServer({
    name: 'phone',
    assetsDir,
    log,
    camera: true,
    problemPage: () => <NotFoundPage />,
  })

  addPages(app, {
    '/': async ({ number: typed }, _request, reply) => {
      const number = readNumber(typed)
      const messages = number ? inbox.of(number).slice(-SHOWN) : []
      const shown = { number, messages, latest: inbox.latest(), version: inbox.version() }
      return sendPage(reply, <PhonePage {...shown} mistyped={number ? undefined : typed} />)
    },
    '/events': async (_fields, _request, reply) => events.open(reply, TOPIC, inbox.version()),
    '/api/messages': async (fields, _request, reply) => {
      const number = readNumber(fields['to'])
      if (!number) return reply.code(400).send({ error: 'invalid_request' })
      const messages = inbox.of(number).map(({ id, to, text, received_at }) => ({ id, to, text, received_at }))
      return reply.header('cache-control', 'no-store').send({ messages })
    },
  })
  app.post('/api/messages', { onRequest: requireBearer(token) }, async (request, reply) => {
    const sent = delivery.safeParse(request.body)
    if (!sent.success) return reply.code(400).send({ error: 'invalid_request' })
    if (isUnreachable(sent.data.to)) return reply.code(422).send({ error: 'unreachable' })
    return reply.code(202).send({ id: inbox.deliver(sent.data).id })
  })

  refreshApp = addApp(app, { apiUrl, productUrl, inbox, clock }).refresh
  addAgeApp(app, { apiUrl, productUrl, office, clock })
  const { callbackSecret: secret, movements } = bank
  addBank(app, { bank: createBank({ apiUrl, secret, movements, clock, log }), token: bank.token })
  addTracker(app, { hits, clock })

  app.addHook('preClose', async () => events.close())
  return app
}
