import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { call, evidenceOf, NotReached, reasonOf } from './outgoing.ts'

const { signal } = new AbortController()
const fine: RequestListener = (_request, response) => void response.end()
let answer = fine
beforeEach(() => {
  answer = fine
})
const partner = createServer((request, response) => answer(request, response))
await new Promise<void>((resolve) => void partner.listen(0, '127.0.0.1', resolve))
const { port } = partner.address() as AddressInfo
afterAll(() => {
  partner.closeAllConnections()
  partner.close()
})
const url = `http://127.0.0.1:${port}/`
const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

/** An address at which no connection is ever made: its system keeps two that nobody takes, and drops the packets of others. */
async function deadAddress(host: string) {
  const listening = `
    const { parentPort } = require('node:worker_threads')
    require('node:net').createServer().listen({ port: ${port}, host: '${host}', backlog: 1 }, () => {
      parentPort.postMessage('listens')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    })`
  const worker = new Worker(listening, { eval: true })
  await new Promise((resolve) => worker.once('message', resolve))
  const waiting: Socket[] = []
  const fill = () => waiting.push(connect(port, host).on('error', () => {}))
  for (let i = 0; i < 4; i++) fill()
  // The first two are kept, the others find no place.
  await expect.poll(() => waiting.filter((socket) => !socket.connecting).length).toBe(2)
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of waiting) socket.destroy()
      await worker.terminate()
    },
  }
}

/** Finds all of them for a name. */
const found =
  (...addresses: string[]): LookupFunction =>
  (_name, options, done) => {
    const all = addresses.map((address) => ({ address, family: 4 }))
    if (options.all === true) done(null, all)
    else done(null, addresses[0] ?? '', 4)
  }

test('Of two addresses of a partner one may be dead, and the first has a second and a half, in which a lost packet comes again [OPS-76]', async () => {
  await using _ = await deadAddress('127.0.0.3')
  const asked = (...addresses: string[]) =>
    call(`http://partner.test:${port}/`, { timeoutMs: 10_000, signal, website: { lookup: found(...addresses) } })
  const begun = performance.now()
  expect((await asked('127.0.0.3', '127.0.0.1')).status).toBe(200)
  expect(performance.now() - begun).toBeGreaterThan(1_400)
  expect((await asked('127.0.0.2', '127.0.0.1')).status).toBe(200)
  const failure = await failureOf(asked('127.0.0.3', '127.0.0.2'))
  expect(failure).toBeInstanceOf(NotReached)
  expect(reasonOf(failure)).toBe('ETIMEDOUT,ECONNREFUSED')
})

test.each<[string, RequestListener, number]>([
  ['redirect', (_request, response) => void response.writeHead(302, { location: url }).end(), 302],
  ['refusal', (_request, response) => void response.writeHead(401).end('no'), 401],
  ['outage', (_request, response) => void response.writeHead(503).end('<p>'), 503],
])('A %s is an answer, which is read once and never followed [OPS-76]', async (_what, listener, status) => {
  let calls = 0
  answer = (request, response) => {
    calls += 1
    listener(request, response)
  }
  expect((await call(url, { timeoutMs: 5_000, signal })).status).toBe(status)
  expect(calls).toBe(1)
})

test.each<[string, RequestListener, string]>([
  ['is longer than allowed', (_request, response) => void response.end('x'.repeat(65)), 'TooLong'],
  ['breaks off', (_request, response) => void response.write('x', () => response.destroy()), 'ECONNRESET'],
  ['does not end in time', (_request, response) => void response.write('x'), 'TimeoutError'],
  ['does not come', () => {}, 'TimeoutError'],
])('An answer that %s is none, and the message may have arrived [OPS-76]', async (_what, listener, reason) => {
  answer = listener
  const failure = await failureOf(call(url, { timeoutMs: 300, signal, mostBytes: 64 }))
  expect([reasonOf(failure), failure instanceof NotReached]).toEqual([reason, false])
})

test.each<[string, string]>([
  ['http://127.0.0.2:1/', 'ECONNREFUSED'],
  [`https://127.0.0.1:${port}/`, 'EPROTO'],
  ['nothing', 'ERR_INVALID_URL'],
])('A partner at %s is not reached: nothing has left [OPS-76]', async (to, reason) => {
  answer = (_request, response) => void response.end()
  const failure = await failureOf(call(to, { timeoutMs: 5_000, signal }))
  expect(failure).toBeInstanceOf(NotReached)
  expect(reasonOf(failure)).toContain(reason)
})

test.each<[string, number | undefined]>([
  ['20', 20_000],
  ['0', 0],
  ['999999', 3_600_000],
  ['Wed, 21 Oct 2037 07:28:00 GMT', undefined],
  ['-1', undefined],
  ['soon', undefined],
])('A wait of "%s" that an answer asks for lasts %s ms, an hour at most [OPS-77]', async (header, ms) => {
  answer = (_request, response) => void response.writeHead(429, { 'retry-after': header }).end()
  expect((await call(url, { timeoutMs: 5_000, signal })).retryAfterMs).toBe(ms)
})

test.each([
  [undefined, 'outage'],
  [500, 'outage'],
  [503, 'outage'],
  [599, 'outage'],
  [401, 'credentials'],
  [200, 'question'],
  [302, 'question'],
  [400, 'question'],
  [402, 'question'],
  [403, 'question'],
  [404, 'question'],
  [422, 'question'],
  [429, 'question'],
])('An answer with the status %s is evidence of %s [OPS-78]', (status, evidence) => {
  expect(evidenceOf(status)).toBe(evidence)
})
