import { HOUR_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bool, bytes, int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import type { Audit } from '../audit/index.ts'
import { findHeld, restoreHeld } from './account-store.ts'
import { deactivate, type EndSignIns, eraseSoon } from './erasure.ts'

/** A proof that the operator withdrew can be given back for this time. */
export const GIVE_BACK_MS = 30 * 24 * HOUR_MS

const STATES = ['active', 'deactivated'] as const

const FIND = `
  select a.id, a.state, a.created_at, a.locked_at, a.erase_after, a.adult, a.verified_on::text, a.kyc_status,
    a.unknown_reset_at, w.withdrawn_at,
    case when w.why = 'operator' then w.withdrawn_at + make_interval(secs => ${GIVE_BACK_MS / 1_000}) end as give_back_until,
    (select count(*) from session_family f where f.account_id = a.id and f.scope = 'full' and f.state = 'live'
      and f.idle_expires_at > $3 and f.expires_at > $3)::int as sessions,
    (select count(*) from account_device d where d.account_id = a.id)::int as browsers,
    (select min(c.taken_back_at) from identity_check c where c.account_id = a.id and a.adult) as taken_back_at,
    exists (select 1 from wallet w where w.account_id = a.id) as has_wallet
  from account a left join proof_withdrawal w on w.account_id = a.id and not a.adult where a.id = $1 or a.phone_idx = $2`
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
  withdrawn_at: nullable(timestamp),
  give_back_until: nullable(timestamp),
  taken_back_at: nullable(timestamp),
  sessions: int,
  browsers: int,
  has_wallet: bool,
})

/** Names an account by its id, or by its number's index. */
export type AccountKey = { id: string } | { phoneIdx: Buffer }

/** The operator's view of an account: no number, no name, and not where its holder went. */
async function findForAdmin(db: Executor, key: AccountKey, now: Date) {
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
      proofWithdrawnAt: found.withdrawn_at,
      giveBackUntil: found.give_back_until,
      takenBackAt: found.taken_back_at,
      sessions: found.sessions,
      browsers: found.browsers,
      hasWallet: found.has_wallet,
    }
  )
}

const OF_NUMBER = `
  select id, created_at as "since", locked_at as "lockedAt", phone_idx as "phoneIdx", phone_enc as "phoneEnc" from account
  where (id = $1 or phone_idx = $2) and state = 'active'`
const NUMBERED = row({ id: text, since: timestamp, lockedAt: nullable(timestamp), phoneIdx: bytes, phoneEnc: text })

/** Finds the active account of a number, with the number. An ended one has no events for anybody. */
export async function findNumbered(db: Executor, key: AccountKey) {
  const [found] = await db.query(OF_NUMBER, ['id' in key ? key.id : null, 'id' in key ? null : key.phoneIdx], NUMBERED)
  return found
}

const LOCK = `select id, phone_idx, state from account where id = $1 or phone_idx = $2 for update`
const HELD = row({ id: text, phone_idx: bytes, state: oneOf(STATES) })

/** Locks the account's row. */
async function lockForAdmin(tx: Executor, key: AccountKey) {
  const [held] = await tx.query(LOCK, ['id' in key ? key.id : null, 'id' in key ? null : key.phoneIdx], HELD)
  return held && { id: held.id, phoneIdx: held.phone_idx, active: held.state === 'active' }
}

/** @returns false when it is locked already */
const setLock = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query('update account set locked_at = $2 where id = $1 and locked_at is null returning id', [id, now]))
    .length > 0

/** @returns false when it is not locked */
const clearLock = async (tx: Executor, id: string): Promise<boolean> =>
  (await tx.query('update account set locked_at = null where id = $1 and locked_at is not null returning id', [id]))
    .length > 0

const ERASE_NOW = `
  update account set erase_after = $2 where id = $1 and state = 'deactivated' and erase_after > $2 returning id`

