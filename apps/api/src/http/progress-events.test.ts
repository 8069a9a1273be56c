import { type AddressInfo, type Socket } from 'node:net'
import { APP_LINK_EVENTS_PATH, type AppLinkProgress, isLastOfAppLink } from '@avouch/contract'
import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addressOf } from '../platform/client.ts'
import { addProgressEvents } from './progress-events.ts'

const WAITING: AppLinkProgress = { state: 'waiting', redirect_uri: null }
const OVER: AppLinkProgress = { state: 'expired', redirect_uri: null }
const MOST_OF_ADDRESS = 100
const id = (n: number) => `avln_${String(n).padStart(43, '0')}`

/** The server with the streams on a port of its own; looks happen when a test asks for one. */
async function start() {
  const app = Fastify()
  const followed: string[][] = []
  let look = async () => {}
  let first = async () => WAITING
  let progress = WAITING
  app.decorateRequest('client')
  app.addHook('onRequest', async (request) => {
    request.client = { address: addressOf(String(request.headers['x-test-address'] ?? '192.0.2.1')), device: null }
  })
  const hangUp = new AbortController()
  addProgressEvents<AppLinkProgress>(
    app,
    {
      path: APP_LINK_EVENTS_PATH,
      operation: 'appLinkEvents',
      source: {
        follow: () => first(),
        followAll: async (ids) => {
          followed.push([...ids])
          return new Map(ids.map((one) => [one, progress]))
        },
      },
      isLast: ({ state }) => isLastOfAppLink(state),
    },
    {
      hangUp: hangUp.signal,
      calls: { admit: async () => {} },
      repeat: (run) => {
        look = run
        return { stop: async () => {} }
      },
    },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    app,
    port,
    hangUp: () => hangUp.abort(),
    url: (n: number) => `http://127.0.0.1:${port}/api/app-links/${id(n)}/events`,
    answerFirst: (how: typeof first) => void (first = how),
    becomes: (what: AppLinkProgress) => void (progress = what),
    /** Those that a look asks for. */
    async looked() {
      followed.length = 0
      await look()
      return followed.flat()
    },
  }
}

let the: Awaited<ReturnType<typeof start>>
const opened: AbortController[] = []
const sockets: Socket[] = []
beforeEach(async () => {
  the = await start()
})
afterEach(async () => {
  for (const one of opened.splice(0)) one.abort()
  for (const socket of sockets.splice(0)) socket.destroy()
  await the.app.close()
})

function open(n: number, address = '192.0.2.1') {
  const closing = new AbortController()
  opened.push(closing)
  return fetch(the.url(n), { signal: closing.signal, headers: { 'x-test-address': address } })
}

test('No address holds all streams: beyond its maximum its pages poll instead [APP-08]', async () => {
  const answers = await Promise.all(Array.from({ length: MOST_OF_ADDRESS + 1 }, (_, n) => open(n)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_OF_ADDRESS)
  expect(answers.find(({ status }) => status !== 200)?.status).toBeGreaterThanOrEqual(429)
  expect((await open(199, '198.51.100.7')).status).toBe(200)
  the.becomes(OVER)
  await the.looked()
  expect((await open(200)).status).toBe(200)
})

test('Streams end when the process hangs up, and a later one with its first event [OPS-16]', async () => {
  const early = await open(1)
  the.hangUp()
  expect(await early.text()).toContain('"waiting"')
  expect(await (await open(2)).text()).toContain('"waiting"')
})
