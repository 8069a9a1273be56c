import type { FastifyRequest } from 'fastify'
import { createEvents } from '../http/events.ts'
import { addForms, addPages, createServer, requireBearer, type ServerOptions } from '../http/server.ts'
import { storeOf, storyOf } from '../http/store.ts'
import type { OfficeKeys } from '../age-office/office-keys.ts'
import { randomId } from '../webhook.ts'
import { addAgeApp } from './age-app/age-app-routes.tsx'
import { addApp } from './app/app-routes.tsx'
import { addBank, type Movement } from './bank/bank.tsx'
import { delivery, isUnreachable, type Message, readNumber } from './message.ts'
import { NotFoundPage, PhonePage } from './phone-page.tsx'

const TOPIC = 'messages'
const SHOWN = 50

type PhoneOptions = Pick<ServerOptions, 'assetsDir' | 'log'> & {
  apiUrl: string
  /** For visitors. */
  productUrl: string
  /** The page of the running story. */
  storyUrl: string
  token: string
  /** By idempotency key, oldest first. */
  messages: Map<string, Message>
  bank: { callbackSecret: string; token: string; movements: Map<string, Movement> }
  office: OfficeKeys
  /** The stories that were begun, by the digests of their stores. */
  runs: ReadonlyMap<string, { number: string }>
  clock?: () => Date
}

/** Reports what became of an SMS, at the product's own address, however the product is called from outside. */
async function report(address: string, token: string, isLost: boolean) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const body = JSON.stringify(isLost ? { state: 'undelivered', why: 'off' } : { state: 'delivered' })
  const answer = await fetch(address, { method: 'POST', headers, body })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`status ${answer.status}`)
}

/** The SMS gateway, and the phone with its apps. */
export async function createPhoneServer(options: PhoneOptions) {
  const { apiUrl, productUrl, storyUrl, token, bank, office, runs, assetsDir, log, messages: byKey } = options
  const { clock = () => new Date() } = options
  const events = createEvents()
  /** Numbers of phones without reception. */
  const away = new Set<string>()
  const arrived = () => [...byKey.values()].filter(({ lost }) => !lost)
  const inboxOf = (number: string) => arrived().filter(({ to }) => to === number)
  const newestFirst = () => arrived().toReversed()
  /** The messages without those to other stories than the running one. */
  function inboxesFor(request: FastifyRequest) {
    const own = runs.get(storeOf(storyOf(request) ?? ''))?.number
    const others = new Set(own === undefined ? [] : [...runs.values()].map(({ number }) => number))
    return newestFirst().filter(({ to }) => to === own || !others.has(to))
  }
  const version = () => newestFirst()[0]?.id ?? 'empty'

  const app = await createServer({ name: 'phone', assetsDir, log, camera: true, problemPage: () => <NotFoundPage /> })

  addPages(app, {
    '/': ({ fields: { number: typed }, request }) => {
      const number = readNumber(typed)
      const messages = number ? inboxOf(number).slice(-SHOWN) : []
      const latest = [...Map.groupBy(inboxesFor(request), ({ to }) => to).values()].flatMap(([last]) => last ?? [])
      const isAway = number !== undefined && away.has(number)
      return (
        <PhonePage
          {...{ number, isAway, messages, latest }}
          mistyped={number ? undefined : typed}
          version={version()}
        />
      )
    },
    '/story': () => storyUrl,
    '/events': ({ reply }) => events.open(reply, TOPIC, version()),
    '/api/messages': ({ fields, reply }) => {
      const number = readNumber(fields['to'])
      if (!number) return reply.code(400).send({ error: 'invalid_request' })
      const messages = inboxOf(number).map(({ id, to, text, received_at }) => ({ id, to, text, received_at }))
      return reply.header('cache-control', 'no-store').send({ messages })
    },
  })
  addForms(app, {
    '/reception': ({ fields }) => {
      const number = readNumber(fields['number']) ?? ''
      if (fields['away'] === 'yes') away.add(number)
      else away.delete(number)
      return `/?${new URLSearchParams({ number })}`
    },
  })

  app.post('/api/messages', { onRequest: requireBearer(token) }, async (request, reply) => {
    const sent = delivery.safeParse(request.body)
    if (!sent.success) return reply.code(400).send({ error: 'invalid_request' })
    const { report_url: reportUrl, ...said } = sent.data
    const { to, idempotency_key: key } = said
    if (isUnreachable(to)) return reply.code(422).send({ error: 'unreachable' })
    const lost = away.has(to) || undefined
    const message = byKey.get(key) ?? { id: randomId('sms_'), ...said, received_at: clock().toISOString(), lost }
    if (!byKey.has(key)) {
      byKey.set(key, message)
      if (reportUrl)
        report(apiUrl + new URL(reportUrl).pathname, token, message.lost === true).catch((error: unknown) => {
          log(`phone: an SMS was not reported: ${error instanceof Error ? error.message : 'no answer'}`)
        })
      events.publish(TOPIC, version())
      phoneApp.refresh(to)
    }
    return reply.code(202).send({ id: message.id })
  })

  const phoneApp = addApp(app, { apiUrl, productUrl, inboxOf, clock })
  addAgeApp(app, { apiUrl, productUrl, office, clock })
  addBank(app, { ...bank, apiUrl, clock, log })

  app.addHook('preClose', async () => events.close())
  return app
}
