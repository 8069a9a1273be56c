import { KYC_STATUSES } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { oneOf, row, timestamp } from '../../platform/database/rows.ts'

/** Checks whose report may be overdue. A report sets its own time, and the count begins again. */
export const POLL_OUTBOX = {
  name: 'check.poll',
  table: 'identity_check',
  key: 'id',
  attempts: 'polls',
  dueAt: 'next_poll_at',
  open: `t.next_poll_at is not null
    and exists (select from account a where a.id = t.account_id and a.state = 'active')`,
} as const

const READ = `
  select status, case status when '' then created_at else reported_at end as since
  from identity_check where id = $1 and next_poll_at is not null`
const WAITING = row({ status: oneOf(KYC_STATUSES), since: timestamp })

/** @returns undefined when its outcome has been reported since */
export async function readWaiting(db: Executor, id: string) {
  const [waiting] = await db.query(READ, [id], WAITING)
  return waiting
}
