import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, test } from 'vitest'
import { createProduction, createProvider, type Production, type Running } from './support/production.ts'
import { soak } from './support/soak.ts'

const DRAIN_SECONDS = 2
/** The page on operation promises: it drains, then takes fifteen seconds at most. */
const MOST_SECONDS = DRAIN_SECONDS + 15
const WORKERS = soak(2, 4)
/** Between two requests of a worker: as many as a processor can answer would leave nothing for the processes that start. */
const PAUSE_MS = soak(60, 15)

let site: Production
beforeAll(async () => {
  site = await createProduction({ CAPTCHA: 'off', LIMITS_FACTOR: '1000', DRAIN_SECONDS: String(DRAIN_SECONDS) })
})
afterAll(() => site[Symbol.asyncDispose]())

type Request = { path: string; request: RequestInit; status: number }
let requests: readonly Request[]
beforeAll(async () => {
  const provider = await createProvider(site)
  requests = [
    { ...provider, status: 201 },
    { path: '/', request: { headers: { accept: 'text/html' } }, status: 200 },
    { path: '/api/user/me', request: {}, status: 401 },
  ]
})

/** As a load balancer: asks each process whether it is ready, and sends requests to those that are. */
function balanced(first: readonly Running[]) {
  const all = new Set(first)
  let ready: readonly Running[] = [...first]
  const failures: string[] = []
  let answered = 0
  const over = new AbortController()
  const look = async () => {
    while (!over.signal.aborted) {
      const found = await Promise.all(
        [...all].map(async (one) => {
          const isReady = await fetch(`${one.baseUrl}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          )
          return isReady ? [one] : []
        }),
      )
      ready = found.flat()
      await new Promise((wake) => setTimeout(wake, 100))
    }
  }
  const work = async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const { path, request, status } = requests[n % requests.length] as Request
      const to = ready[n % ready.length]
      if (to === undefined) return void failures.push('no process is ready')
      try {
        const answer = await fetch(`${to.baseUrl}${path}`, request)
        const text = await answer.text()
        if (answer.status !== status) failures.push(`${path}: ${answer.status} ${text.slice(0, 200)}`)
        answered++
      } catch (error) {
        failures.push(`${path}: ${String((error as Error).cause)}`)
      }
      await new Promise((wake) => setTimeout(wake, PAUSE_MS))
    }
  }
  const working = Promise.all([look(), ...Array.from({ length: WORKERS }, work)])
  return {
    add: (one: Running) => void all.add(one),
    remove: (one: Running) => void all.delete(one),
    answered: () => answered,
    async stop() {
      over.abort()
      await working
      return failures
    },
  }
}

test.concurrent('Two processes are restarted under load, one after the other: no request fails, both exit with 0 in time [OPS-16]', async ({
  expect,
}) => {
  const running = await Promise.all([site.start(), site.start()])
  const load = balanced(running)
  for (const old of running) {
    const before = load.answered()
    await expect.poll(() => load.answered() > before + 50).toBe(true)
    const begun = performance.now()
    old.child.kill('SIGTERM')
    await expect
      .poll(async () => (await fetch(`${old.baseUrl}/readyz`)).json(), { interval: 20 })
      .toMatchObject({ failed: ['stopping'] })
    // Not ready, and it serves.
    expect((await fetch(`${old.baseUrl}/api/user/me`)).status).toBe(401)
    expect(await old.ended).toBe(0)
    expect((performance.now() - begun) / 1_000).toBeLessThan(MOST_SECONDS)
    load.remove(old)
    load.add(await site.start())
  }
  expect(await load.stop()).toEqual([])
  expect(load.answered()).toBeGreaterThan(soak(100, 200))
})

test.concurrent('A request that comes while the process hangs up is answered, and is the last of its connection [OPS-16]', async ({
  expect,
}) => {
  const one = await site.start()
  one.child.kill('SIGTERM')
  const closing = async () => {
    const answer = await fetch(`${one.baseUrl}/api/user/me`)
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_token' }])
    return answer.headers.get('connection')
  }
  await expect.poll(closing, { interval: 20 }).toBe('close')
  expect(await one.ended).toBe(0)
  expect(one.log().map((line) => (JSON.parse(line) as { event?: string }).event)).toEqual(
    expect.arrayContaining(['started', 'stopping', 'stopped']),
  )
})

/** The beginnings of requests that a connection may have sent when its process closes: nothing, as browsers open it ahead, and parts of a request. */
const UNFINISHED = [
  '',
  'GET /livez HT',
  'POST /auth/public/app/prelogin HTTP/1.1\r\nhost: product.test\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
]

test.concurrent('Connections over which no whole request comes do not keep a process from its end [OPS-16 OPS-03]', async ({
  expect,
}) => {
  const one = await site.start({ DRAIN_SECONDS: '0' })
  const { hostname, port } = new URL(one.baseUrl)
  const connections = UNFINISHED.map(() => connect(Number(port), hostname).on('error', () => {}))
  await Promise.all(
    connections.map(async (connection, i) => {
      await once(connection, 'connect')
      connection.write(UNFINISHED[i] ?? '')
    }),
  )
  // A connection of its own answers after them, so that they have come.
  expect((await fetch(`${one.baseUrl}/livez`)).status).toBe(200)
  one.child.kill('SIGTERM')
  expect(await one.ended).toBe(0)
  for (const connection of connections) connection.destroy()
})
