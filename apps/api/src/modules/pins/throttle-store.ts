import { ALL_DEVICES, KNOWN_DEVICE, RESERVATION_MS, type ThrottleRule, UNKNOWN_DEVICES } from './throttle.ts'
import type { Reservation, ThrottleKey, ThrottleStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents, AuditType } from '../audit/index.ts'
import { closesPin } from '../codes/index.ts'
import { deviceClass } from '../devices/index.ts'

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

const SUCCEEDED = `
  update pin_throttle set failures = 0, inflight = greatest(inflight - 1, 0), not_before = 'epoch'
  where phone_idx = $1 and class_key = $2`

/** PIN and SMS code were right in a browser that was unknown. What is closed stays so until there is another PIN. */
const FORGIVE = `
  update pin_throttle t set failures = 0, not_before = 'epoch' from account a
  where a.id = $1 and t.phone_idx = a.phone_idx and t.class_key = $2 and t.failures < $3`

const RELEASE = `update pin_throttle set inflight = greatest(inflight - 1, 0) where phone_idx = $1 and class_key = $2`

const KNOWS = `
  from account_device d join account a on a.id = d.account_id where a.phone_idx = $1 and d.device_hash = $2`

const FORGET_DEVICE = `
  delete from account_device d using account a where a.id = d.account_id and a.phone_idx = $1 and d.device_hash = $2`

const STRANGERS_CLASS = 'account:unknown-devices'
const ALL_CLASS = 'all-devices'

type Counter = { phoneIdx: Buffer; name: string; rule: ThrottleRule }

/** The counters of a guess, always in this order: the one of its class, then the one over all classes of the account. */
function countersOf(key: ThrottleKey): Counter[] {
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

/** Somebody signed in with PIN and SMS code where the account knew no browser. */
export async function forgiveStrangers(tx: Executor, accountId: string): Promise<void> {
  // In the order of a guess: they would wait for each other.
  await tx.query(FORGIVE, [accountId, STRANGERS_CLASS, UNKNOWN_DEVICES.closedAt])
  await tx.query(FORGIVE, [accountId, ALL_CLASS, ALL_DEVICES.closedAt])
}

async function take(tx: Executor, { phoneIdx, name, rule }: Counter, now: Date): Promise<Reservation> {
  const { closedAt, free, most } = rule
  const stale = new Date(now.getTime() - RESERVATION_MS)
  const taken = await tx.query(RESERVE, [phoneIdx, name, now, stale, closedAt, free, most])
  if (taken.length > 0) return { state: 'free' }
  const [row] = await tx.query<{ open: boolean; not_before: Date }>(WHY_NOT, [phoneIdx, name, closedAt, most])
  if (row?.open !== true) return { state: 'closed', until: null }
  return row.not_before > now ? { state: 'closed', until: row.not_before } : { state: 'busy' }
}

const ACCOUNT = 'select id from account where phone_idx = $1'

/** What the wrong PIN that just came has closed, if it was the one too many. */
function closedBy({ kind }: ThrottleKey, { rule }: Counter, failures: number, total: number): AuditType | undefined {
  if (failures !== rule.closedAt && total !== rule.most) return undefined
  if (rule === ALL_DEVICES) return 'auth.pin.disabled'
  return kind === 'known' ? 'device.demoted' : 'auth.pin.closed_unknown'
}

export function createThrottleStore(db: Database, append: AppendEvents): ThrottleStore {
  const onAll = (key: ThrottleKey, statement: string) =>
    db.transaction(async (tx) => {
      for (const { phoneIdx, name } of countersOf(key)) await tx.query(statement, [phoneIdx, name])
    })

  return {
    knows: async (phoneIdx, device) => (await db.query(`select 1 ${KNOWS}`, [phoneIdx, device])).length > 0,

    async failures(key) {
      const [{ phoneIdx, name } = { phoneIdx: key.phoneIdx, name: '' }] = countersOf(key)
      const [row] = await db.query<{ failures: number }>(FAILURES, [phoneIdx, name])
      return row?.failures ?? 0
    },

    reserve: (key, now) =>
      db.transaction(async (tx) => {
        if (key.kind !== 'registration' && (await closesPin(tx, key.phoneIdx))) return { state: 'closed', until: null }
        const taken: Counter[] = []
        for (const counter of countersOf(key)) {
          const place = await take(tx, counter, now)
          if (place.state !== 'free') {
            for (const { phoneIdx, name } of taken) await tx.query(RELEASE, [phoneIdx, name])
            return place
          }
          taken.push(counter)
        }
        return { state: 'free' }
      }),

    failed: (key, now) =>
      db.transaction(async (tx) => {
        const closed: AuditType[] = []
        for (const counter of countersOf(key)) {
          const { phoneIdx, name, rule } = counter
          const waitSeconds = rule.waits.map((wait) => wait / 1_000)
          const counted = await tx.query<{ failures: number; total: number }>(FAILED, [
            phoneIdx,
            name,
            now,
            waitSeconds,
          ])
          const { failures = 0, total = 0 } = counted[0] ?? {}
          if (key.kind === 'known' && rule === KNOWN_DEVICE && failures >= rule.closedAt)
            await tx.query(FORGET_DEVICE, [phoneIdx, key.device])
          closed.push(...[closedBy(key, counter, failures, total)].filter((type) => type !== undefined))
        }
        if (closed.length === 0) return
        const [account] = await tx.query<{ id: string }>(ACCOUNT, [key.phoneIdx])
        const device = key.kind === 'known' ? key.device : undefined
        const what = { accountId: account?.id, phoneIdx: key.phoneIdx, device }
        await append(tx, ...closed.map((type) => ({ ...what, type })))
      }),

    // Without the SMS code a right PIN proves nothing in a browser that the account does not know.
    succeeded: (key) => onAll(key, key.kind === 'unknown' ? RELEASE : SUCCEEDED),
    release: (key) => onAll(key, RELEASE),
  }
}
