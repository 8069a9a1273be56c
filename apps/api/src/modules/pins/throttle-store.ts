import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bool, int, row, text, timestamp } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { deviceClass } from '../devices/index.ts'
import { ALL_DEVICES, KNOWN_DEVICE, RESERVATION_MS, type ThrottleRule, UNKNOWN_DEVICES } from './throttle-rules.ts'

/**
 * Where a guess is counted: with those of all devices that the account does not know, with those of one device that it
 * knows, or with those at one registration of the number.
 */
export type ThrottleKey = { phoneIdx: Buffer } & (
  | { kind: 'unknown' }
  | { kind: 'known'; device: Buffer }
  | { kind: 'registration'; id: string }
  /** The number has no account. It is counted all the same, so that it costs as much time. */
  | { kind: 'nobody' }
)

/** free: the guess may be compared; busy: other guesses run at this moment; closed: nothing is compared, perhaps until then. */
export type Reservation = { state: 'free' } | { state: 'busy' } | { state: 'closed'; until: Date | null }

export type Counter = { phoneIdx: Buffer; name: string; rule: ThrottleRule }

// Without a wait not_before is 'epoch', never "now": requests of the same moment carry times that differ by a little.
const RESERVE = `
  insert into pin_throttle as t (phone_idx, class_key, inflight, inflight_at, not_before) values ($1, $2, 1, $3, 'epoch')
  on conflict (phone_idx, class_key) do update
    set inflight = case when t.inflight_at < $4 then 1 else t.inflight + 1 end, inflight_at = $3
    where t.not_before <= $3 and t.failures < $5
      and t.failures + (case when t.inflight_at < $4 then 0 else t.inflight end) < greatest($6, t.failures + 1)
      and ($7::int is null or t.total + (case when t.inflight_at < $4 then 0 else t.inflight end) < $7)
  returning 1`

const WHY_NOT = `
  select not_before, failures < $3 and ($4::int is null or total < $4) as open
  from pin_throttle where phone_idx = $1 and class_key = $2`

const FAILURES = 'select failures from pin_throttle where phone_idx = $1 and class_key = $2'

const FAILED = `
  update pin_throttle set failures = failures + 1, total = total + 1, inflight = greatest(inflight - 1, 0),
    not_before = coalesce($3::timestamptz + make_interval(secs => nullif(
      ($4::double precision[])[least(failures + 1, cardinality($4::double precision[]))], 0)), 'epoch')
  where phone_idx = $1 and class_key = $2 returning failures, total`

const RESET = `
  update pin_throttle set failures = 0, inflight = greatest(inflight - 1, 0), not_before = 'epoch'
  where phone_idx = $1 and class_key = $2`

/** PIN and SMS code were right in a browser that was unknown. A closed class stays closed until there is another PIN. */
const REOPEN = `
  update pin_throttle t set failures = 0, not_before = 'epoch' from account a
  where a.id = $1 and t.phone_idx = a.phone_idx and t.class_key = $2 and t.failures < $3`

const RELEASE = `update pin_throttle set inflight = greatest(inflight - 1, 0) where phone_idx = $1 and class_key = $2`

const STRANGERS_CLASS = 'account:unknown-devices'
const ALL_CLASS = 'all-devices'

const CLOSED = row({ open: bool, not_before: timestamp })
const COUNTED = row({ failures: int, total: int })

/** The counters of a guess, always in this order: the one of its class, then the one over all classes of the account. */
export function countersOf(key: ThrottleKey): [Counter, ...Counter[]] {
  const { phoneIdx } = key
  if (key.kind === 'registration') return [{ phoneIdx, name: key.id, rule: UNKNOWN_DEVICES }]
  if (key.kind === 'nobody')
    return [
      { phoneIdx, name: 'nobody:unknown-devices', rule: UNKNOWN_DEVICES },
      { phoneIdx, name: 'nobody:all-devices', rule: ALL_DEVICES },
    ]
  const all = { phoneIdx, name: ALL_CLASS, rule: ALL_DEVICES }
  return key.kind === 'known'
    ? [{ phoneIdx, name: deviceClass(key.device), rule: KNOWN_DEVICE }, all]
    : [{ phoneIdx, name: STRANGERS_CLASS, rule: UNKNOWN_DEVICES }, all]
}

/** Counts a guess before it is compared; one statement decides, so parallel guesses never get more than there are. */
export async function reserveAt(tx: Executor, { phoneIdx, name, rule }: Counter, now: Date): Promise<Reservation> {
  const { closedAt, free, most } = rule
  const stale = new Date(now.getTime() - RESERVATION_MS)
  const taken = await tx.query(RESERVE, [phoneIdx, name, now, stale, closedAt, free, most])
  if (taken.length > 0) return { state: 'free' }
  const [counter] = await tx.query(WHY_NOT, [phoneIdx, name, closedAt, most], CLOSED)
  if (counter?.open !== true) return { state: 'closed', until: null }
  return counter.not_before > now ? { state: 'closed', until: counter.not_before } : { state: 'busy' }
}

/** Gives a reserved guess back uncounted. */
export const releaseAt = async (tx: Executor, { phoneIdx, name }: Counter): Promise<void> =>
  void (await tx.query(RELEASE, [phoneIdx, name]))

/** Gives a reserved guess back, and resets the wrong ones in a row. */
export const resetAt = async (tx: Executor, { phoneIdx, name }: Counter): Promise<void> =>
  void (await tx.query(RESET, [phoneIdx, name]))

/** Counts a reserved guess as wrong. @returns the wrong ones in a row, and all since the PIN was set */
export async function countWrongAt(
  tx: Executor,
  { phoneIdx, name, rule }: Counter,
  now: Date,
): Promise<{ failures: number; total: number }> {
  const waitSeconds = rule.waits.map((wait) => wait / 1_000)
  const [counted] = await tx.query(FAILED, [phoneIdx, name, now, waitSeconds], COUNTED)
  return counted ?? { failures: 0, total: 0 }
}

/** Wrong guesses in a row. */
export async function failuresAt(db: Executor, { phoneIdx, name }: Counter): Promise<number> {
  const [counted] = await db.query(FAILURES, [phoneIdx, name], row({ failures: int }))
  return counted?.failures ?? 0
}

/** Sign-in with PIN and SMS code in an unknown browser: guesses in a row of unknown browsers no longer count. */
export async function reopenForStrangers(tx: Executor, accountId: string): Promise<void> {
  // In the order of a guess: they would deadlock.
  await tx.query(REOPEN, [accountId, STRANGERS_CLASS, UNKNOWN_DEVICES.closedAt])
  await tx.query(REOPEN, [accountId, ALL_CLASS, ALL_DEVICES.closedAt])
}

/** The number has another PIN: no guess at the old one counts. */
export const deletePinThrottles = async (tx: Executor, phoneIdx: Buffer): Promise<void> =>
  void (await tx.query('delete from pin_throttle where phone_idx = $1', [phoneIdx]))

/** The id of the number's account, for the audit trail. */
export async function accountIdOf(tx: Executor, phoneIdx: Buffer): Promise<string | undefined> {
  const [account] = await tx.query('select id from account where phone_idx = $1', [phoneIdx], row({ id: text }))
  return account?.id
}

/** Of unknown numbers alone. Counters of wrong PINs stay: they end with a right one, not with time. */
export const sweepPins = sweepOf({
  keepMs: 24 * HOUR_MS,
  statement: `delete from pin_throttle where class_key like 'nobody:%' and inflight_at <= $1`,
})
