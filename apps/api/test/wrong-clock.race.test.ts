import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createProduction, createProvider, type Production, type Running } from './support/production.ts'
import { withClient } from './support/with-client.ts'

/** Loaded before the program, as a machine whose clock is set by hand. */
const CLOCK = `
import { readFileSync } from 'node:fs'
const shifted = ((real) => () => real() + Number(readFileSync(process.env.WRONG_CLOCK_FILE, 'utf8')))(Date.now.bind(Date))
globalThis.Date = class extends Date {
  constructor(...values) { super(...(values.length === 0 ? [shifted()] : values)) }
  static now = shifted
}`
const AHEAD_MS = 90 * 60_000

let site: Production
let provider: Awaited<ReturnType<typeof createProvider>>
const file = join(mkdtempSync(join(tmpdir(), 'avouch-clock-')), 'shift')
const setClock = (aheadMs: number) => writeFileSync(file, String(aheadMs))
const wrongClock = {
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(CLOCK)}`,
  WRONG_CLOCK_FILE: file,
}

beforeAll(async () => {
  setClock(0)
  site = await createProduction({ CAPTCHA: 'off' })
  provider = await createProvider(site)
})
afterAll(() => site[Symbol.asyncDispose]())

const createIntent = async ({ baseUrl }: Running) => {
  const answer = await fetch(`${baseUrl}${provider.path}`, provider.request)
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.json() }
}
const readiness = async ({ baseUrl }: Running) => {
  const answer = await fetch(`${baseUrl}/readyz`)
  return { status: answer.status, ...((await answer.json()) as { failed?: string[] }) }
}
const inDatabase = <T>(statement: string): Promise<T[]> =>
  withClient(site.databaseUrl, async (client) => (await client.query(statement)).rows as T[])

test('A machine whose clock is 90 minutes ahead starts no server and runs no command [T-07 OPS-02]', async () => {
  setClock(AHEAD_MS)
  for (const words of [[], ['switch', 'list']]) {
    const { code, err } = await site.run(wrongClock, ...words)
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The database's clock is \d+ s behind this machine's: [^\n]+$/),
    ])
  }
  setClock(0)
})

test('A clock that is set 90 minutes ahead for a while ends nothing, and nothing of it is left [T-07]', async () => {
  const [right, wrong] = await Promise.all([site.start(), site.start(wrongClock)])
  expect((await createIntent(right)).status).toBe(201)
  expect((await createIntent(wrong)).status).toBe(201)

  setClock(AHEAD_MS)
  // At once, before any comparison with the database.
  expect(await createIntent(wrong)).toMatchObject({
    status: 503,
    retryAfter: '5',
    body: { code: 'service_unavailable' },
  })
  expect(await readiness(wrong)).toMatchObject({ status: 503, failed: ['clock'] })
  expect((await createIntent(right)).status).toBe(201)
  await expect.poll(() => wrong.log().filter((line) => line.includes('intents.expire')).length).toBeGreaterThan(1)
  expect(await readiness(right)).toMatchObject({ status: 200 })
  expect((await createIntent(wrong)).status).toBe(503)

  setClock(0)
  await expect.poll(() => readiness(wrong)).toMatchObject({ status: 200 })
  const { status, body } = await createIntent(wrong)
  expect(status).toBe(201)
  const { expires_at } = body as { expires_at: string }
  expect(Math.abs(Date.parse(expires_at) - Date.now() - 30 * 60_000)).toBeLessThan(10_000)
  expect(await inDatabase(`select distinct state from intent`)).toEqual([{ state: 'created' }])
  const future = `select 'intent' from intent where created_at > now() union all select 'audit' from audit_event where at > now()`
  expect(await inDatabase(future)).toEqual([])
  await Promise.all([right.kill(), wrong.kill()])
  // The time of the last event is where a process begins.
  const next = await site.start()
  expect((await createIntent(next)).status).toBe(201)
  await next.kill()
})
