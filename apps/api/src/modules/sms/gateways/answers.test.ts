import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Gateways } from '../fail-over.ts'
import type { SmsOutcome } from './adapter.ts'
import type { SmsGatewayName } from './index.ts'

const ALIVE = new AbortController().signal
const TEXT = '123456 ist dein Avouch-Code. Gib ihn niemandem weiter.\n\n@www.example #123456'
const MESSAGE = { to: '+4915112345678', text: TEXT, idempotencyKey: 'sms_1:1', lifeSeconds: 300 }

type Asked = { path: string; headers: IncomingMessage['headers']; body: string }
/** Without an answer the provider is silent. */
let answer: { status: number; body: unknown; headers?: Record<string, string> } | undefined
let asked: Asked[] = []
const reasons: string[] = []

async function play(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  asked.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() })
  if (answer === undefined) return
  response.writeHead(answer.status, { 'content-type': 'application/json', location: '/elsewhere', ...answer.headers })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
}
const provider = createServer((request, response) => void play(request, response))
beforeAll(() => new Promise<void>((resolve) => void provider.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  asked = []
})

function gatewayAt(port: number, gateway: SmsGatewayName, timeoutMs = 10_000) {
  const access = { url: `http://127.0.0.1:${port}`, account: 'AC0account', token: 'the-secret-token', sender: 'Avouch' }
  const warn = (_event: string, { reason }: { reason?: string } = {}) => void (reason && reasons.push(reason))
  return new Gateways([{ gateway, ...access, timeoutMs }], { clock: () => new Date(), warn })
}
const portOf = (server: Server) => (server.address() as AddressInfo).port

/** The provider gives the answer; what it was asked and what became of the message. */
async function sent(gateway: SmsGatewayName, status: number, body: unknown, message = MESSAGE) {
  answer = { status, body }
  const { outcome } = await gatewayAt(portOf(provider), gateway).send(1, message, ALIVE)
  return { outcome, request: asked[0] }
}
const form = (request: Asked | undefined) => Object.fromEntries(new URLSearchParams(request?.body))

test('A generic gateway is sent JSON with our token, and a key by which it delivers once', async () => {
  const { request } = await sent('generic', 202, {})
  expect(request?.headers.authorization).toBe('Bearer the-secret-token')
  expect(JSON.parse(request?.body ?? '')).toEqual({
    to: MESSAGE.to,
    text: TEXT,
    idempotency_key: MESSAGE.idempotencyKey,
  })
})

test('Twilio is sent a form, with account and token', async () => {
  const { request } = await sent('twilio', 201, { sid: 'SM1', status: 'queued', error_code: null })
  expect(request?.path).toBe('/2010-04-01/Accounts/AC0account/Messages.json')
  expect(request?.headers.authorization).toBe(`Basic ${btoa('AC0account:the-secret-token')}`)
  expect(form(request)).toEqual({ To: MESSAGE.to, From: 'Avouch', Body: TEXT, ValidityPeriod: '300' })
})

test('Vonage is sent a form with the key in it, and the number without its plus', async () => {
  const { request } = await sent('vonage', 200, { messages: [{ status: '0' }] })
  expect(request?.path).toBe('/sms/json')
  expect(form(request)).toMatchObject({ api_key: 'AC0account', to: '4915112345678', type: 'text', text: TEXT })
})

test('Infobip is sent JSON with an App key', async () => {
  const { request } = await sent('infobip', 200, { messages: [{ status: { groupId: 1, id: 26 } }] })
  expect(request?.path).toBe('/sms/3/messages')
  expect(request?.headers.authorization).toBe('App the-secret-token')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({
    messages: [
      {
        sender: 'Avouch',
        destinations: [{ to: '4915112345678', messageId: MESSAGE.idempotencyKey }],
        content: { text: TEXT },
      },
    ],
  })
})

test('The gateway seven is sent JSON with a key in the header', async () => {
  const { request } = await sent('seven', 200, { success: '100', messages: [{ success: true }] })
  expect(request?.path).toBe('/api/sms')
  expect(request?.headers['x-api-key']).toBe('the-secret-token')
  expect(JSON.parse(request?.body ?? '')).toMatchObject({ to: MESSAGE.to, from: 'Avouch', foreign_id: 'sms_1-1' })
})

