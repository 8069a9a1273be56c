import type { Device } from '../../modules/device.ts'
import type { NewAccessToken, NewFamily, SessionStore } from '../../modules/sessions/ports.ts'
import type { Database, Executor } from '../database/database.ts'
import type { AppendEvents } from './audit-store.ts'
import { ownerColumns } from './challenge-store.ts'
import { hasTombstone } from './tombstones.ts'

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

const OPEN = `
  with family as (
    insert into session_family
      (id, scope, account_id, registration_id, challenge_id, device_hash, authenticated_at, idle_expires_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id)
  insert into access_token (hash, family_id, expires_at) select $10, id, $11 from family`

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

/** Stores a family with its first access token; also used inside the transaction that completes a sign-in. */
export async function openFamily(db: Executor, family: NewFamily, access: NewAccessToken): Promise<void> {
  const { id, scope, owner, challengeId, device, now, idleExpiresAt, expiresAt } = family
  const values = [id, scope, ...ownerColumns(owner), challengeId, device, now, idleExpiresAt, expiresAt]
  await db.query(OPEN, [...values, access.hash, access.expiresAt])
}

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

    async refresh({ familyId, generation, device, now, idleExpiresAt, raceSince, access }) {
      const values = [familyId, generation, now, idleExpiresAt, raceSince, access.hash, access.expiresAt, device]
      const attempt = () => db.query<{ account_id: string; generation: number }>(REFRESH, values)
      // A statement that waited for another tab's promotion still reads the family as it was; the next one reads it as it is.
      const row = (await attempt())[0] ?? (await attempt())[0]
      return row && { accountId: row.account_id, generation: row.generation }
    },

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
