import { TIMED_STEPS } from '@avouch/contract'
import { bucketColumns } from '../../platform/buckets.ts'

export const STEP_BOUNDS = [10, 30, 60, 120, 300, 600, 1_800] as const
/** The columns that the counts need: the answers, which are long, are none of them. */
export const COUNTED_BY = `
  i.id, i.provider_id, i.live, i.method, i.state, i.result, i.created_at, i.opened_at, i.bound_at, i.left_at, i.answered_at, i.ended_at`

/** The time of each step. */
const TOOK = {
  opened: 'opened_at - created_at',
  number: 'bound_at - opened_at',
  answered: 'answered_at - bound_at',
} satisfies Record<(typeof TIMED_STEPS)[number], string>

/** The condition of each number. */
const COUNTED = {
  asked: 'true',
  opened: 'opened_at is not null',
  number: 'bound_at is not null',
  yes: `result = 'yes'`,
  no: `result = 'no'`,
  paid: `state = 'executed'`,
  expired: `state = 'expired'`,
  cancelled: `state = 'cancelled'`,
  // An answer after the return counts instead of `left`.
  left: 'left_at is not null and answered_at is null',
} as const
type Total = keyof typeof COUNTED
export const TOTALS = Object.keys(COUNTED) as Total[]

export const DAY_COLUMNS = [
  ...TOTALS.map((name) => `${name}_total`),
  ...TIMED_STEPS.flatMap((step) => bucketColumns(step, STEP_BOUNDS)),
]
const CONDITIONS = [
  ...TOTALS.map((name) => COUNTED[name]),
  ...TIMED_STEPS.flatMap((step) => bucketColumns(step, STEP_BOUNDS).map((_, n) => `${step}_in = ${n}`)),
]

/** Counts rows of `intent` by website, day and method. */
export const countsOf = (source: string) => `
  select provider_id, live, (created_at at time zone 'utc')::date as day, coalesce(method, 'none') as method,
    ${DAY_COLUMNS.map((column, n) => `count(*) filter (where ${CONDITIONS[n]})::int as ${column}`).join(', ')}
  from (select i.*, ${TIMED_STEPS.map((step) => `width_bucket(extract(epoch from ${TOOK[step]})::float8, array[${STEP_BOUNDS.join()}]::float8[]) as ${step}_in`).join(', ')}
    from (${source}) i) i
  group by 1, 2, 3, 4`
