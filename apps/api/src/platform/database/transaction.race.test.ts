import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '#test/create-database.ts'
import { createServerDatabase } from './postgres-server.ts'
import type { Database } from './database.ts'
import { bytes, row } from './rows.ts'

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
const stored = async () =>
  (await db.query('select hash from tombstone order by hash', [], row({ hash: bytes }))).map(({ hash }) => String(hash))
const [a, b] = [Buffer.from('a'), Buffer.from('b')]

describe('a transaction', () => {
  test('A transaction leaves nothing when one of its queries fails [OPS-71]', async () => {
    const failing = db.transaction(async (tx) => {
      for (const hash of [a, b, a]) await tx.query(ADD, [hash])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await stored()).toEqual([])
  })

  test('A transaction leaves nothing when it throws [OPS-71]', async () => {
    const thrown = db.transaction(async (tx) => {
      await tx.query(ADD, [a])
      throw new Error('no')
    })
    await expect(thrown).rejects.toThrow('no')
    expect(await stored()).toEqual([])
  })

  test('A transaction runs again after a deadlock [OPS-71]', async () => {
    let tries = 0
    const again = db.transaction(async (tx) => {
      await tx.query(ADD, [a])
      if (++tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
    })
    await again
    expect([tries, await stored()]).toEqual([3, ['a']])
  })
})