/** Makes a held account due for erasure. @returns false when it is due already */
const eraseHeldNow = async (tx: Executor, id: string, now: Date): Promise<boolean> =>
  (await tx.query(ERASE_NOW, [id, now])).length > 0

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  /** Part of the transaction: the account's sessions end. */
  endSessions: (tx: Executor, accountId: string) => Promise<void>
  endSignIns: EndSignIns
}

/** done: changed; already: was so before; unknown: no such account; ended: deactivated, not erased yet. */
export type Change = 'done' | 'already' | 'unknown' | 'ended'

/** Accounts that ended under age after they had proven the opposite. */
export class HeldAccounts {
  readonly #deps: Pick<Deps, 'db' | 'clock' | 'audit'>

  constructor(deps: Pick<Deps, 'db' | 'clock' | 'audit'>) {
    this.#deps = deps
  }

  all() {
    const { db, clock } = this.#deps
    return findHeld(db, clock())
  }

  /** @returns false when it is not held */
  restore(id: string): Promise<boolean> {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      const restored = await restoreHeld(tx, id, clock())
      if (restored) await audit.append(tx, { type: 'operator.account_restored', accountId: id, reason: 'operator' })
      return restored
    })
  }
}

/** Shows an account to the operator and changes its state. Each call is in the audit trail. */
export class AccountAdmin {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns undefined for an unknown account */
  find(key: AccountKey) {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      const found = await findForAdmin(tx, key, clock())
      if (found !== undefined) await audit.append(tx, { type: 'operator.account_found', accountId: found.id })
      return found
    })
  }

  /** Ends the sessions; the holder may log in again. */
  endSessions(key: AccountKey): Promise<Change> {
    const { db, audit, endSessions } = this.#deps
    return db.transaction(async (tx) => {
      const held = await lockForAdmin(tx, key)
      if (held === undefined) return 'unknown'
      if (!held.active) return 'ended'
      await endSessions(tx, held.id)
      await audit.append(tx, { type: 'session.revoked', accountId: held.id, reason: 'all, by the operator' })
      return 'done'
    })
  }

  /** No session can be opened from now on, and those that are open end. */
  lock(key: AccountKey): Promise<Change> {
    const { db, clock, audit, endSessions } = this.#deps
    return db.transaction(async (tx) => {
      const held = await lockForAdmin(tx, key)
      if (held === undefined) return 'unknown'
      if (!held.active) return 'ended'
      const { id: accountId } = held
      if (!(await setLock(tx, accountId, clock()))) return 'already'
      await endSessions(tx, accountId)
      await audit.append(
        tx,
        { type: 'operator.account_locked', accountId },
        { type: 'session.revoked', accountId, reason: 'all, by the operator' },
      )
      return 'done'
    })
  }

  unlock(key: AccountKey): Promise<Change> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      const held = await lockForAdmin(tx, key)
      if (held === undefined) return 'unknown'
      if (!(await clearLock(tx, held.id))) return 'already'
      await audit.append(tx, { type: 'operator.account_unlocked', accountId: held.id })
      return 'done'
    })
  }

  /** Deactivates the account as its holder would; the same job erases it. */
  erase(key: AccountKey): Promise<Change> {
    const { db, clock, audit, endSignIns } = this.#deps
    return db.transaction(async (tx) => {
      const held = await lockForAdmin(tx, key)
      if (held === undefined) return 'unknown'
      const { id: accountId, active } = held
      const what = { accountId, reason: 'operator' }
      if (active) {
        await deactivate(tx, accountId, endSignIns, clock())
        await audit.append(tx, { type: 'operator.account_erased', ...what }, { type: 'account.deactivated', ...what })
      } else {
        if (!(await eraseHeldNow(tx, accountId, clock()))) return 'already'
        await audit.append(tx, { type: 'operator.account_erased', ...what })
      }
      await eraseSoon(tx)
      return 'done'
    })
  }
}
