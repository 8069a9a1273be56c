import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type BankRecord, createBank } from '../bank/bank.ts'
import { addBank } from '../bank/bank-routes.tsx'
import { createEvents } from '../http/events.ts'
import { chooseLanguage, isLanguage } from '../http/language.ts'
import { createServer, rememberLanguage, sendPage, type ServerOptions } from '../http/server.ts'
import type { Journal } from '../journal.ts'
import { createHits, type Hit } from '../tracker/hits.ts'
import { addTracker } from '../tracker/tracker-routes.tsx'
import { createInbox } from './inbox.ts'
import { addApp } from './app/app-routes.tsx'
import { delivery, isUnreachable, type Message, readNumber } from './message.ts'
import { Frame, PhonePage } from './phone-page.tsx'
import { phrases } from './phrases.ts'

const LANGUAGE_COOKIE = 'phone_lang'
const TOPIC = 'messages'
/** As many as anybody scrolls through. */
const SHOWN = 50

type PhoneOptions = Pick<ServerOptions, 'assets' | 'log'> & {
  apiUrl: string
  /** Where visitors find the product; its links are what the app scans. */
  productUrl: string
  token: string
  journal: Journal<Message>
  bank: { callbackSecret: string; token: string; journal: Journal<BankRecord> }
  trackerJournal: Journal<Hit>
  clock?: () => Date
}

type Query = { Querystring: { number?: string; to?: string; lang?: string } }

const digest = (value: string) => createHash('sha256').update(value).digest()

/** The telephone network and every phone in it: a gateway for the product, an inbox and the product's app for people. */
export async function createPhoneServer(options: PhoneOptions) {
  const { apiUrl, productUrl, token, journal, assets, log, clock = () => new Date() } = options
  const events = createEvents()
  let tellApp: (message: Message) => void = () => undefined
  const inbox = createInbox({
    journal,
    clock,
    onMessage: (message) => {
      events.publish(TOPIC, inbox.version())
      tellApp(message)
    },
  })
  const expected = digest(`Bearer ${token}`)
  const isGatewayClient = (request: FastifyRequest) =>
    timingSafeEqual(digest(request.headers.authorization ?? ''), expected)

  const languageOf = (request: FastifyRequest) => {
    const { lang } = request.query as Query['Querystring']
    return chooseLanguage({
      query: lang,
      cookie: request.cookies[LANGUAGE_COOKIE],
      header: request.headers['accept-language'],
    })
  }

  /** The same, kept when it was just chosen. */
  const chosenLanguage = (request: FastifyRequest, reply: FastifyReply) => {
    const { lang } = request.query as Query['Querystring']
    if (isLanguage(lang)) rememberLanguage(reply, LANGUAGE_COOKIE, lang)
    return languageOf(request)
  }

  const app = await createServer({
    assets,
    log,
    camera: true,
    problemPage: (_status, request) => {
      const language = languageOf(request)
      const t = phrases[language]
      return (
        <Frame language={language} title={t.problem}>
          <section className="numbers">
            <h1>{t.problem}</h1>
            <p className="lost">
              <a href="/">{t.back}</a>
            </p>
          </section>
        </Frame>
      )
    },
  })

  app.get<Query>('/', async (request, reply) => {
    const language = chosenLanguage(request, reply)
    const typed = request.query.number
    const number = readNumber(typed)
    return sendPage(
      reply,
      <PhonePage
        language={language}
        number={number}
        mistyped={number ? undefined : typed}
        latest={inbox.latest()}
        messages={number ? inbox.of(number).slice(-SHOWN) : []}
        version={inbox.version()}
      />,
    )
  })

  app.get('/events', async (_request, reply) => events.open(reply, TOPIC, inbox.version()))

  app.get<Query>('/api/messages', async (request, reply) => {
    const number = readNumber(request.query.to)
    if (!number) return reply.code(400).send({ error: 'invalid_request' })
    const messages = inbox.of(number).map(({ id, to, text, received_at }) => ({ id, to, text, received_at }))
    return reply.header('cache-control', 'no-store').send({ messages })
  })

  app.post(
    '/api/messages',
    {
      preHandler: async (request, reply) => {
        if (!isGatewayClient(request))
          return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'unauthorized' })
      },
    },
    async (request, reply) => {
      const sent = delivery.safeParse(request.body)
      if (!sent.success) return reply.code(400).send({ error: 'invalid_request' })
      if (isUnreachable(sent.data.to)) return reply.code(422).send({ error: 'unreachable' })
      return reply.code(202).send({ id: inbox.deliver(sent.data).id })
    },
  )

  tellApp = addApp(app, { apiUrl, productUrl, inbox, clock, languageOf: chosenLanguage }).heard

  const bank = createBank({ apiUrl, secret: options.bank.callbackSecret, journal: options.bank.journal, clock, log })
  addBank(app, { bank, token: options.bank.token, languageOf: chosenLanguage })

  const hits = createHits({ journal: options.trackerJournal, clock })
  addTracker(app, { hits, assets, languageOf: chosenLanguage })

  app.addHook('preClose', async () => events.close())
  app.addHook('onClose', async () => {
    journal.close()
    options.bank.journal.close()
    options.trackerJournal.close()
  })
  return app
}
