import { HOUR_MS, type KycStatus } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { int, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const DAY_MS = 24 * HOUR_MS
/** The counts of 25 months, the current one included. */
const KEPT_MS = 762 * DAY_MS

const ENDINGS = {
  COMPLETED: 'approved',
  COMPLETED_FRAUD: 'approved',
  MANUAL_REVIEW_REJECTED: 'rejected',
  UNDERAGED: 'under_age',
  USER_PROCESS_EXPIRED: 'over',
  DELETED: 'over',
  PENDING_MANUAL_REVIEW: undefined,
  '': undefined,
} as const satisfies Readonly<Record<KycStatus, string | undefined>>

const MONTH = `date_trunc('month', $1::timestamptz at time zone 'UTC')::date`
const COUNTS = ['begun', 'approved', 'rejected', 'under_age', 'over'].map((one) => `${one}_total as ${one}`)
const LIST = `
  select to_char(month, 'YYYY-MM') as month, ${COUNTS.join(', ')}, days from appeal_month order by month desc limit $1`
const COUNTED = row({ month: text, begun: int, approved: int, rejected: int, under_age: int, over: int, days: int })

export const countAppeal = async (tx: Executor, now: Date): Promise<void> =>
  void (await tx.query(
    `insert into appeal_month as m (month, begun_total) values (${MONTH}, 1)
     on conflict (month) do update set begun_total = m.begun_total + 1`,
    [now],
  ))

/** Counts an outcome of an appeal that was made by this account; called before the account has lost its mark. */
export async function countAppealEnd(tx: Executor, accountId: string, status: KycStatus, now: Date): Promise<void> {
  const ending = ENDINGS[status] && `${ENDINGS[status]}_total`
  if (ending === undefined) return
  await tx.query(
    `insert into appeal_month as m (month, ${ending}, days)
     select ${MONTH}, 1, floor(extract(epoch from $1::timestamptz - created_at) / 86400)::int
     from account where id = $2 and is_appeal
     on conflict (month) do update set ${ending} = m.${ending} + 1, days = m.days + excluded.days`,
    [now, accountId],
  )
}

/** The newest months, the current one first. */
export const appealMonths = (db: Executor, most: number) => db.query(LIST, [most], COUNTED)

export const sweepAppealMonths = sweepOf({ keepMs: KEPT_MS, table: 'appeal_month', by: 'month', isDay: true })
