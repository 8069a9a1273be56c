import { MINUTE_MS } from '@avouch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openStoreDatabase } from '#test/store-database.ts'
import { later } from './clock.ts'
import { startOutboxes, type Claimed } from './outbox.ts'
import { repeat } from './repeat.ts'

const BEGIN = new Date('2026-03-01T12:00:00Z')

let db: Awaited<ReturnType<typeof openStoreDatabase>>
beforeAll(async () => {
  db = await openStoreDatabase()
  await db.execute('create table parcel (id text primary key, receiver text, state text, tries int, due timestamptz)')
})
afterAll(() => db.close())
beforeEach(() => db.execute('truncate parcel'))

const add = (id: string, receiver = id) =>
  db.query(`insert into parcel values ($1, $2, 'open', 0, $3)`, [id, receiver, BEGIN])
const tries = async () =>
  (await db.query('select id, tries from parcel order by id')).map(({ id, tries }) => [id, tries])

/** A process; what it works on ends when the test says so. */
function startProcess(clock: () => Date, limits = { inAll: 10, inGroup: 10 }) {
  const begun: string[] = []
  const ends = new Map<string, (again?: Date) => void>()
  let look = () => {}
  const started = startOutboxes(
    {
      db,
      clock,
      announcements: { on: (_, heard) => void (look = heard) },
      repeat: (run, given) => repeat(run, { ...given, everyMs: MINUTE_MS }),
      jobLog: { begin: () => {}, run: (_, work) => work() },
      warn: () => {},
    },
    [
      {
        name: 'parcels',
        table: 'parcel',
        key: 'id',
        attempts: 'tries',
        dueAt: 'due',
        open: `t.state = 'open'`,
        group: 't.receiver',
        limits,
        run: ({ id }: Claimed, signal) =>
          new Promise((resolve) => {
            begun.push(id)
            ends.set(id, resolve)
            signal.addEventListener('abort', () => resolve(undefined))
          }),
      },
    ],
  )
  return {
    begun,
    look: () => look(),
    end: (id: string, again?: Date) => ends.get(id)?.(again),
    async stop() {
      const stopped = started.stop()
      for (const end of ends.values()) end()
      await stopped
    },
  }
}
/** Also waits for a statement too many. */
const began = async ({ begun, look }: ReturnType<typeof startProcess>, ids: string[]) => {
  look()
  await expect.poll(() => begun).toEqual(ids)
  await db.query('select 1')
  expect(begun).toEqual(ids)
}

test('Several slow receivers together delay no other [PROV-15]', async () => {
  for (const id of ['a1', 'a2', 'a3', 'a4']) await add(id, 'slow')
  for (const id of ['b1', 'b2', 'b3', 'b4']) await add(id, 'slow too')
  await add('c', 'quick')
  const process = startProcess(() => BEGIN, { inAll: 8, inGroup: 4 })
  await began(process, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c'])
  await process.stop()
})

test('Work under way is limited, and the next begins when one ends [PROV-15]', async () => {
  for (const id of ['a', 'b', 'c']) await add(id)
  const process = startProcess(() => BEGIN, { inAll: 2, inGroup: 2 })
  await began(process, ['a', 'b'])
  process.end('a', later(BEGIN, MINUTE_MS))
  await began(process, ['a', 'b', 'c'])
  await process.stop()
})

test('Work comes again when it said so, and that of a dead process when its lease has ended [OPS-03]', async () => {
  let now = BEGIN
  const [dead, other] = [startProcess(() => now), startProcess(() => now)]
  await add('a')
  await began(dead, ['a'])
  await began(other, [])
  now = later(now, MINUTE_MS)
  await began(other, ['a'])
  expect(await tries()).toEqual([['a', 2]])
  // The process was only slow: its answer no longer counts.
  dead.end('a', later(now, -MINUTE_MS))
  other.end('a', later(now, MINUTE_MS))
  await Promise.all([dead, other].map((process) => process.stop()))
  const next = startProcess(() => now)
  await began(next, [])
  now = later(now, MINUTE_MS)
  await began(next, ['a'])
  await next.stop()
})