test.each<[SmsGatewayName, number, unknown, SmsOutcome]>([
  ['generic', 200, {}, 'accepted'],
  ['generic', 400, {}, 'refused'],
  ['generic', 401, {}, 'account'],
  ['generic', 402, {}, 'account'],
  ['generic', 403, {}, 'account'],
  ['generic', 429, {}, 'not_taken'],
  ['generic', 500, {}, 'unknown'],
  ['twilio', 201, { status: 'queued', error_code: null }, 'accepted'],
  ['twilio', 201, { status: 'queued' }, 'accepted'],
  ['twilio', 201, { status: 'queued', error_code: '' }, 'accepted'],
  ['twilio', 201, { status: 'failed', error_code: 30_006 }, 'refused'],
  ['twilio', 201, { status: 'failed', error_code: null }, 'refused'],
  ['twilio', 429, { code: 20_429 }, 'not_taken'],
  ['twilio', 401, { code: 20_003, message: 'Authenticate', status: 401 }, 'account'],
  ['twilio', 400, { code: 21_408, message: 'Permission', status: 400 }, 'account'],
  ['twilio', 400, { code: 21_211, message: 'Invalid To', status: 400 }, 'refused'],
  ['twilio', 201, { status: 'failed', error_code: 30_002 }, 'account'],
  ['twilio', 500, {}, 'unknown'],
  ['vonage', 200, { messages: [{ status: '0' }] }, 'accepted'],
  ['vonage', 200, { messages: [{ status: 0 }] }, 'accepted'],
  ['vonage', 200, { messages: [{ status: '1' }] }, 'not_taken'],
  ['vonage', 200, { messages: [{ status: '4' }] }, 'account'],
  ['vonage', 200, { messages: [{ status: '3' }] }, 'refused'],
  ['vonage', 200, { messages: [{ status: '9' }] }, 'account'],
  ['vonage', 200, { messages: [{ status: '29' }] }, 'account'],
  ['vonage', 200, { messages: [{ status: '5' }] }, 'unknown'],
  ['vonage', 200, { messages: [{ status: '0' }, { status: '1' }] }, 'unknown'],
  ['infobip', 200, { messages: [{ status: { groupId: 1 } }] }, 'accepted'],
  ['infobip', 200, { messages: [{ status: { groupId: 1, id: null } }] }, 'accepted'],
  ['infobip', 200, { messages: [{ status: { groupId: 5, id: 12 } }] }, 'account'],
  ['infobip', 200, { messages: [{ status: { groupId: 5, id: 14 } }] }, 'refused'],
  ['infobip', 200, { messages: [{ status: { groupId: 5, id: 20 } }] }, 'not_taken'],
  ['infobip', 200, { messages: [{ status: { groupId: 5, id: 23 } }] }, 'accepted'],
  ['infobip', 401, { requestError: { serviceException: { messageId: 'UNAUTHORIZED' } } }, 'account'],
  ['infobip', 200, { messages: [] }, 'unknown'],
  ['infobip', 429, {}, 'not_taken'],
  ['seven', 200, { success: '100', messages: [{ success: true }] }, 'accepted'],
  ['seven', 200, { success: '100', messages: [{ success: false }] }, 'refused'],
  ['seven', 200, { success: '100', messages: null }, 'accepted'],
  ['seven', 200, { success: '100', messages: [{ success: null, id: null }] }, 'accepted'],
  ['seven', 200, '402', 'accepted'],
  ['seven', 200, '500', 'account'],
  ['seven', 200, '900', 'account'],
  ['seven', 200, '202', 'refused'],
  ['seven', 200, { success: 600 }, 'unknown'],
])('From %s an answer of %i %j means %s', async (gateway, status, body, outcome) => {
  expect((await sent(gateway, status, body)).outcome).toBe(outcome)
})

test.each<[SmsGatewayName, number, string]>([
  ['twilio', 36_000, '36000'],
  ['twilio', 86_400, '36000'],
  ['vonage', 21_600, '21600000'],
  ['seven', 21_600, '360'],
  ['infobip', 21_600, '21600'],
])('With %s an SMS that is good for %i seconds lives for %s [SMS-20]', async (gateway, lifeSeconds, written) => {
  const { request } = await sent(gateway, 200, {}, { ...MESSAGE, lifeSeconds })
  expect(decodeURIComponent(request?.body ?? '')).toMatch(
    new RegExp(`(?:ValidityPeriod=|ttl=|"ttl":|"amount":)${written}\\b`),
  )
})

test('A gateway that is asked too often says when to come again [SMS-21]', async () => {
  const gateway = gatewayAt(portOf(provider), 'generic')
  answer = { status: 429, body: {}, headers: { 'retry-after': '3' } }
  expect(await gateway.send(1, MESSAGE, ALIVE)).toMatchObject({ outcome: 'not_taken', retryAfterMs: 3_000 })
  answer = { status: 429, body: {}, headers: { 'retry-after': 'Wed, 21 Oct 2037 07:28:00 GMT' } }
  expect(await gateway.send(1, MESSAGE, ALIVE)).toMatchObject({ outcome: 'not_taken', retryAfterMs: undefined })
})

test('Refused credentials close a gateway for all at once [SMS-19 OPS-78]', async () => {
  const gateway = gatewayAt(portOf(provider), 'twilio')
  answer = { status: 400, body: { code: 20_003 } }
  expect([await gateway.send(1, MESSAGE, ALIVE), gateway.isDownByAccount()]).toMatchObject([
    { outcome: 'account' },
    true,
  ])
})

test('A gateway that does not answer may have sent the SMS, and one that is not there has certainly not', async () => {
  answer = undefined
  expect(await gatewayAt(portOf(provider), 'generic', 100).send(1, MESSAGE, ALIVE)).toMatchObject({
    outcome: 'unknown',
  })
  const gone = createServer()
  await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve))
  const port = portOf(gone)
  await new Promise<void>((resolve) => void gone.close(() => resolve()))
  expect(await gatewayAt(port, 'generic').send(1, MESSAGE, ALIVE)).toMatchObject({ outcome: 'not_taken' })
})

test('Number, text and token of an SMS are not logged [P-12]', async () => {
  await sent('twilio', 201, { status: `failed for ${MESSAGE.to}`, error_code: 30_006 })
  await sent('vonage', 200, { messages: [{ status: MESSAGE.text }] })
  await sent('twilio', 400, { code: '4915112345678', message: MESSAGE.text })
  await sent('generic', 400, { error: '123456' })
  await sent('twilio', 400, { code: 21_408, message: MESSAGE.text })
  expect(reasons.at(-1)).toBe('account status 400 21408')
  expect(reasons.length).toBeGreaterThan(10)
  expect(reasons.join(' ')).not.toMatch(/15112345678|123456|secret/)
})
