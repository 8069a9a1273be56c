import type { AppendEvents, AuditType } from '../audit/index.ts'
import { isPinDisabled } from '../codes/index.ts'
import { forgetDevice } from '../devices/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { ALL_DEVICES, KNOWN_DEVICE } from './throttle-rules.ts'
import {
  accountIdOf,
  type Counter,
  countersOf,
  countWrongAt,
  failuresAt,
  releaseAt,
  type Reservation,
  reserveAt,
  resetAt,
  type ThrottleKey,
} from './throttle-store.ts'

type Deps = { db: Database; append: AppendEvents }

/** Counts guesses at PINs: each is reserved before it is compared, and then settled. */
export function createThrottle(deps: Deps) {
  return {
    /** Wrong PINs in a row. */
    failures: (key: ThrottleKey) => failuresAt(deps.db, countersOf(key)[0]),
    reserve: (key: ThrottleKey, now: Date) => reserve(deps, key, now),
    failed: (key: ThrottleKey, now: Date) => failed(deps, key, now),
    succeeded: (key: ThrottleKey) => succeeded(deps, key),
    /** Nothing was compared. */
    release: (key: ThrottleKey) => atAll(deps, key, releaseAt),
  }
}

/** Reserves a guess at every counter, or at none. */
const reserve = ({ db }: Deps, key: ThrottleKey, now: Date): Promise<Reservation> =>
  db.transaction(async (tx) => {
    if (key.kind !== 'registration' && (await isPinDisabled(tx, key.phoneIdx))) return { state: 'closed', until: null }
    const taken: Counter[] = []
    for (const counter of countersOf(key)) {
      const reservation = await reserveAt(tx, counter, now)
      if (reservation.state !== 'free') {
        for (const other of taken) await releaseAt(tx, other)
        return reservation
      }
      taken.push(counter)
    }
    return { state: 'free' }
  })

/** Counts a wrong PIN. The account no longer knows a device whose class this closes. */
const failed = ({ db, append }: Deps, key: ThrottleKey, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const locked: AuditType[] = []
    for (const counter of countersOf(key)) {
      const { failures, total } = await countWrongAt(tx, counter, now)
      if (key.kind === 'known' && counter.rule === KNOWN_DEVICE && failures >= counter.rule.closedAt)
        await forgetDevice(tx, key.phoneIdx, key.device)
      locked.push(...lockedBy(key, counter, failures, total))
    }
    if (locked.length === 0) return
    const accountId = await accountIdOf(tx, key.phoneIdx)
    const device = key.kind === 'known' ? key.device : undefined
    await append(tx, ...locked.map((type) => ({ type, accountId, phoneIdx: key.phoneIdx, device })))
  })

/** What is locked by this wrong PIN. */
function lockedBy({ kind }: ThrottleKey, { rule }: Counter, failures: number, total: number): AuditType[] {
  if (failures !== rule.closedAt && total !== rule.most) return []
  if (rule === ALL_DEVICES) return ['auth.pin.disabled']
  return [kind === 'known' ? 'device.demoted' : 'auth.pin.closed_unknown']
}

/** Resets the counters. In a browser that the account does not know, a right PIN proves nothing without the SMS code. */
const succeeded = (deps: Deps, key: ThrottleKey): Promise<void> =>
  atAll(deps, key, key.kind === 'unknown' ? releaseAt : resetAt)

const atAll = (
  { db }: Deps,
  key: ThrottleKey,
  settle: (tx: Executor, counter: Counter) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    for (const counter of countersOf(key)) await settle(tx, counter)
  })
