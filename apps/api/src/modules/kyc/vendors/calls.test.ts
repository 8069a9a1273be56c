import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { CallFailed, callJson } from './calls.ts'

const server = createServer((request, response) => answer(request, response))
let answer: RequestListener = (_request, response) => void response.end()
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => new Promise((resolve) => server.close(resolve)))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const { signal } = new AbortController()
const call = () => callJson(url, { method: 'GET', headers: {}, signal })

test.each<[string, RequestListener, string]>([
  ['a status that is no success', (_request, response) => void response.writeHead(503).end('ERIKA'), 'status 503'],
  ['a redirect', (_request, response) => void response.writeHead(302, { location: '/' }).end(), 'status 302'],
  ['text that is no JSON', (_request, response) => void response.end('<p>ERIKA'), 'no JSON'],
  ['a page with 404', (_request, response) => void response.writeHead(404).end('<p>ERIKA'), 'no JSON'],
  ['a page with 401', (_request, response) => void response.writeHead(401).end('<p>ERIKA'), 'status 401'],
  ['more than 512 kB', (_request, response) => void response.end(`"${'x'.repeat(512 * 1_024)}"`), 'TooLong'],
  ['a cut connection', (request) => void request.socket.destroy(), 'ECONNRESET'],
])('A vendor that answers with %s fails by a status or code alone [KYC-29]', async (_what, listener, reason) => {
  answer = listener
  const failure = await call().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(CallFailed)
  const { message, cause } = failure as CallFailed
  expect({ message, cause }).toEqual({ message: reason, cause: undefined })
})

test('An answer without a body is one [KYC-47]', async () => {
  answer = (_request, response) => void response.writeHead(204).end()
  expect(await call()).toMatchObject({ status: 204, json: undefined })
})
