import { Console } from 'node:console'
import { PUBLIC_CLIENT } from '@avouch/contract'
import pg from 'pg'
import { load, type Measured, type Work } from './load.ts'
import { startWorld } from './world.ts'

const SESSIONS = 40
const SECONDS = 4
const ROUNDS = 3

/** The server of the database; everything it does is below it. */
async function postmaster(): Promise<number> {
  const client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await client.connect()
  const { rows } = await client.query<{ file: string }>(`select pg_read_file('postmaster.pid') as file`)
  await client.end()
  return Number(rows[0]?.file.split('\n')[0])
}

const world = await startWorld()
const server = await postmaster()
const basic = `Basic ${Buffer.from(`${PUBLIC_CLIENT.id}:${PUBLIC_CLIENT.secret}`).toString('base64')}`
const form = { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' }

const accounts = []
for (let n = 0; n < 2 * SESSIONS; n++) accounts.push(await world.account(n))
// A session has five valid access tokens: frequent refreshes would invalidate those that the pollers use.
const [polling, renewing] = [accounts.slice(0, SESSIONS), accounts.slice(SESSIONS)]

const poll = (url: string, token: string): Work => ({
  url,
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
})
const ours = {
  poll: polling.map(({ tokens }) => poll(`${world.product.url}/api/idcheck/status`, tokens.access_token)),
  refresh: renewing.map(
    ({ tokens }): Work => ({
      url: `${world.product.url}/auth/api/oauth/token`,
      method: 'POST',
      headers: form,
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token }).toString(),
    }),
  ),
  logIn: renewing.map(
    ({ phone }): Work => ({
      url: `${world.product.url}/auth/api/oauth/token`,
      method: 'POST',
      headers: form,
      body: new URLSearchParams({ grant_type: 'password', username: phone, password: world.pin }).toString(),
    }),
  ),
}
const floor = {
  poll: [poll(`${world.floor.url}/poll`, 'floor')],
  refresh: [{ url: `${world.floor.url}/refresh`, method: 'POST', headers: {} } satisfies Work],
  logIn: [{ url: `${world.floor.url}/hash`, method: 'POST', headers: {} } satisfies Work],
}

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0
const middle = (rounds: readonly Measured[]) => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  cpuMicros: median(rounds.map(({ cpuMicros }) => cpuMicros)),
  failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
})
const row = (name: string, { perSecond, p50, cpuMicros, failed }: Measured, against?: Measured) => ({
  work: name,
  'per s': perSecond,
  'p50 ms': p50,
  'µs CPU': cpuMicros,
  failed,
  'of the floor': against === undefined ? '' : (perSecond / against.perSecond).toFixed(2),
})

try {
  const table = []
  for (const work of ['poll', 'refresh', 'logIn'] as const) {
    const rounds: { ours: Measured[]; floor: Measured[] } = { ours: [], floor: [] }
    // In turns, so that other load on the machine affects both.
    for (let round = 0; round < ROUNDS; round++) {
      rounds.floor.push(await load(floor[work], SECONDS, [world.floor.pid, server]))
      rounds.ours.push(await load(ours[work], SECONDS, [world.product.pid, server]))
    }
    const least = middle(rounds.floor)
    table.push(row(`${work}: floor`, least), row(`${work}: product`, middle(rounds.ours), least))
  }
  const idle = await load(ours.poll, SECONDS, [world.product.pid, server])
  const [busy] = await Promise.all([
    load(ours.poll, SECONDS, [world.product.pid, server]),
    load(ours.logIn, SECONDS, [world.product.pid, server]),
  ])
  table.push(row('poll: alone', idle), row('poll: while all log in', busy, idle))
  new Console(process.stdout).table(table)
  process.stdout.write(
    `First answer after ${world.product.readyAfterMs} ms, the floor's after ${world.floor.readyAfterMs} ms.\n`,
  )
} finally {
  await world.stop()
}
