import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduction, createProvider, type Production, type Running } from './support/production.ts'

const DRAIN_SECONDS = 2
/** The page on operation promises: it drains, then takes fifteen seconds at most. */
const MOST_SECONDS = DRAIN_SECONDS + 15
let site: Production
beforeAll(async () => {
  site = await createProduction({ CAPTCHA: 'off', LIMITS_FACTOR: '1000', DRAIN_SECONDS: String(DRAIN_SECONDS) })
})
afterAll(() => site[Symbol.asyncDispose]())

/** As a load balancer asks it, which takes it out a while after it has said that it is not ready. */
async function askUntilTakenOut({ baseUrl }: Running) {
  const seen: string[] = []
  for (const until = performance.now() + 500; performance.now() < until; )
    for (const [path, status] of [
      ['/api/user/me', 401],
      ['/', 200],
    ] as const) {
      const answer = await fetch(baseUrl + path, { headers: { accept: 'text/html' } })
      await answer.text()
      if (answer.status !== status) seen.push(`${path}: ${answer.status}`)
    }
  return seen
}

test('A process that is restarted says that it is not ready, answers all until it is taken out, and exits with 0 in time [OPS-16]', async () => {
  const old = await site.start()
  const provider = await createProvider(site)
  // It starts first, as a rolling update has it: a busy machine takes longer for a start than the old one drains.
  const next = await site.start()
  const begun = performance.now()
  old.child.kill('SIGTERM')
  await expect
    .poll(async () => (await fetch(`${old.baseUrl}/readyz`)).json(), { interval: 20 })
    .toMatchObject({ failed: ['stopping'] })
  expect(await askUntilTakenOut(old)).toEqual([])
  expect((await fetch(old.baseUrl + provider.path, provider.request)).status).toBe(201)
  const closing = async () => {
    const answer = await fetch(`${old.baseUrl}/api/user/me`)
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'invalid_token' }])
    return answer.headers.get('connection')
  }
  // A request that comes while it hangs up is answered, and is the last of its connection.
  await expect.poll(closing, { interval: 20 }).toBe('close')
  expect(await old.ended).toBe(0)
  expect((performance.now() - begun) / 1_000).toBeLessThan(MOST_SECONDS)
  expect((await fetch(next.baseUrl + provider.path, provider.request)).status).toBe(201)
  await next.kill()
})

/** The beginnings of requests that a connection may have sent when its process closes: nothing, as browsers open it ahead, and parts of a request. */
const UNFINISHED = [
  '',
  'GET /livez HT',
  'POST /auth/public/app/prelogin HTTP/1.1\r\nhost: product.test\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
]

test('Connections over which no whole request comes do not keep a process from its end [OPS-16 OPS-03]', async () => {
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
