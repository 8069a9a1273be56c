import type { Executor } from '../../platform/database/database.ts'
import { array, bool, bytes, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { Challenge } from './challenges.ts'
import type { NewCredential } from './verification.ts'

const SPEND = 'insert into spent_challenge (hash, expires_at) values ($1, $2) on conflict do nothing returning 1'

/** @returns false for a challenge that was used before */
export const spendChallenge = async (tx: Executor, { hash, expiresAt }: Challenge): Promise<boolean> =>
  (await tx.query(SPEND, [hash, expiresAt])).length > 0

export const sweepChallenges = sweepOf({ keepMs: 0, table: 'spent_challenge', by: 'expires_at' })

const NAME_USER = 'update account set user_handle = coalesce(user_handle, $2) where id = $1 returning user_handle'

/** The account's name at authenticators: `fresh`, unless it has one. @returns undefined when the account is gone */
export async function nameUser(db: Executor, accountId: string, fresh: Buffer): Promise<Buffer | undefined> {
  const [named] = await db.query(NAME_USER, [accountId, fresh], row({ user_handle: bytes }))
  return named?.user_handle
}

const LIST = `
  select id, credential_id, transports, name, created_at, to_char(last_used_on, 'YYYY-MM-DD') as last_used_on, synced
  from passkey where account_id = $1 order by created_at desc, id`
const LISTED = row({
  id: text,
  credential_id: bytes,
  transports: nullable(array(text)),
  name: text,
  created_at: timestamp,
  last_used_on: nullable(text),
  synced: bool,
})

export const listPasskeys = (db: Executor, accountId: string) => db.query(LIST, [accountId], LISTED)

const STATE = `
  select a.unknown_reset_at, (select count(*)::int from passkey p where p.account_id = a.id) as total,
    exists (select from passkey p where p.id = f.opened_by and p.created_at < a.unknown_reset_at) as by_older
  from account a join session_family f on f.account_id = a.id where f.id = $1 and f.state = 'live'`
const STATE_ROW = row({ unknown_reset_at: nullable(timestamp), total: int, by_older: bool })

/**
 * Reads on what it depends that a session may add and remove passkeys; `by_older`: one from before the reset opened it.
 * @returns undefined when the session is over
 */
export const findState = async (db: Executor, familyId: string) => (await db.query(STATE, [familyId], STATE_ROW))[0]

/** Every change of an account's passkeys, and each log-in by one, locks its row first. */
export const lockOwner = async (tx: Executor, accountId: string): Promise<void> =>
  void (await tx.query('select 1 from account where id = $1 for no key update', [accountId]))

const INSERT = `
  insert into passkey (id, account_id, credential_id, public_key, counter, synced, transports, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning 1`
type NewPasskey = NewCredential & { id: string; accountId: string; name: string; now: Date }

/** @returns false for a credential that an account has already */
export async function insertPasskey(tx: Executor, passkey: NewPasskey): Promise<boolean> {
  const { id, accountId, credentialId, publicKey, counter, synced, transports, name, now } = passkey
  const values = [id, accountId, credentialId, publicKey, counter, synced, transports, name, now]
  return (await tx.query(INSERT, values)).length > 0
}

const RENAME = 'update passkey set name = $3 where id = $1 and account_id = $2 returning 1'
export const renamePasskey = async (db: Executor, id: string, accountId: string, name: string): Promise<boolean> =>
  (await db.query(RENAME, [id, accountId, name])).length > 0

const DELETE = 'delete from passkey where id = $1 and account_id = $2 returning 1'
export const deletePasskey = async (tx: Executor, id: string, accountId: string): Promise<boolean> =>
  (await tx.query(DELETE, [id, accountId])).length > 0

const FIND = `
  select p.id, p.account_id, p.public_key, a.user_handle from passkey p join account a on a.id = p.account_id
  where p.credential_id = $1`
const FOUND = row({ id: text, account_id: text, public_key: bytes, user_handle: nullable(bytes) })

/** The passkey that a browser names. */
export const findPasskey = async (db: Executor, credentialId: Buffer) =>
  (await db.query(FIND, [credentialId], FOUND))[0]

/** 0 comes from authenticators that do not count; any other number has to be higher than the one before. */
const USE = `
  with used as (
    update passkey set last_used_on = ($3::timestamptz at time zone 'UTC')::date, counter = $2
    where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning account_id, last_used_on)
  update account a set signed_in_on = u.last_used_on from used u where a.id = u.account_id returning 1`

/** @returns false where the counter goes back: the key was copied */
export const usePasskey = async (tx: Executor, id: string, counter: number, now: Date): Promise<boolean> =>
  (await tx.query(USE, [id, counter, now])).length > 0

/** Those made soon after an earlier reset in an unrecognised browser are those of whoever reset it: read before this reset is noted. */
const END_DOUBTFUL = `
  delete from passkey p using account a
  where a.id = $1 and p.account_id = a.id and p.created_at between a.unknown_reset_at and a.unknown_reset_at + interval '30 days'
  returning 1`

/** @returns whether there were any */
export const endDoubtfulPasskeys = async (tx: Executor, accountId: string): Promise<boolean> =>
  (await tx.query(END_DOUBTFUL, [accountId])).length > 0
