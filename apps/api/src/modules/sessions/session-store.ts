import type { Device } from '../../platform/device.ts'
import type { NewAccessToken, NewFamily, SessionStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { ownerColumns } from '../codes/index.ts'
import { hasTombstone } from '../accounts/index.ts'

type PreSessionRow = {
  id: string
  account_id: string | null
  registration_id: string | null
  device_hash: Uint8Array | null
}
type RetirementRow = {
  live: boolean
  account_id: string
  device_hash: Uint8Array | null
  generation: number
  promoted_at: Date | null
}

/** Of an owner that goes at the same moment nothing is left to hang on. */
const OPEN = `
  with account_owner as (
    select id from account where id = $3 for key share),
  registration_owner as (
    select id from registration where id = $4 for key share),
  family as (
    insert into session_family
      (id, scope, account_id, registration_id, challenge_id, device_hash, authenticated_at, idle_expires_at, expires_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9
    from (select id from account_owner union all select id from registration_owner) owner
    returning id)
  insert into access_token (hash, family_id, expires_at) select $10, id, $11 from family returning 1`

const FIND_SESSION = `
  select f.id, f.account_id, f.authenticated_at
  from access_token t join session_family f on f.id = t.family_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live' and f.scope = 'full'`

const FIND_PRE_SESSION = `
  select f.id, f.account_id, f.registration_id, f.device_hash
  from access_token t join session_family f on f.id = t.family_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live' and f.scope = 'pre_confirmation'`

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

const MAX_SESSIONS = 10
const MAX_ACCESS_TOKENS = 5

/** The one that was begun longest ago gives way. */
const END_OLDEST = `
  update session_family set state = 'revoked' where id in (
    select id from session_family
    where account_id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $2 and expires_at > $2
    order by authenticated_at desc, (id = $3) desc offset ${MAX_SESSIONS})
  returning id`

/** Whoever holds the family is alone with its tokens. */
const HOLD = 'select 1 from session_family where id = $1 for no key update'
const ADD_ACCESS = 'insert into access_token (hash, family_id, expires_at) values ($1, $2, $3)'
const DROP_OLDEST = `
  delete from access_token where family_id = $1 and hash not in (
    select hash from access_token where family_id = $1 order by expires_at desc, (hash = $2) desc limit ${MAX_ACCESS_TOKENS})`

const RETIREMENT = `
  select state = 'live' as live, account_id, device_hash, generation, promoted_at
  from session_family where id = $1 and scope = 'full'`

/** The last of them ends it. */
const MISMATCHED = `
  update session_family set device_mismatches = device_mismatches + 1,
    state = case when device_mismatches + 1 >= $2 then 'revoked' else state end
  where id = $1 and scope = 'full' and state = 'live' returning account_id, state = 'revoked' as revoked`

const REVOKE_FAMILY = `
  update session_family set state = 'revoked' where id = $1 and state = 'live' returning id, account_id`
const REVOKE_BY_ACCESS = `
  update session_family f set state = 'revoked' from access_token t
  where t.hash = $1 and f.id = t.family_id and f.state = 'live' returning f.id, f.account_id`

const toDevice = (hash: Uint8Array | null): Device => hash && Buffer.from(hash)

/**
 * Stores a family with its first access token; also used inside the transaction that completes a sign-in.
 * @returns false when its owner is gone
 */
export async function openFamily(db: Executor, family: NewFamily, access: NewAccessToken): Promise<boolean> {
  const { id, scope, owner, challengeId, device, now, idleExpiresAt, expiresAt } = family
  const values = [id, scope, ...ownerColumns(owner), challengeId, device, now, idleExpiresAt, expiresAt]
  return (await db.query(OPEN, [...values, access.hash, access.expiresAt])).length > 0
}

/**
 * Ends the account's oldest sessions beyond the most that it may have. The caller holds the account's row.
 * @returns the sessions that ended
 */
export async function endOldest(tx: Executor, accountId: string, opened: NewFamily): Promise<string[]> {
  const ended = await tx.query<{ id: string }>(END_OLDEST, [accountId, opened.now, opened.id])
  return ended.map(({ id }) => id)
}

/** One more access token of a session; beyond the most that it may have, the oldest is good no more. */
export const addAccess = (db: Database, familyId: string, { hash, expiresAt }: NewAccessToken): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.query(HOLD, [familyId])
    await tx.query(ADD_ACCESS, [hash, familyId, expiresAt])
    await tx.query(DROP_OLDEST, [familyId, hash])
  })

export function createSessionStore(db: Database, append: AppendEvents): SessionStore {
  const revoke = (statement: string, key: string | Buffer, reason: string) =>
    db.transaction(async (tx) => {
      const [row] = await tx.query<{ id: string; account_id: string | null }>(statement, [key])
      if (row === undefined) return
      await append(tx, { type: 'session.revoked', familyId: row.id, accountId: row.account_id ?? undefined, reason })
    })

  return {
    open: (family, access) => openFamily(db, family, access),

    async findSession(hash, now) {
      const [row] = await db.query<{ id: string; account_id: string; authenticated_at: Date }>(FIND_SESSION, [
        hash,
        now,
      ])
      return row && { familyId: row.id, accountId: row.account_id, authenticatedAt: row.authenticated_at }
    },

    hasTombstone: (hash, now) => hasTombstone(db, hash, now),

    async findPreSession(hash, now) {
      const [row] = await db.query<PreSessionRow>(FIND_PRE_SESSION, [hash, now])
      if (row === undefined) return undefined
      const { account_id, registration_id } = row
      const found = { familyId: row.id, device: toDevice(row.device_hash) }
      if (account_id !== null) return { ...found, owner: { accountId: account_id } }
      return registration_id === null ? undefined : { ...found, owner: { registrationId: registration_id } }
    },

    refresh: ({ familyId, generation, device, now, idleExpiresAt, raceSince, access }) =>
      db.transaction(async (tx) => {
        // A statement that waits for another tab's promotion still reads the family as it was; the next one reads it as it is.
        await tx.query(HOLD, [familyId])
        const values = [familyId, generation, now, idleExpiresAt, raceSince, access.hash, access.expiresAt, device]
        const [row] = await tx.query<{ account_id: string; generation: number }>(REFRESH, values)
        if (row === undefined) return undefined
        await tx.query(DROP_OLDEST, [familyId, access.hash])
        return { accountId: row.account_id, generation: row.generation }
      }),

    async retirement(familyId) {
      const [row] = await db.query<RetirementRow>(RETIREMENT, [familyId])
      if (row === undefined) return undefined
      const { live, account_id, device_hash, generation, promoted_at } = row
      return { live, accountId: account_id, device: toDevice(device_hash), generation, promotedAt: promoted_at }
    },

    mismatched: (familyId, device, atMost) =>
      db.transaction(async (tx) => {
        const [row] = await tx.query<{ account_id: string; revoked: boolean }>(MISMATCHED, [familyId, atMost])
        if (row === undefined) return
        const what = { accountId: row.account_id, familyId, device }
        await append(
          tx,
          { ...what, type: 'token.refresh.device_mismatch' },
          ...(row.revoked ? [{ ...what, type: 'session.revoked', reason: 'device mismatches' } as const] : []),
        )
      }),

    revokeFamily: (id, reason) => revoke(REVOKE_FAMILY, id, reason),
    revokeByAccess: (hash, reason) => revoke(REVOKE_BY_ACCESS, hash, reason),
  }
}
