import type { Device } from '../../platform/device.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import type { NewAccessToken } from './session-store.ts'

export type Refresh = {
  familyId: string
  generation: number
  device: Device
  now: Date
  idleExpiresAt: Date
  /** A token that retired before this moment no longer counts as a race of two tabs. */
  raceSince: Date
  access: NewAccessToken
}

const MAX_ACCESS_TOKENS = 5

const REFRESH = `
  with family as (
    update session_family set
      generation = $2,
      promoted_at = case when $2 > generation then $3 else promoted_at end,
      idle_expires_at = least($4, expires_at)
    where id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $3 and expires_at > $3
      and (device_hash is null or device_hash = $8)
      and $2 in (generation, generation + 1)
    returning id, account_id, generation, expires_at),
  race as (
    select id, account_id, generation, expires_at from session_family
    where id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $3 and expires_at > $3
      and (device_hash is null or device_hash = $8)
      and $2 = generation - 1 and promoted_at > $5),
  allowed as (select * from family union all select * from race),
  token as (
    insert into access_token (hash, family_id, expires_at) select $6, id, least($7, expires_at) from allowed)
  select account_id, generation from allowed`

/** Serialises changes to the tokens of a family. */
const HOLD = 'select 1 from session_family where id = $1 for no key update'
const ADD_ACCESS = 'insert into access_token (hash, family_id, expires_at) values ($1, $2, $3)'
const DROP_OLDEST = `
  delete from access_token where family_id = $1 and hash not in (
    select hash from access_token where family_id = $1 order by expires_at desc, (hash = $2) desc limit ${MAX_ACCESS_TOKENS})`

const RETIREMENT = `
  select state = 'live' as live, account_id, device_hash, generation, promoted_at
  from session_family where id = $1 and scope = 'full'`

/** The last of them revokes the family. */
const COUNT_MISMATCH = `
  update session_family set device_mismatches = device_mismatches + 1,
    state = case when device_mismatches + 1 >= $2 then 'revoked' else state end
  where id = $1 and scope = 'full' and state = 'live' returning account_id, state = 'revoked' as revoked`

const REFRESHED = row({ account_id: text, generation: int })
const RETIRED = row({
  live: bool,
  account_id: text,
  device_hash: nullable(bytes),
  generation: int,
  promoted_at: nullable(timestamp),
})
const MISMATCHED = row({ account_id: text, revoked: bool })

/** One more access token of a session; beyond the most that it may have, the oldest is deleted. */
export const addAccess = (db: Database, familyId: string, { hash, expiresAt }: NewAccessToken): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(HOLD, [familyId])
    await tx.query(ADD_ACCESS, [hash, familyId, expiresAt])
    await tx.query(DROP_OLDEST, [familyId, hash])
  })

/**
 * Stores the access token in the place of the oldest one beyond the most, and promotes the generation when its successor
 * is used for the first time.
 * @returns undefined when the family is over, another device's, or the generation is not one of the living
 */
export const promote = (
  db: Database,
  { familyId, generation, device, now, idleExpiresAt, raceSince, access }: Refresh,
): Promise<{ accountId: string; generation: number } | undefined> =>
  db.transaction(async (tx) => {
    // A statement that waits for another tab's promotion still reads the family as it was; the next one reads it as it is.
    await tx.query(HOLD, [familyId])
    const values = [familyId, generation, now, idleExpiresAt, raceSince, access.hash, access.expiresAt, device]
    const [refreshed] = await tx.query(REFRESH, values, REFRESHED)
    if (refreshed === undefined) return undefined
    await tx.query(DROP_OLDEST, [familyId, access.hash])
    return { accountId: refreshed.account_id, generation: refreshed.generation }
  })

/** What a refused refresh token was to its family. */
export async function findRetired(db: Executor, familyId: string) {
  const [family] = await db.query(RETIREMENT, [familyId], RETIRED)
  if (family === undefined) return undefined
  const { live, account_id, device_hash, generation, promoted_at } = family
  return { live, accountId: account_id, device: device_hash, generation, promotedAt: promoted_at }
}

/**
 * Counts a refresh from another device than the family's; `atMost` of them revoke it.
 * @returns undefined when the family is over
 */
export async function countMismatch(
  tx: Executor,
  familyId: string,
  atMost: number,
): Promise<{ accountId: string; revoked: boolean } | undefined> {
  const [counted] = await tx.query(COUNT_MISMATCH, [familyId, atMost], MISMATCHED)
  return counted && { accountId: counted.account_id, revoked: counted.revoked }
}
