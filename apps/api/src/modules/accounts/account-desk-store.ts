import type { Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const STATES = ['active', 'deactivated'] as const

const FIND = `
  select a.id, a.state, a.created_at, a.locked_at, a.erase_after, a.adult, a.verified_on::text, a.kyc_status,
    a.unknown_reset_at,
    (select count(*) from session_family f where f.account_id = a.id and f.scope = 'full' and f.state = 'live'
      and f.idle_expires_at > $3 and f.expires_at > $3)::int as sessions,
    exists (select 1 from wallet w where w.account_id = a.id) as has_wallet
  from account a where a.id = $1 or a.phone_idx = $2`
const FOUND = row({
  id: text,
  state: oneOf(STATES),
  created_at: timestamp,
  locked_at: nullable(timestamp),
  erase_after: nullable(timestamp),
  adult: bool,
  verified_on: nullable(text),
  kyc_status: text,
  unknown_reset_at: nullable(timestamp),
  sessions: int,
  has_wallet: bool,
})

/** By its id, or by its number. */
export type AccountKey = { id: string } | { phoneIdx: Buffer }

/** What the operator sees of an account: no number, no name, and not where its holder went. */
export async function findForDesk(db: Executor, key: AccountKey, now: Date) {
  const [found] = await db.query(FIND, ['id' in key ? key.id : null, 'id' in key ? null : key.phoneIdx, now], FOUND)
  return (
    found && {
      id: found.id,
      state: found.state,
      since: found.created_at,
      lockedAt: found.locked_at,
      eraseAfter: found.erase_after,
      adult: found.adult,
      verifiedOn: found.verified_on,
      check: found.kyc_status,
      resetInUnknownBrowserAt: found.unknown_reset_at,
      sessions: found.sessions,
      hasWallet: found.has_wallet,
    }
  )
}

const HOLD = `select id, phone_idx, state from account where id = $1 or phone_idx = $2 for update`
const HELD = row({ id: text, phone_idx: bytes, state: oneOf(STATES) })

/** Holds the account's row against everything else. */
export async function holdForDesk(tx: Executor, key: AccountKey) {
  const [held] = await tx.query(HOLD, ['id' in key ? key.id : null, 'id' in key ? null : key.phoneIdx], HELD)
  return held && { id: held.id, phoneIdx: held.phone_idx, active: held.state === 'active' }
}

/** @returns false when it is locked already */
export const lock = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query('update account set locked_at = $2 where id = $1 and locked_at is null returning id', [id, now]))
    .length > 0

/** @returns false when it is not locked */
export const unlock = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.query('update account set locked_at = null where id = $1 and locked_at is not null returning id', [id]))
    .length > 0

const ERASE_NOW = `
  update account set erase_after = $2 where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

/** The job that erases finds it. @returns false when its time has come already */
export const eraseHeldNow = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(ERASE_NOW, [id, now])).length > 0
