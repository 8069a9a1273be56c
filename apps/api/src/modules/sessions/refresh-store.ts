import type { Device } from '../../platform/device.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import type { NewAccessToken } from './session-store.ts'

/** A refresh token that was used, by a device, and the access token that it is to bring. */
export type Refresh = { familyId: string; generation: number; device: Device; accessHash: Buffer }
/** The session's account, and the generation that is in use now. */
export type Promoted = { accountId: string; generation: number }

type Moment = {
  now: Date
  idleExpiresAt: Date
  /** A token that retired before this moment no longer counts as a race of two tabs. */
  raceSince: Date
  accessExpiresAt: Date
}

/** The slots of a session: their number is in the schema as well. */
const MAX_ACCESS_TOKENS = 5

/** The oldest token's slot is overwritten. A row that another refresh has stored a moment ago is overwritten too. */
const STORE = `
  on conflict (family_id, slot) do update set hash = excluded.hash, expires_at = excluded.expires_at`

/**
 * One write decides. Refreshes of the same session wait for its row, and then each condition and each value is computed
 * again from the row as the one before has left it. The predecessor of a generation is good for a moment after the
 * promotion (two tabs), and changes nothing but the slot.
 */
const refreshOf = (held: string) => `
  with wanted as (
    select * from unnest($1::text[], $2::int[], $3::bytea[], $4::bytea[]) as w (id, used, device, hash)),
  ${held}
  family as (
    update session_family f set
      generation = greatest(f.generation, w.used),
      promoted_at = case when w.used > f.generation then $5 else f.promoted_at end,
      idle_expires_at = case when w.used >= f.generation then least($6, f.expires_at) else f.idle_expires_at end,
      newest_slot = (f.newest_slot + 1) % ${MAX_ACCESS_TOKENS}
    from wanted w
    where f.id = w.id and f.id = any(${held === '' ? '$1' : 'array(select id from held)'})
      and f.scope = 'full' and f.state = 'live' and f.idle_expires_at > $5 and f.expires_at > $5
      and (f.device_hash is null or f.device_hash = w.device)
      and (w.used in (f.generation, f.generation + 1) or (w.used = f.generation - 1 and f.promoted_at > $7))
    returning f.id, f.account_id, f.generation, f.expires_at, f.newest_slot, w.hash),
  token as (
    insert into access_token (hash, family_id, slot, expires_at)
    select hash, id, newest_slot, least($8, expires_at) from family ${STORE})
  select id, account_id, generation from family`

const REFRESH = refreshOf('')
/** Those whose session another call holds are left out: a statement with several rows that waits could wait for ever. */
const REFRESH_FREE = refreshOf(`held as materialized (
    select id from session_family where id = any($1) for no key update skip locked),`)

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

const REFRESHED = row({ id: text, account_id: text, generation: int })
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

async function promoteBy(
  db: Executor,
  statement: string,
  refreshes: readonly Refresh[],
  { now, idleExpiresAt, raceSince, accessExpiresAt }: Moment,
): Promise<ReadonlyMap<string, Promoted>> {
  const columns = [
    refreshes.map(({ familyId }) => familyId),
    refreshes.map(({ generation }) => generation),
    refreshes.map(({ device }) => device),
    refreshes.map(({ accessHash }) => accessHash),
  ]
  const refreshed = await db.query(statement, [...columns, now, idleExpiresAt, raceSince, accessExpiresAt], REFRESHED)
  return new Map(refreshed.map(({ id, account_id, generation }) => [id, { accountId: account_id, generation }]))
}

/**
 * Stores each access token in the place of the session's oldest one, and promotes the generation when its successor is used
 * for the first time. Several sessions are one statement; what it leaves, another use of the same session or one that is
 * held or refused, is decided on its own.
 * @returns in their order, those that are decided on their own as promises; undefined where the family is over, another device's, or the generation is not one of the living
 */
export async function promoteAll(
  db: Executor,
  refreshes: readonly Refresh[],
  moment: Moment,
): Promise<(Promoted | undefined | Promise<Promoted | undefined>)[]> {
  const one = async (refresh: Refresh) => (await promoteBy(db, REFRESH, [refresh], moment)).get(refresh.familyId)
  const joined = new Map(refreshes.map((refresh) => [refresh.familyId, refresh]))
  if (joined.size === 1) return refreshes.map(one)
  const promoted = await promoteBy(db, REFRESH_FREE, [...joined.values()], moment)
  return refreshes.map((refresh) => {
    const found = joined.get(refresh.familyId) === refresh ? promoted.get(refresh.familyId) : undefined
    return found ?? one(refresh)
  })
}

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
