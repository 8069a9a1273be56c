import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { createServerDatabase } from './postgres-server.ts'
import type { Database } from './database.ts'
import { bytes, int, nullable, row, text, timestamp } from './rows.ts'
import { RoundTrip } from './round-trip.ts'

let db: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  db = createServerDatabase({ connectionString: made.url, maxConnections: 1, onIdleError: () => {} })
  // A table that the product has too: every statement of these tests is prepared on the embedded database as well.
  await db.execute('create table tombstone (hash bytea primary key, expires_at timestamptz not null)')
})
afterAll(async () => {
  await db.close()
  await drop()
})
beforeEach(() => db.execute('truncate tombstone'))

const ADD = 'insert into tombstone (hash, expires_at) values ($1, now())'
const ADDED = 'insert into tombstone (hash, expires_at) values ($1, now()) returning hash'
const stored = async () =>
  (await db.query('select hash from tombstone order by hash', [], row({ hash: bytes }))).map(({ hash }) => String(hash))
const [a, b] = [Buffer.from('a'), Buffer.from('b')]

/** How often the driver is given something to send. */
async function tripsOf(run: () => Promise<unknown>): Promise<string[][]> {
  const client = pg.Client.prototype as unknown as { query: (this: unknown, ...given: unknown[]) => unknown }
  const send = client.query
  const trips: string[][] = []
  client.query = function (...given) {
    if (given[0] instanceof RoundTrip) trips.push(given[0].statements.map((one) => one.text))
    return send.apply(this, given)
  }
  try {
    await run()
  } finally {
    client.query = send
  }
  return trips
}

describe('a transaction', () => {
  test('OPS-71 begins with its first statement, and commits with the one that is said to be its last', async () => {
    const trips = await tripsOf(() =>
      db.transaction(async (tx) => {
        await tx.query(ADD, [a])
        return tx.lastly((last) => last.query(ADDED, [b]))
      }),
    )
    expect(trips).toEqual([
      ['begin', ADD],
      [ADDED, 'commit'],
    ])
    expect(await stored()).toEqual(['a', 'b'])
  })

  test('OPS-71 of a single last statement is sent at once, and what waits ahead of a statement with it', async () => {
    const lock = 'select pg_advisory_xact_lock($1)'
    const trips = await tripsOf(() =>
      db.transaction(async (tx) => {
        tx.ahead(lock, [1])
        await tx.lastly((last) => last.query(ADD, [a]))
      }),
    )
    expect(trips).toEqual([['begin', lock, ADD, 'commit']])
  })

  test('OPS-71 without a statement sends nothing', async () => {
    expect(await tripsOf(() => db.transaction(() => Promise.resolve()))).toEqual([])
  })

  test.each([
    ['its last statement', [a, a]],
    ['the statement before it', [a, a, b]],
  ])('OPS-71 leaves nothing when %s fails', async (_, hashes) => {
    const failing = db.transaction(async (tx) => {
      for (const hash of hashes.slice(0, -1)) await tx.query(ADD, [hash])
      await tx.lastly((last) => last.query(ADD, hashes.slice(-1)))
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([])
  })

  test('OPS-71 runs no statement behind one that failed in the same round trip', async () => {
    const failing = db.transaction(async (tx) => {
      tx.ahead('select pg_advisory_xact_lock($1)', ['no number'])
      await tx.lastly((last) => last.query(ADD, [a]))
    })
    await expect(failing).rejects.toMatchObject({ code: '22P02' })
    expect(await stored()).toEqual([])
  })

  test('OPS-71 takes no statement behind its last one', async () => {
    const late = db.transaction(async (tx) => {
      await tx.lastly((last) => last.query(ADD, [a]))
      await tx.query(ADD, [b])
    })
    await expect(late).rejects.toThrow('after the last statement')
    expect(await stored()).toEqual(['a'])
  })

  test('OPS-71 that throws before its last statement leaves nothing', async () => {
    const thrown = db.transaction(async (tx) => {
      await tx.query(ADD, [a])
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    expect(await stored()).toEqual([])
  })
})

test('OPS-06 a statement that failed when it was prepared, or ran, runs afterwards on the same connection', async () => {
  const add = (hash: Buffer | null) =>
    db.query('insert into tombstone (hash, expires_at) values ($1, now()) returning 1', [hash])
  await expect(add(null)).rejects.toMatchObject({ code: '23502' })
  await add(a)
  await expect(add(a)).rejects.toMatchObject({ code: '23505' })
  await add(b)
  expect(await stored()).toEqual(['a', 'b'])
})

test('OPS-06 rows are read the same the first time, when they are described, and afterwards', async () => {
  const ROW = row({ n: int, t: text, b: bytes, at: timestamp, no: nullable(text) })
  const read = (n: number) =>
    db.query(
      `select $1::int as n, 'ä' as t, '\\x00ff'::bytea as b, to_timestamp($1::int) as at, null::text as no`,
      [n],
      ROW,
    )
  for (const n of [1, 2])
    expect(await read(n)).toEqual([{ n, t: 'ä', b: Buffer.from('00ff', 'hex'), at: new Date(n * 1_000), no: null }])
})
