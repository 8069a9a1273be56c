import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import {
  type AccountKey,
  eraseHeldNow,
  findForDesk,
  holdForDesk,
  lock as lockRow,
  unlock as unlockRow,
} from './account-desk-store.ts'
import { deactivate } from './deactivation-store.ts'

type Deps = {
  db: Database
  clock: Clock
  append: AppendEvents
  /** Part of the transaction: the account's sessions and codes end. */
  endSessions: (tx: Executor, accountId: string) => Promise<void>
  /** Part of the transaction: the number's account knows these browsers no longer. */
  forgetBrowsers: (tx: Executor, phoneIdx: Buffer, devices: readonly Buffer[]) => Promise<void>
  /** Part of the transaction: the job that erases runs at once. */
  eraseSoon: (tx: Executor) => Promise<void>
}
export type AccountDesk = ReturnType<typeof createAccountDesk>

/** done: changed. already: there was nothing to change. unknown: there is no such account. ended: it waits for its erasure. */
export type Change = 'done' | 'already' | 'unknown' | 'ended'

/** What the operator sees of one account, and may do about it. Each call is in the audit trail. */
export function createAccountDesk(deps: Deps) {
  return {
    find: (key: AccountKey) => find(deps, key),
    lock: (key: AccountKey) => lock(deps, key),
    unlock: (key: AccountKey) => unlock(deps, key),
    erase: (key: AccountKey) => erase(deps, key),
  }
}

/** undefined when there is none. */
const find = ({ db, clock, append }: Deps, key: AccountKey) =>
  db.transaction(async (tx) => {
    const found = await findForDesk(tx, key, clock())
    if (found !== undefined) await append(tx, { type: 'operator.account_found', accountId: found.id })
    return found
  })

/** No session can be opened from now on, and those that are open end. */
const lock = ({ db, clock, append, endSessions }: Deps, key: AccountKey): Promise<Change> =>
  db.transaction(async (tx) => {
    const held = await holdForDesk(tx, key)
    if (held === undefined) return 'unknown'
    if (!held.active) return 'ended'
    const { id: accountId } = held
    if (!(await lockRow(tx, accountId, clock()))) return 'already'
    await endSessions(tx, accountId)
    await append(
      tx,
      { type: 'operator.account_locked', accountId },
      { type: 'session.revoked', accountId, reason: 'all, by the operator' },
    )
    return 'done'
  })

const unlock = ({ db, append }: Deps, key: AccountKey): Promise<Change> =>
  db.transaction(async (tx) => {
    const held = await holdForDesk(tx, key)
    if (held === undefined) return 'unknown'
    if (!(await unlockRow(tx, held.id))) return 'already'
    await append(tx, { type: 'operator.account_unlocked', accountId: held.id })
    return 'done'
  })

/** As if its holder had deleted it: it ends at once, and the same job erases it. */
const erase = ({ db, clock, append, forgetBrowsers, eraseSoon }: Deps, key: AccountKey): Promise<Change> =>
  db.transaction(async (tx) => {
    const held = await holdForDesk(tx, key)
    if (held === undefined) return 'unknown'
    const { id: accountId, phoneIdx, active } = held
    const what = { accountId, reason: 'operator' }
    if (active) {
      await forgetBrowsers(tx, phoneIdx, await deactivate(tx, accountId, clock()))
      await append(tx, { type: 'operator.account_erased', ...what }, { type: 'account.deactivated', ...what })
    } else {
      if (!(await eraseHeldNow(tx, accountId, clock()))) return 'already'
      await append(tx, { type: 'operator.account_erased', ...what })
    }
    await eraseSoon(tx)
    return 'done'
  })
