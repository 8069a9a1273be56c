import { HOUR_MS, PAYMENT_LIFE_MAX_MINUTES, PROOF_METHODS, TIMED_STEPS } from '@avouch/contract'
import * as z from 'zod/mini'
import { bucketColumns, fromEach, secondsFor } from '../../platform/buckets.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { bigint, int, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import { COUNTED_BY, countsOf, DAY_COLUMNS, STEP_BOUNDS, TOTALS } from './day-columns.ts'

/** Behind by more, the count is shown alone, and until when it is. */
const LIVE_BEHIND_MS = 6 * HOUR_MS
const CONVERSION_DAYS = 30
const USAGE_MONTHS = 25

const POSITION = `(select coalesce((select until from intent_counted), '-infinity'))`
const NOT_COUNTED = `i.provider_id = $1 and i.live = $2 and i.created_at > ${POSITION}`
const OLDEST = `
  select (select until from intent_counted) as until,
    (select created_at from intent i where ${NOT_COUNTED} order by created_at limit 1) as oldest`
const BEHIND = row({ until: nullable(timestamp), oldest: nullable(timestamp) })

/**
 * One statement reads the counts and the requests that are not counted yet, so that none is in both, or in neither. The second bound has
 * the database expect few rows, and read them by the index.
 */
const READ = `
  select to_char(day, $4) as period, method, ${DAY_COLUMNS.map((column) => `sum(${column})::bigint as ${column}`).join(', ')}
  from (
    select provider_id, live, day, method, ${DAY_COLUMNS.join(', ')} from intent_day
    union all ${countsOf(`
      select ${COUNTED_BY} from intent i where ${NOT_COUNTED} and i.created_at < $5
      union all select ${COUNTED_BY} from intent_uncounted u join intent i on i.id = u.intent_id
        where i.provider_id = $1 and i.live = $2`)}) d
  where provider_id = $1 and live = $2 and day >= ($3::timestamptz at time zone 'utc')::date
  group by 1, 2 order by 1 desc, 2`
const COUNTS = z.pipe(
  z.catchall(row({ period: text, method: text }), bigint),
  z.transform(({ period, method, ...totals }) => {
    const of = (column: string) => Number(totals[column])
    return {
      period,
      method,
      ...fromEach(TOTALS, (name) => of(`${name}_total`)),
      /** How many took how long for each step. */
      buckets: fromEach(TIMED_STEPS, (step) => bucketColumns(step, STEP_BOUNDS).map(of)),
    }
  }),
)
type Counts = z.infer<typeof COUNTS>

const PERIODS = { day: 'YYYY-MM-DD', month: 'YYYY-MM' }
type Wanted = { live: boolean; since: Date; by: keyof typeof PERIODS }

/** The times of a month (UTC). */
const BEGIN = `$1::date::timestamp at time zone 'utc'`
const END = `($1::date + interval '1 month') at time zone 'utc'`

/** Reads a month that changes no more: it is over, and all its requests have ended and are counted, also one that a job left behind. */
const OF_MONTH = `
  select provider_id as provider, sum(yes_total)::int as yes, sum(no_total)::int as no, sum(paid_total)::int as paid,
    sum(asked_total - yes_total - no_total - paid_total)::int as unanswered
  from intent_day, intent_counted
  where live and day >= $1::date and day < $1::date + interval '1 month'
    and ${END} <= until - interval '${PAYMENT_LIFE_MAX_MINUTES} minutes'
    and not exists (select from intent_uncounted u join intent i on i.id = u.intent_id
      where i.live and i.created_at >= ${BEGIN} and i.created_at < ${END})
  group by 1 order by 1`
const ENDED = row({ provider: text, yes: int, no: int, paid: int, unanswered: int })

/** Counts how the live requests of each website ended, of a month (UTC), as 2026-11; of none that is not over. */
export const readEnded = (db: Executor, month: string) => db.query(OF_MONTH, [`${month}-01`], ENDED)

const sumOf = (counts: readonly Counts[], name: (typeof TOTALS)[number]) =>
  counts.reduce((sum, one) => sum + one[name], 0)

/** How long one step took, over all of these counts. */
function durationOf(counts: readonly Counts[], step: (typeof TIMED_STEPS)[number]) {
  const totals = [...STEP_BOUNDS, null].map((_, n) =>
    counts.reduce((sum, { buckets }) => sum + (buckets[step][n] ?? 0), 0),
  )
  return {
    step,
    half_within: secondsFor(0.5, totals, STEP_BOUNDS),
    most_within: secondsFor(0.9, totals, STEP_BOUNDS),
    buckets: totals.map((count, n) => ({ below_seconds: STEP_BOUNDS[n] ?? null, count })),
  }
}

/** The numbers of a website's requests, which its own people see in full. */
export class Figures {
  readonly #deps: { db: Database; clock: Clock }

  constructor(deps: { db: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** Counts how far visitors came, day by day, the newest first, how they answered, and how long each step took. */
  async conversion(providerId: string, mode: 'live' | 'test') {
    const since = later(this.#deps.clock(), -(CONVERSION_DAYS - 1) * 24 * HOUR_MS)
    const { counts, counted_until } = await this.#read(providerId, { live: mode === 'live', since, by: 'day' })
    const days = Map.groupBy(counts, ({ period }) => period)
    const methods = Map.groupBy(counts, ({ method }) => method)
    return {
      data: [...days].map(([day, of]) => {
        const totals = fromEach(TOTALS, (name) => sumOf(of, name))
        return { day, ...totals, answered: totals.yes + totals.no }
      }),
      methods: PROOF_METHODS.map((method) => {
        const of = methods.get(method) ?? []
        return { method, yes: sumOf(of, 'yes'), no: sumOf(of, 'no') }
      }),
      durations: TIMED_STEPS.map((step) => durationOf(counts, step)),
      counted_until,
    }
  }

  /** Counts requests of the last 25 months, the newest first. */
  async usage(providerId: string) {
    const now = this.#deps.clock()
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (USAGE_MONTHS - 1)))
    const live = await this.#read(providerId, { live: true, since, by: 'month' })
    const test = await this.#read(providerId, { live: false, since, by: 'month' })
    const months = new Set([...live.counts, ...test.counts].map(({ period }) => period))
    const usedIn = (month: string, { counts }: typeof live) => {
      const of = counts.filter(({ period }) => period === month)
      return { asked: sumOf(of, 'asked'), answered: sumOf(of, 'yes') + sumOf(of, 'no') }
    }
    return {
      data: [...months]
        .sort()
        .map((month) => ({ month, live: usedIn(month, live), test: usedIn(month, test) }))
        .toReversed(),
      counted_until: live.counted_until ?? test.counted_until,
    }
  }

  /** Reads the counts by day or month (UTC), the newest first. `counted_until`: null unless the count is behind. */
  async #read(providerId: string, { live, since, by }: Wanted) {
    const { db, clock } = this.#deps
    const now = clock()
    const [{ until, oldest } = { until: null, oldest: null }] = await db.query(OLDEST, [providerId, live], BEHIND)
    const isBehind = oldest !== null && oldest <= later(now, -LIVE_BEHIND_MS)
    const readBefore = isBehind ? new Date(0) : later(now, HOUR_MS)
    const counts = await db.query(READ, [providerId, live, since, PERIODS[by], readBefore], COUNTS)
    return { counts, counted_until: isBehind ? (until ?? oldest).toISOString() : null }
  }
}
