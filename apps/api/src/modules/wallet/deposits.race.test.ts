import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../platform/database/migrate.ts'
import { createServerDatabase } from '../../platform/database/postgres-server.ts'
import { receiveDeposit } from './deposits.ts'
import { balanceOf } from './wallet-store.ts'
import { openWallet as open } from './wallets.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { createDatabase } from '#test/create-database.ts'
import { noAudit } from '#test/no-audit.ts'

const AT_ONCE = 3
const AMOUNT = 1_000
const now = new Date('2026-03-01T12:00:00Z')

let database: ReturnType<typeof createServerDatabase>
let drop = async () => {}

beforeAll(async () => {
  const made = await createDatabase()
  drop = made.drop
  // The statement times out before PostgreSQL would resolve a deadlock, so a deadlock fails the test.
  const connectionString = `${made.url}?options=-c%20deadlock_timeout%3D60s`
  const settings = { connectionString, maxConnections: AT_ONCE + 2 }
  database = createServerDatabase({ ...settings, onIdleError: () => {} })
  await migrate(database, resolve(import.meta.dirname, '../../../migrations'), now)
})
afterAll(async () => {
  await database.close()
  await drop()
})

async function openWallet() {
  const accountId = newId('usr')
  await database.query(
    `insert into account (id, phone_idx, phone_enc, pin_enc, language, data_collection_consent, created_at)
     values ($1, $2, '', '', 'en', false, $3)`,
    [accountId, tokenHash(accountId), now],
  )
  const referenceHash = tokenHash(`reference ${accountId}`)
  const fresh = { accountId, availableId: newId('lac'), reservedId: newId('lac'), referenceHash }
  const wallet = (await open({ db: database, audit: noAudit }, fresh)) ?? expect.fail('no wallet')
  return { referenceHash, balance: () => balanceOf(database, wallet) }
}

const waiting = async () =>
  (
    await database.query(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]?.count

test('WALLET-04 R-17 concurrent deposits into one wallet do not deadlock', async () => {
  const { referenceHash, balance } = await openWallet()
  const receive = () =>
    receiveDeposit(
      { db: database, audit: noAudit },
      {
        eventId: newId('m'),
        paymentId: newId('p'),
        amount: AMOUNT,
        currency: 'EUR',
        referenceHash,
        now,
      },
    )

  const { coming } = await database.transaction(async (tx) => {
    await tx.query(`select 1 from ledger_account where id = 'bank' for update`)
    const all = Promise.allSettled(Array.from({ length: AT_ONCE }, receive))
    await expect.poll(waiting).toBe(AT_ONCE)
    return { coming: all }
  })
  const credited = { status: 'fulfilled', value: 'credited' }
  expect(await coming).toEqual(Array.from({ length: AT_ONCE }, () => credited))
  expect(await balance()).toEqual({ available: AT_ONCE * AMOUNT, reserved: 0 })
})
