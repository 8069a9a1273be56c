import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import { row } from '../../platform/database/rows.ts'

/** Checks of erased accounts. */
export const ERASURE_OUTBOX = {
  name: 'check.erase',
  table: 'vendor_erasure',
  key: 'check_id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: 'true',
} as const

/** The service has erased the check. */
export const settleErasure = async (db: Executor, checkId: string): Promise<void> =>
  void (await db.query('delete from vendor_erasure where check_id = $1', [checkId]))

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from vendor_erasure`

/** Checks that the service has not erased yet. One may wait: while the service is away it is asked ever less often. */
export const erasureBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], row(BACKLOG))).map((found) => ({
    ...backlogOf('vendor erasures', found),
    mayWait: true,
  }))
