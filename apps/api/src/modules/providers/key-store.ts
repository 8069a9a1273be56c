import { SCOPES, type Scope } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { array, bool, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const scopes = array(oneOf(SCOPES))

const KEY = row({
  id: text,
  provider_id: text,
  from_file: bool,
  live: nullable(bool),
  scopes,
  created_at: nullable(timestamp),
  last_used_on: nullable(text),
  expires_at: nullable(timestamp),
  revoked_at: nullable(timestamp),
})
const SELECT = `
  select id, provider_id, from_file, live, scopes, created_at, last_used_on::text, expires_at, revoked_at
  from provider_key`

const FIND_VALID = `
  select k.id, k.provider_id, k.scopes, k.last_used_on::text from provider_key k join provider p on p.id = k.provider_id
  where k.hash = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and p.suspended_at is null`
const VALID = row({ id: text, provider_id: text, scopes, last_used_on: nullable(text) })
const MARK_USED = 'update provider_key set last_used_on = $2 where id = $1 and last_used_on is distinct from $2'

const ADD = `
  insert into provider_key (id, hash, provider_id, live, scopes, created_at, expires_at, from_file)
  values ($1, $2, $3, $4, $5, $6, $7, false)`
const REVOKE = `
  update provider_key set revoked_at = $2 where id = $1 and not from_file and revoked_at is null returning id`
const END = `
  update provider_key set expires_at = least(expires_at, $2)
  where id = $1 and not from_file and revoked_at is null and (expires_at is null or expires_at > $3) returning id`

const PUT_LISTED = `
  insert into provider_key (hash, provider_id, id, from_file, scopes) values ($1, $2, $3, true, $4)
  on conflict (hash) do update set scopes = excluded.scopes where provider_key.from_file`
const REMOVE_UNLISTED = `
  delete from provider_key where from_file and (provider_id <> all($1) or encode(hash, 'hex') <> all($2))`

export type KeyEntry = {
  id: string
  providerId: string
  fromFile: boolean
  /** null: from the file, where only its hash is known. */
  live: boolean | null
  scopes: Scope[]
  createdAt: Date | null
  lastUsedOn: string | null
  expiresAt: Date | null
  revokedAt: Date | null
}

export type NewKey = {
  id: string
  hash: Buffer
  providerId: string
  live: boolean
  scopes: readonly Scope[]
  createdAt: Date
  expiresAt: Date | null
}

const readEntries = async (db: Executor, rest: string, values: unknown[]): Promise<KeyEntry[]> =>
  (await db.query(`${SELECT} ${rest}`, values, KEY)).map((found) => ({
    id: found.id,
    providerId: found.provider_id,
    fromFile: found.from_file,
    live: found.live,
    scopes: found.scopes,
    createdAt: found.created_at,
    lastUsedOn: found.last_used_on,
    expiresAt: found.expires_at,
    revokedAt: found.revoked_at,
  }))

/** The key of this hash, if it is neither revoked nor expired. */
export async function findValidKey(db: Executor, hash: Buffer, now: Date) {
  const [key] = await db.query(FIND_VALID, [hash, now], VALID)
  return key && { id: key.id, providerId: key.provider_id, scopes: key.scopes, lastUsedOn: key.last_used_on }
}

/** Records the last use by the day, so that not every request is a write. */
export const markKeyUsed = async (db: Executor, id: string, day: string): Promise<void> =>
  void (await db.query(MARK_USED, [id, day]))

/** Keys from the file first, then the oldest first. */
export const readKeys = (db: Executor, providerId: string): Promise<KeyEntry[]> =>
  readEntries(db, 'where provider_id = $1 order by created_at nulls first, id', [providerId])

export async function findKey(db: Executor, id: string): Promise<KeyEntry | undefined> {
  const [key] = await readEntries(db, 'where id = $1', [id])
  return key
}

export async function addKey(tx: Executor, key: NewKey): Promise<void> {
  const { id, hash, providerId, live, createdAt, expiresAt } = key
  await tx.query(ADD, [id, hash, providerId, live, key.scopes, createdAt, expiresAt])
}

/** @returns false when it is revoked, or from the file */
export const revokeKey = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(REVOKE, [id, now])).length > 0

/** Lets a key expire at `endsAt` at the latest. @returns false when it is over, or from the file */
export const endKey = async (tx: Executor, id: string, endsAt: Date, now: Date): Promise<boolean> =>
  (await tx.query(END, [id, endsAt, now])).length > 0

type ListedKey = { hash: Buffer; providerId: string; id: string; scopes: readonly Scope[] }

/** Makes the key what the operator's file says. */
export const putListedKey = async (tx: Executor, key: ListedKey): Promise<void> =>
  void (await tx.query(PUT_LISTED, [key.hash, key.providerId, key.id, key.scopes]))

/** Removes keys of the file after their provider or hash has left it. `hashes` are hexadecimal. */
export const removeUnlistedKeys = async (
  tx: Executor,
  providerIds: readonly string[],
  hashes: readonly string[],
): Promise<void> => void (await tx.query(REMOVE_UNLISTED, [providerIds, hashes]))
