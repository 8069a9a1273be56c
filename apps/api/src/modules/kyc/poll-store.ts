import { KYC_STATUSES } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { int, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

/** Takes checks by moving their next poll on, so that no other process sees them as due. */
const CLAIM = `
  update identity_check set next_poll_at = $2, polls = polls + 1
  where id in (
    select c.id from identity_check c join account a on a.id = c.account_id
    where c.next_poll_at <= $1 and a.state = 'active'
    order by c.next_poll_at limit $3 for update of c skip locked)
  returning id, status, polls, case status when '' then created_at else reported_at end as since`
const DUE = row({ id: text, status: oneOf(KYC_STATUSES), polls: int, since: timestamp })

const POSTPONE = `
  update identity_check set next_poll_at = $3 where id = $1 and status = $2 and next_poll_at is not null`

/** Checks whose report is overdue, for this process alone until `until`. */
export const claimDueChecks = (db: Executor, { now, until, limit }: { now: Date; until: Date; limit: number }) =>
  db.query(CLAIM, [now, until, limit], DUE)
export type DueCheck = Awaited<ReturnType<typeof claimDueChecks>>[number]

/** Changes nothing when a report has changed the status since: it has set its own time. */
export const postponePoll = async (db: Executor, { id, status }: DueCheck, at: Date): Promise<void> =>
  void (await db.query(POSTPONE, [id, status, at]))
