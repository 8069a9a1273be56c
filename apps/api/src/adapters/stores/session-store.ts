import type { NewAccessToken, NewFamily, SessionStore } from '../../modules/sessions/ports.ts'
import type { Executor } from '../database/database.ts'
import { ownerColumns } from './challenge-store.ts'

const OPEN = `
  with family as (
    insert into session_family
      (id, scope, account_id, registration_id, challenge_id, authenticated_at, idle_expires_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8) returning id)
  insert into access_token (hash, family_id, expires_at) select $9, id, $10 from family`

const FIND_SESSION = `
  select f.id, f.account_id, f.authenticated_at
  from access_token t join session_family f on f.id = t.family_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live' and f.scope = 'full'`

const FIND_PRE_SESSION = `
  select f.id, f.account_id, f.registration_id
  from access_token t join session_family f on f.id = t.family_id
  where t.hash = $1 and t.expires_at > $2 and f.expires_at > $2 and f.state = 'live' and f.scope = 'pre_confirmation'`

const REFRESH = `
  with family as (
    update session_family set
      generation = $2,
      promoted_at = case when $2 > generation then $3 else promoted_at end,
      idle_expires_at = least($4, expires_at)
    where id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $3 and expires_at > $3
      and $2 in (generation, generation + 1)
    returning id, account_id, generation, expires_at),
  race as (
    select id, account_id, generation, expires_at from session_family
    where id = $1 and scope = 'full' and state = 'live' and idle_expires_at > $3 and expires_at > $3
      and $2 = generation - 1 and promoted_at > $5),
  allowed as (select * from family union all select * from race),
  token as (
    insert into access_token (hash, family_id, expires_at) select $6, id, least($7, expires_at) from allowed)
  select account_id, generation from allowed`

/** Stores a family with its first access token; also used inside the transaction that completes a sign-in. */
export async function openFamily(db: Executor, family: NewFamily, access: NewAccessToken): Promise<void> {
  const { id, scope, owner, challengeId, now, idleExpiresAt, expiresAt } = family
  const values = [id, scope, ...ownerColumns(owner), challengeId, now, idleExpiresAt, expiresAt]
  await db.query(OPEN, [...values, access.hash, access.expiresAt])
}

export function createSessionStore(db: Executor): SessionStore {
  return {
    open: (family, access) => openFamily(db, family, access),

    async findSession(hash, now) {
      const [row] = await db.query<{ id: string; account_id: string; authenticated_at: Date }>(FIND_SESSION, [
        hash,
        now,
      ])
      return row && { familyId: row.id, accountId: row.account_id, authenticatedAt: row.authenticated_at }
    },

    async findPreSession(hash, now) {
      const [row] = await db.query<{ id: string; account_id: string | null; registration_id: string | null }>(
        FIND_PRE_SESSION,
        [hash, now],
      )
      if (row === undefined) return undefined
      const { id, account_id, registration_id } = row
      if (account_id !== null) return { familyId: id, owner: { accountId: account_id } }
      return registration_id === null ? undefined : { familyId: id, owner: { registrationId: registration_id } }
    },

    async refresh({ familyId, generation, now, idleExpiresAt, raceSince, access }) {
      const values = [familyId, generation, now, idleExpiresAt, raceSince, access.hash, access.expiresAt]
      const attempt = () => db.query<{ account_id: string; generation: number }>(REFRESH, values)
      // A statement that waited for another tab's promotion still reads the family as it was; the next one reads it as it is.
      const row = (await attempt())[0] ?? (await attempt())[0]
      return row && { accountId: row.account_id, generation: row.generation }
    },

    async retirement(familyId) {
      const [row] = await db.query<{ live: boolean; generation: number; promoted_at: Date | null }>(
        `select state = 'live' as live, generation, promoted_at from session_family where id = $1 and scope = 'full'`,
        [familyId],
      )
      return row && { live: row.live, generation: row.generation, promotedAt: row.promoted_at }
    },

    revokeFamily: async (id) =>
      void (await db.query(`update session_family set state = 'revoked' where id = $1`, [id])),

    revokeByAccess: async (hash) =>
      void (await db.query(
        `update session_family f set state = 'revoked' from access_token t where t.hash = $1 and f.id = t.family_id`,
        [hash],
      )),
  }
}
