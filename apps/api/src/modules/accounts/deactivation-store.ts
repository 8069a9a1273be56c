import type { Executor } from '../../platform/database/database.ts'
import { bytes, row } from '../../platform/database/rows.ts'
import { raiseForChecks } from './tombstone-store.ts'

/** The account can't be signed in to, and nothing about the age is known; it is erased once the given moment has come. */
const DEACTIVATE = `
  update account set state = 'deactivated', adult = false, verified_on = null, erase_after = $2
  where id = $1 and state = 'active'`

const END_SESSIONS = `update session_family set state = 'revoked' where account_id = $1`
const END_CODES = 'delete from sms_challenge where account_id = $1'
const END_RECOVERY = 'delete from recovery_token where account_id = $1'
const FORGET_DOCUMENT = 'delete from proof_document where account_id = $1'

const FORGET_DEVICES = `
  with known as (delete from account_device where account_id = $1 returning device_hash),
  gone as (delete from device d using known where d.hash = known.device_hash
    and not exists (select 1 from account_device o where o.device_hash = d.hash and o.account_id <> $1))
  select device_hash from known`

/** Ends an account at once. The caller holds its row. @returns the browsers that it knew */
export async function deactivate(tx: Executor, accountId: string, now: Date, eraseAfter = now): Promise<Buffer[]> {
  await raiseForChecks(tx, accountId, now)
  await tx.query(DEACTIVATE, [accountId, eraseAfter])
  for (const statement of [END_SESSIONS, END_CODES, END_RECOVERY, FORGET_DOCUMENT])
    await tx.query(statement, [accountId])
  const known = await tx.query(FORGET_DEVICES, [accountId], row({ device_hash: bytes }))
  return known.map(({ device_hash }) => device_hash)
}

export const holdForDeactivation = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query('select 1 from account where id = $1 for update', [accountId]))

const DUE = `select 1 from account where id = $1 and state = 'deactivated' and erase_after <= $2 for update`

/** Holds a deactivated account whose time has come. @returns false when there is none */
export const holdDue = async (tx: Executor, accountId: string, now: Date): Promise<boolean> =>
  (await tx.query(DUE, [accountId, now])).length > 0

/**
 * Everything that refers to the account goes with it, and the identity-check service gets the order to erase it. Counters
 * and registrations are kept by number; a registration after the end is another person's.
 */
const ERASE = `
  with gone as (
    delete from account where id = $1 and state = 'deactivated' and erase_after <= $2 returning phone_idx, erase_after),
  vendor as (
    insert into vendor_erasure (check_id, next_attempt_at, created_at)
    select id, $2, $2 from identity_check where account_id = $1 and exists (select 1 from gone)),
  registrations as (delete from registration r using gone
    where r.phone_idx = gone.phone_idx and r.created_at <= gone.erase_after)
  select phone_idx from gone`

/** Removes a deactivated account whose time has come. Repeating it changes nothing. @returns its number, if it was there */
export const erase = async (tx: Executor, accountId: string, now: Date): Promise<Buffer | undefined> =>
  (await tx.query(ERASE, [accountId, now], row({ phone_idx: bytes })))[0]?.phone_idx
