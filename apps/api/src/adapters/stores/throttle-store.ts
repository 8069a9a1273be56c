import { CLOSED_AT_FAILURES, FREE_FAILURES, RESERVATION_MS, WAIT_AFTER_FAILURES } from '../../modules/pins/index.ts'
import type { ThrottleStore } from '../../modules/pins/ports.ts'
import type { Executor } from '../database/database.ts'

// Without a wait not_before is 'epoch', never "now": requests of the same moment carry times that differ by a little.
const RESERVE = `
  insert into pin_throttle as t (phone_idx, class_key, inflight, inflight_at, not_before) values ($1, $2, 1, $3, 'epoch')
  on conflict (phone_idx, class_key) do update
    set inflight = case when t.inflight_at < $4 then 1 else t.inflight + 1 end, inflight_at = $3
    where t.not_before <= $3 and t.failures < $5
      and t.failures + (case when t.inflight_at < $4 then 0 else t.inflight end) < greatest($6, t.failures + 1)
  returning 1`

const WHY_NOT = `select (not_before <= $3 and failures < $4) as open from pin_throttle where phone_idx = $1 and class_key = $2`

const FAILED = `
  update pin_throttle set failures = failures + 1, inflight = greatest(inflight - 1, 0),
    not_before = coalesce($3::timestamptz + make_interval(secs => nullif(
      ($4::double precision[])[least(failures + 1, cardinality($4::double precision[]))], 0)), 'epoch')
  where phone_idx = $1 and class_key = $2`

const SUCCEEDED = `
  update pin_throttle set failures = 0, inflight = greatest(inflight - 1, 0), not_before = 'epoch'
  where phone_idx = $1 and class_key = $2`

const RELEASE = `update pin_throttle set inflight = greatest(inflight - 1, 0) where phone_idx = $1 and class_key = $2`

export function createThrottleStore(db: Executor): ThrottleStore {
  const waitSeconds = WAIT_AFTER_FAILURES.map((wait) => wait / 1_000)
  return {
    async reserve({ phoneIdx, classKey }, now) {
      const stale = new Date(now.getTime() - RESERVATION_MS)
      const taken = await db.query(RESERVE, [phoneIdx, classKey, now, stale, CLOSED_AT_FAILURES, FREE_FAILURES])
      if (taken.length > 0) return 'free'
      const [row] = await db.query<{ open: boolean }>(WHY_NOT, [phoneIdx, classKey, now, CLOSED_AT_FAILURES])
      return row?.open === true ? 'busy' : 'closed'
    },
    failed: async ({ phoneIdx, classKey }, now) =>
      void (await db.query(FAILED, [phoneIdx, classKey, now, waitSeconds])),
    succeeded: async ({ phoneIdx, classKey }) => void (await db.query(SUCCEEDED, [phoneIdx, classKey])),
    release: async ({ phoneIdx, classKey }) => void (await db.query(RELEASE, [phoneIdx, classKey])),
  }
}
