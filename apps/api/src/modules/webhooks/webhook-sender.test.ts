import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebhookSender } from './webhook-sender.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const stay = new AbortController().signal
const body = '{"type":"intent.confirmed"}'

type Received = { headers: IncomingHttpHeaders; body: string }
let answer: (response: ServerResponse) => void = (response) => void response.writeHead(204).end()
const received: Received[] = []
const receiver = createServer((request, response) => {
  let text = ''
  request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  request.on('end', () => {
    received.push({ headers: request.headers, body: text })
    answer(response)
  })
})
let url = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
})
afterAll(() => receiver.closeAllConnections())
afterEach(() => {
  answer = (response) => void response.writeHead(204).end()
})

/** Sends one message; what came of it, what arrived, and what was told. */
async function sent(given: { to?: string; privateAddresses?: boolean; timeoutMs?: number } = {}) {
  const { to = url, ...options } = given
  received.length = 0
  const clock = () => new Date()
  const sender = new WebhookSender({ clock, privateAddresses: true, ...options })
  const { status, error } = await sender.post({ id: 'evt_1', url: to, secrets: [secret], body }, stay)
  return { status, error }
}

test('A webhook follows no redirect, and times out while it waits for an answer [PROV-05 PROV-16]', async () => {
  answer = (response) => void response.writeHead(307, { location: url }).end()
  expect((await sent()).status).toBe(307)
  expect(received).toHaveLength(1)
  answer = () => {}
  expect(await sent({ timeoutMs: 50 })).toMatchObject({ status: null, error: 'timeout' })
})

test('A webhook is answered by headers alone: an endless body is not read [PROV-05]', async () => {
  answer = (response) => void response.writeHead(200).write('and so on')
  expect((await sent({ timeoutMs: 5_000 })).status).toBe(200)
})

test.each([
  ['an answer that breaks off', 'connection_lost', () => url, (response: ServerResponse) => void response.destroy()],
  ['no listener', 'connection_refused', () => 'http://127.0.0.1:1/', () => {}],
  ['no https', 'tls', () => url.replace('http:', 'https:'), () => {}],
  ['no address', 'other', () => 'nothing', () => {}],
])('For a webhook %s is no answer: %s [PROV-14]', async (_what, kind, to, behaviour) => {
  answer = behaviour
  const { status, error } = await sent({ to: to() })
  expect([status, error]).toEqual([null, kind])
})

test.each([
  'http://127.0.0.1:PORT',
  'http://[::1]:PORT',
  'http://0x7f.1:PORT',
  'http://2130706433:PORT',
  'http://localhost:PORT',
])('A webhook is never sent to %s, unless the operator allows it [PROV-16]', async (address) => {
  const to = address.replace('PORT', new URL(url).port)
  expect(await sent({ to, privateAddresses: false })).toMatchObject({ status: null, error: 'private_address' })
  expect(received).toEqual([])
})
