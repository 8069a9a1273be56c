import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSmsGateway } from './sms-gateway.ts'

const ALIVE = new AbortController().signal
const MESSAGE = { to: '+4915112345678', text: '123456 is your code', idempotencyKey: 'sms_1:1:1' }
let status = 202
const requests: { authorization: string | undefined; body: unknown }[] = []
async function receive(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  requests.push({
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString()) as unknown,
  })
  if (status !== 0) response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('{}')
}
const server = createServer((request, response) => void receive(request, response))
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const failures: string[] = []
const gateway = (url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`, timeoutMs = 10_000) =>
  createSmsGateway({
    gateway: 'generic',
    url,
    token: 'secret-token',
    account: '',
    sender: '',
    timeoutMs,
    onFailure: (reason) => failures.push(reason),
  })

describe('the SMS gateway', () => {
  test('gets number, text and a key that it delivers once, with our token', async () => {
    status = 202
    expect(await gateway().send(MESSAGE, ALIVE)).toBe('accepted')
    expect(requests.at(-1)).toEqual({
      authorization: 'Bearer secret-token',
      body: { to: MESSAGE.to, text: MESSAGE.text, idempotency_key: MESSAGE.idempotencyKey },
    })
  })

  test.each([
    { answer: 200, outcome: 'accepted' },
    { answer: 400, outcome: 'refused' },
    { answer: 401, outcome: 'refused' },
    { answer: 429, outcome: 'not_taken' },
    { answer: 500, outcome: 'unknown' },
    { answer: 503, outcome: 'unknown' },
    { answer: 302, outcome: 'unknown' },
    { answer: 0, outcome: 'unknown' },
  ])('LOGIN-07 that answers $answer (0: nothing) is $outcome', async ({ answer, outcome }) => {
    status = answer
    expect(await gateway(undefined, answer === 0 ? 100 : undefined).send(MESSAGE, ALIVE)).toBe(outcome)
  })

  test('LOGIN-07 that is not there has certainly not sent anything', async () => {
    const gone = createServer()
    await new Promise<void>((resolve) => void gone.listen(0, '127.0.0.1', resolve))
    const { port } = gone.address() as AddressInfo
    await new Promise<void>((resolve) => void gone.close(() => resolve()))
    expect(await gateway(`http://127.0.0.1:${port}/sms`).send(MESSAGE, ALIVE)).toBe('not_taken')
  })

  test('P-06 says nothing of number, text or token when it fails', () => {
    expect(failures.length).toBeGreaterThan(3)
    expect(failures.join(' ')).not.toMatch(/secret-token|4915112345678|123456/)
  })
})
