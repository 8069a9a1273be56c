import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhooks } from '../src/webhooks.ts'
import { type Listening, listen, Refused } from './listen.ts'

const SECRET = `whsec_${Buffer.from('a'.repeat(24)).toString('base64')}`
const KEY = 'avpk_test_fake'

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function block(sequence: number): string {
  const id = `evt_${sequence}`
  const body = JSON.stringify({ id, type: 'intent.confirmed', sequence, data: { live: false } })
  const at = new Date()
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(SECRET).sign(id, at, body),
  }
  return `id: ${sequence}\nevent: delivery\ndata: ${JSON.stringify({ type: 'intent.confirmed', headers, body })}\n\n`
}
const READY = 'id: 3\nevent: ready\ndata: {"project":"shop"}\n\n'

/** A website that opens what comes, with the package. */
async function website(status = 204) {
  const opened: string[] = []
  const url = await serve((request, response) => {
    const answer = async () => {
      opened.push(createWebhooks([SECRET]).open(await text(request), request.headers).id)
      response.writeHead(status).end()
    }
    answer().catch((error: Error) => response.destroy(error))
  })
  return { opened, url: new URL('/hooks?token=secret', url) }
}

/** A product that plays one part after the other, a connection each. */
async function product(parts: readonly ((response: ServerResponse) => void)[]) {
  const asked: unknown[] = []
  const url = await serve(({ headers }, response) => {
    const play = parts[asked.length]
    asked.push(headers['last-event-id'])
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    play?.(response)
  })
  return { asked, url }
}

function start(parts: Pick<Listening, 'productUrl' | 'forwardTo'> & Partial<Listening>) {
  const lines: string[] = []
  const ending = new AbortController()
  const print = (line: string) => void lines.push(line)
  const ended = listen({ apiKey: KEY, print, signal: ending.signal, firstWaitMs: 1, ...parts })
  onTestFinished(() => {
    ending.abort()
    return ended.catch(() => {})
  })
  return { lines, ended, stop: () => ending.abort() }
}

test('The command listen loses and repeats no event when its connection breaks, and the package opens each [PROV-30]', async () => {
  const { url: forwardTo, opened } = await website()
  const half = block(5).slice(0, 40)
  const { asked, url } = await product([
    (response) => response.write(READY + block(4) + half, () => response.destroy()),
    (response) => response.write(`id: 4\nevent: ready\ndata: {}\n\n:\n\n${block(5)}id: 9\n\n`, () => response.end()),
    (response) => response.write(block(10)),
  ])
  const { lines, stop, ended } = start({ productUrl: url, forwardTo })
  await expect.poll(() => opened).toEqual(['evt_4', 'evt_5', 'evt_10'])
  expect(asked).toEqual([undefined, '4', '9'])
  await expect.poll(() => lines.filter((line) => /intent\.confirmed +204 +\d+ ms$/.test(line))).toHaveLength(3)
  expect(lines.join()).not.toMatch(/whsec|avpk|token/)
  stop()
  await ended
})

test('The command listen prints what the website answers, or that it does not, and goes on with the next event [PROV-30]', async () => {
  const { url: forwardTo } = await website(500)
  const { url } = await product([(response) => response.write(READY + block(4))])
  const down = new URL('http://127.0.0.1:1/hooks')
  const told = [start({ productUrl: url, forwardTo })]
  await expect.poll(() => told[0]?.lines.at(-1)).toMatch(/ 500 /)
  const other = await product([(response) => response.write(READY + block(4) + block(5))])
  const { lines } = start({ productUrl: other.url, forwardTo: down })
  await expect.poll(() => lines.filter((line) => /connection refused|no answer/.test(line))).toHaveLength(2)
})

test('The command listen gives up a connection that has fallen silent, and makes another [PROV-30]', async () => {
  const { url: forwardTo, opened } = await website()
  const { url } = await product([(response) => response.write(READY), (response) => response.write(block(4))])
  start({ productUrl: url, forwardTo, silenceMs: 100 })
  await expect.poll(() => opened).toEqual(['evt_4'])
})

test('The command listen ends when the product refuses it, and says what to do [PROV-30]', async () => {
  const url = await serve((_, response) =>
    response.writeHead(409, { 'content-type': 'application/problem+json' }).end('{"code":"conflict"}'),
  )
  const { ended } = start({ productUrl: url, forwardTo: new URL('http://127.0.0.1:1/') })
  await expect(ended).rejects.toThrow(Refused)
  await expect(ended).rejects.toThrow('no webhook secret')
})
