import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { withClient } from '#test/with-client.ts'
import { isConnectionLost } from './availability.ts'
import type { Database, Executor } from './database.ts'
import { openEmbeddedDatabase } from './embedded.ts'
import { createServerDatabase } from './postgres-server.ts'

const STATEMENT_MS = 1_700
/** Longer than PostgreSQL takes to notice a deadlock. */
const LOCK_MS = 1_500
const TABLE = `
  create table held (n integer primary key, step integer not null default 0 check (step < 9));
  create table noted (n integer primary key)`
const HOLD = 'update held set step = step + $2::integer where n = $1'
const NOTE = 'insert into noted (n) values ($1)'

let made: Awaited<ReturnType<typeof createDatabase>>
let server: Database
let embedded: Database

beforeAll(async () => {
  made = await createDatabase()
  const timeouts = { statementMs: STATEMENT_MS, lockMs: LOCK_MS, idleInTransactionMs: 5_000 }
  server = createServerDatabase({ connectionString: made.url, maxConnections: 4, timeouts, onIdleError: () => {} })
  embedded = await openEmbeddedDatabase(undefined)
  for (const db of [server, embedded]) await db.execute(TABLE)
})
afterAll(async () => {
  await server.close()
  await embedded.close()
  await made.drop()
})
beforeEach(async () => {
  for (const db of [server, embedded])
    await db.execute('truncate held, noted; insert into held (n) select generate_series(1, 4)')
})

const noted = async (db: Database) => (await db.query('select n from noted order by n')).map(({ n }) => n)
const steps = async (db: Database) => (await db.query('select step from held order by n')).map(({ step }) => step)
const wrong = (db: Database, run: (tx: Executor) => Promise<unknown>): Promise<unknown> =>
  db.transaction(run).then(
    () => undefined,
    (error: unknown) => error,
  )

test('An error of any statement that is sent with the commit undoes all of the transaction, and is the one that its caller gets [OPS-28]', async () => {
  for (const db of [server, embedded]) {
    await db.query(NOTE, [7])
    const failing: [text: string, values: number[], code: string][] = [
      [NOTE, [7], '23505'],
      [HOLD, [2, 9], '23514'],
      [NOTE, [Number.NaN], '22P02'],
      ['insert into missing (n) values ($1)', [1], '42P01'],
    ]
    for (const [text, values, code] of failing) {
      const error = await wrong(db, async (tx) => {
        await tx.query(HOLD, [1, 1])
        await tx.atCommit(NOTE, [1])
        await tx.atCommit(text, values)
        await tx.atCommit(NOTE, [3])
      })
      expect(error).toMatchObject({ code })
      expect([await noted(db), await steps(db)]).toEqual([[7], [0, 0, 0, 0]])
    }
  }
  // The same statements are good afterwards, on every connection: none counts as prepared that is not.
  const once = (n: number) => server.transaction((tx) => tx.atCommit(NOTE, [n]))
  await Promise.all([10, 11, 12, 13, 14, 15].map(once))
  expect(await noted(server)).toEqual([7, 10, 11, 12, 13, 14, 15])
})

test('A transaction that fails after it had statements for the commit leaves nothing of them [OPS-28]', async () => {
  for (const db of [server, embedded]) {
    const thrown = new Error('changed its mind')
    const error = await wrong(db, async (tx) => {
      await tx.atCommit(NOTE, [1])
      throw thrown
    })
    expect(error).toBe(thrown)
    const invalid = await wrong(db, async (tx) => {
      await tx.atCommit(NOTE, [2])
      await tx.atCommit('insert into noted (n) select 3 where $1::timestamptz is null', [new Date(Number.NaN)])
    })
    expect(invalid).toBeInstanceOf(Error)
    expect(await noted(db)).toEqual([])
  }
})

test('Transactions whose last statements deadlock run again, and both are stored once [OPS-28]', async () => {
  const held = Promise.withResolvers<void>()
  let runs = 0
  const both = async (first: number, last: number) =>
    server.transaction(async (tx) => {
      await tx.query(HOLD, [first, 1])
      if (++runs === 2) held.resolve()
      await held.promise
      await tx.atCommit(HOLD, [last, 1])
      await tx.atCommit('insert into noted (n) values ($1)', [first])
    })
  await Promise.all([both(1, 2), both(2, 1)])
  expect(await steps(server)).toEqual([2, 2, 0, 0])
  expect(await noted(server)).toEqual([1, 2])
})

/** Runs while another session has locked a row. */
async function whileLocked<T>(run: (free: () => Promise<unknown>, pid: number) => Promise<T>): Promise<T> {
  return withClient(made.url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await client.query('begin')
    await client.query('select 1 from held where n = 1 for update')
    return run(() => client.query('rollback'), rows[0]?.pid ?? 0)
  })
}

test('Last statements that wait too long for a lock, or run too long, are an outage for their caller, and none for others [OPS-07]', async () => {
  const late = [
    () => whileLocked(() => wrong(server, (tx) => tx.atCommit(HOLD, [1, 1]))),
    () => wrong(server, (tx) => tx.atCommit('select pg_sleep($1)', [10])),
  ]
  for (const [i, run] of late.entries()) {
    const error = await run()
    expect(error).toMatchObject({ code: 'service_unavailable', cause: { code: ['55P03', '57014'][i] } })
    expect(isConnectionLost(error)).toBe(false)
    await server.transaction((tx) => tx.atCommit(HOLD, [3, 1]))
  }
  expect(await steps(server)).toEqual([0, 0, 2, 0])
})

test('Each of several last statements has its own time, so that together they may take longer than one [OPS-07]', async () => {
  const COUNT = 5
  await server.transaction(async (tx) => {
    for (let n = 1; n <= COUNT; n++) await tx.atCommit('insert into noted (n) select $1 from pg_sleep(0.6)', [n])
  })
  expect(await noted(server)).toHaveLength(COUNT)
})

test('A connection that is lost while the last statements run stores nothing, and no other caller is refused [OPS-28]', async () => {
  const error = await whileLocked(async (free) => {
    const running = wrong(server, async (tx) => {
      await tx.query(HOLD, [2, 1])
      await tx.atCommit(NOTE, [1])
      await tx.atCommit(HOLD, [1, 1])
      await tx.atCommit(NOTE, [2])
    })
    await withClient(made.url, async (other) => {
      const kill = `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'update held%'`
      await expect.poll(async () => (await other.query(kill)).rowCount, { interval: 5 }).toBe(1)
    })
    const failed = await running
    await free()
    return failed
  })
  expect(error).toMatchObject({ code: 'service_unavailable' })
  expect(isConnectionLost(error)).toBe(true)
  expect([await noted(server), await steps(server)]).toEqual([[], [0, 0, 0, 0]])
})
