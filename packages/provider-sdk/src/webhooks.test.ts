import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { InvalidWebhook } from './errors.ts'
import type { WebhookBody, WebhookHeaders } from './request-parts.ts'
import { createWebhooks } from './webhooks.ts'

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`
const [OURS, NEXT, ANOTHERS] = [secretOf('a'), secretOf('b'), secretOf('c')]
const EVENT = {
  id: 'evt_1',
  type: 'intent.confirmed',
  timestamp: '2026-01-01T00:00:00.000Z',
  sequence: 7,
  data: { intent_id: 'int_1', reference: null, live: true, result: 'yes', verdict: 'a.b.c' },
}

type Sent = { secret?: string; at?: Date; event?: unknown; id?: string }

function message({ secret = OURS, at = new Date(), event = EVENT, id = 'evt_1' }: Sent = {}) {
  const body = JSON.stringify(event)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return { body, headers }
}
const open = ({ body, headers }: { body: string; headers: Record<string, string> }, secrets = [OURS]) =>
  createWebhooks(secrets).open(body, headers)

test('A webhook of the product is opened as text or bytes, with plain headers or those of fetch [PROV-05]', () => {
  const { body, headers } = message()
  expect(open({ body, headers })).toEqual(EVENT)
  expect(createWebhooks([OURS]).open(Buffer.from(body), new Headers(headers))).toEqual(EVENT)
})

test('A webhook is opened with either secret during a rotation [PROV-05]', () => {
  expect(open(message({ secret: NEXT }), [NEXT, OURS])).toEqual(EVENT)
  expect(open(message({ secret: OURS }), [NEXT, OURS])).toEqual(EVENT)
})

const { body: raw, headers: sent } = message()
const upper = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toUpperCase(), value]))
const lists = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]))
const twice = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, `${value}, ${value}`]))
test.each<[string, WebhookHeaders]>([
  ['of fetch', new Headers(sent)],
  ['in upper case, as HTTP/1.1 may bring them', upper],
  ['in lists, as of multiValueHeaders or headersDistinct', lists],
  ['in a map', new Map(Object.entries(sent))],
  ['in pairs', Object.entries(upper)],
  ['that are there twice, with one value', twice],
])('A webhook is opened with headers %s [PROV-32]', (_what, headers) => {
  expect(createWebhooks([OURS]).open(raw, headers)).toEqual(EVENT)
})

const bytes = new TextEncoder().encode(raw)
test.each<[string, WebhookBody]>([
  ['a Buffer', Buffer.from(raw)],
  ['bytes', bytes],
  ['an ArrayBuffer', bytes.buffer],
  ['a part of a longer one', new Uint8Array([0, ...bytes, 0]).subarray(1, -1)],
])('A webhook is opened with a body that is %s [PROV-32]', (_what, body) => {
  expect(createWebhooks([OURS]).open(body, sent)).toEqual(EVENT)
})

test.each<[string, WebhookHeaders, string]>([
  ['no headers', undefined, 'the headers of the request are needed'],
  ['a text', 'webhook-id: 1' as never, 'the headers of the request are needed'],
  ['other headers', {}, 'the header webhook-id is missing'],
  ['two ids', { ...sent, 'Webhook-Id': 'evt_2' }, 'the header webhook-id is there twice'],
  ['two ids in a list', { ...sent, 'webhook-id': ['evt_1', 'evt_2'] }, 'the header webhook-id is there twice'],
])('The error for a webhook with bad headers says what is wrong: %s [PROV-32 X-10]', (_what, headers, words) => {
  const opened = () => createWebhooks([OURS]).open(raw, headers)
  expect(opened).toThrow(InvalidWebhook)
  expect(opened).toThrow(words)
})

test.each<[string, unknown, string]>([
  ['nothing', undefined, 'nothing'],
  ['an empty text', '', 'nothing'],
  ['parsed JSON', EVENT, 'an object'],
  ['a promise', Promise.resolve(raw), 'a promise'],
  ['a stream of the web', new Response(raw).body, 'a stream'],
  ['base64, as of Lambda', Buffer.from(raw).toString('base64'), 'base64'],
])('A webhook whose body is %s is refused with a hint how to get the raw one [PROV-32]', (_what, body, kind) => {
  const opened = () => createWebhooks([OURS]).open(body as WebhookBody, sent)
  expect(opened).toThrow(InvalidWebhook)
  expect(opened).toThrow(`the raw body is needed, and this is ${kind}`)
  expect(opened).toThrow(/express\.raw|request\.text/)
})

const MINUTES_6 = 6 * 60_000
test.each([
  ['with a foreign signature', message({ secret: ANOTHERS })],
  ['from six minutes ago', message({ at: new Date(Date.now() - MINUTES_6) })],
  ['from six minutes ahead', message({ at: new Date(Date.now() + MINUTES_6) })],
  ['that was changed', { ...message(), body: JSON.stringify({ ...EVENT, sequence: 8 }) }],
  ['without a signature', { ...message(), headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1' } }],
  ['whose id is another event’s', message({ id: 'evt_2' })],
  ['that is no event', message({ event: [] })],
])('A webhook %s is refused [X-10]', (_what, given) => {
  expect(() => open(given)).toThrow(InvalidWebhook)
})

test('A webhook is refused when no secret is set [X-10]', () => {
  expect(() => open(message(), [])).toThrow(InvalidWebhook)
})
