import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import type { NewAccessToken } from './session-store.ts'

/** A refresh token that was used, by a device, and the access token that it is to bring. */
type Refresh = { familyId: string; generation: number; device: Device; accessHash: Buffer }
/** The session's account, and the generation that is in use now. */
type Promoted = { accountId: string; generation: number }

type Moment = {
  now: Date
  idleExpiresAt: Date
  /** A token that retired before this moment no longer counts as a race of two tabs. */
  raceSince: Date
  accessExpiresAt: Date
}

/** The slots of a session: their number is in the schema as well. */
const MAX_ACCESS_TOKENS = 5

/** Overwrites the slot of the oldest token, also one that a concurrent refresh has just stored. */
const STORE = `
  on conflict (family_id, slot) do update set hash = excluded.hash, expires_at = excluded.expires_at`

/**
 * One write decides. Refreshes of the same session wait for its row, and then each condition and each value is computed
 * again from the row as the one before has left it. The predecessor of a generation is good for a moment after the
 * promotion (two tabs), and changes nothing but the slot.
 */
const REFRESH = `
  with family as (
    update session_family set
      generation = greatest(generation, $2),
      promoted_at = case when $2 > generation then $5 else promoted_at end,
      idle_expires_at = case when $2 >= generation then least($6, expires_at) else idle_expires_at end,
      newest_slot = (newest_slot + 1) % ${MAX_ACCESS_TOKENS}
    where id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $5 and expires_at > $5
      and (device_hash is null or device_hash = $3)
      and ($2 in (generation, generation + 1) or ($2 = generation - 1 and promoted_at > $7))
    returning id, account_id, generation, expires_at, newest_slot),
  token as (
    insert into access_token (hash, family_id, slot, expires_at)
    select $4, id, newest_slot, least($8, expires_at) from family ${STORE})
  select account_id, generation from family`

const ADD_ACCESS = `
  with family as (
    update session_family set newest_slot = (newest_slot + 1) % ${MAX_ACCESS_TOKENS} where id = $1 returning id, newest_slot)
  insert into access_token (hash, family_id, slot, expires_at) select $2, id, newest_slot, $3 from family ${STORE}`

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

/** One more access token of a session; beyond the most that it may have, the oldest is overwritten. */
export const addAccess = async (db: Executor, familyId: string, { hash, expiresAt }: NewAccessToken): Promise<void> =>
  void (await db.query(ADD_ACCESS, [familyId, hash, expiresAt]))

/**
 * Stores the access token in the place of the session's oldest one, and promotes the generation when its successor is used for
 * the first time.
 * @returns undefined where the family is over, another device's, or the generation is not one of the living
 */
export async function promote(
  db: Executor,
  { familyId, generation, device, accessHash }: Refresh,
  { now, idleExpiresAt, raceSince, accessExpiresAt }: Moment,
): Promise<Promoted | undefined> {
  const values = [familyId, generation, device, accessHash, now, idleExpiresAt, raceSince, accessExpiresAt]
  const [promoted] = await db.query(REFRESH, values, REFRESHED)
  return promoted && { accountId: promoted.account_id, generation: promoted.generation }
}

/** Reads the family of a refused refresh token. */
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
