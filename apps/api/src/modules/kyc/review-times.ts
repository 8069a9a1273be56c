import { AppError, FEWEST_REVIEWS, HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { float, int, nullable, row, timestamp } from '../../platform/database/rows.ts'

const SINCE_MS = 7 * 24 * HOUR_MS
/** Limits the reviews that are read, the newest first: enough for two figures. */
const MOST_READ = 500

const OPEN = `
  select c.reported_at as "begunAt" from account a join identity_check c on c.id = a.current_check
  where a.id = $1 and c.status = 'PENDING_MANUAL_REVIEW' and c.reported_at is not null`

/** A review begins with the first report of it, and ends with the first outcome that a person decided. */
const TIMES = `
  with begun as (
    select check_id, min(received_at) as received_at from (
      select check_id, received_at from vendor_event
      where status = 'PENDING_MANUAL_REVIEW' and received_at > $1 order by received_at desc limit ${MOST_READ}) newest
    group by check_id),
  took as (
    select extract(epoch from e.received_at - b.received_at)::float8 / 60 as minutes
    from begun b cross join lateral (
      select received_at from vendor_event v
      where v.check_id = b.check_id and v.received_at >= b.received_at
        and v.status in ('COMPLETED', 'COMPLETED_FRAUD', 'MANUAL_REVIEW_REJECTED', 'UNDERAGED')
      order by received_at limit 1) e)
  select count(*)::int as total, percentile_disc(0.5) within group (order by minutes) as half,
    percentile_disc(0.9) within group (order by minutes) as most
  from took`
const FIGURES = row({ total: int, half: nullable(float), most: nullable(float) })

/** Since when the account's document is under review, and how long reviews of the last seven days took. @throws AppError not_found */
export async function reviewTimes({ db, clock }: { db: Database; clock: Clock }, accountId: string) {
  const [open] = await db.query(OPEN, [accountId], row({ begunAt: timestamp }))
  if (open === undefined) throw new AppError('not_found')
  const [found] = await db.query(TIMES, [later(clock(), -SINCE_MS)], FIGURES)
  const isEnough = found !== undefined && found.total >= FEWEST_REVIEWS
  const minutes = (given: number | null = null) => (isEnough && given !== null ? Math.max(1, Math.ceil(given)) : null)
  return {
    begun_at: open.begunAt.toISOString(),
    half_minutes: minutes(found?.half),
    most_minutes: minutes(found?.most),
  }
}
