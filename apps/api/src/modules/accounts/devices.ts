import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, row } from '../../platform/database/rows.ts'
import { sweepOf, walkedFrom } from '../../platform/database/sweep.ts'

/** Browsers that an account recognises, and accounts that recognise a browser. */
const MOST_OF_ACCOUNT = 10
const MOST_OF_DEVICE = 5

const RECOGNISE = `
  insert into account_device (account_id, device_hash, known_since, last_used_at) values ($1, $2, $3, $3)
  on conflict (account_id, device_hash) do update set last_used_at = excluded.last_used_at
  returning xmax = 0 as added`

const TRIM_OF_ACCOUNT = `
  delete from account_device where account_id = $1 and device_hash not in (
    select device_hash from account_device where account_id = $1
    order by (device_hash = $2) desc, last_used_at desc limit ${MOST_OF_ACCOUNT})`
const TRIM_OF_DEVICE = `
  delete from account_device where device_hash = $2 and account_id not in (
    select account_id from account_device where device_hash = $2
    order by (account_id = $1) desc, last_used_at desc limit ${MOST_OF_DEVICE})`

/**
 * Adds a browser in which PIN and SMS code were right. Beyond the maxima, the least recently used rows are deleted, also those of other
 * accounts that recognise the browser. The caller has locked the account's row.
 * @returns whether it was not recognised before
 */
export async function recognise(tx: Executor, accountId: string, device: Buffer, now: Date): Promise<boolean> {
  const [stored] = await tx.query(RECOGNISE, [accountId, device, now], row({ added: bool }))
  if (stored?.added !== true) return false
  await tx.query(TRIM_OF_ACCOUNT, [accountId, device])
  await tx.query(TRIM_OF_DEVICE, [accountId, device])
  return true
}

export const isRecognised = async (db: Executor, device: Buffer): Promise<boolean> =>
  (await db.query('select 1 from account_device where device_hash = $1 limit 1', [device])).length > 0

export const forgetDevices = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query('delete from account_device where account_id = $1', [accountId]))

/** A browser is forgotten in the course of the 180th day after its last log-in, which renews its cookie too. */
export const sweepDevices = sweepOf({
  keepMs: walkedFrom(180 * 24 * HOUR_MS),
  table: 'account_device',
  where: 't.last_used_at <= $3',
})
