import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, type Looking } from '../../platform/database/backlog.ts'
import { int, row, text } from '../../platform/database/rows.ts'

/** Takes a check by moving its next attempt on, so that no other process sees it as due. */
const CLAIM = `
  update vendor_erasure set attempts = attempts + 1, next_attempt_at = $2
  where check_id = (
    select check_id from vendor_erasure where next_attempt_at <= $1
    order by next_attempt_at, check_id limit 1 for update skip locked)
  returning check_id, attempts`
const CLAIMED = row({ check_id: text, attempts: int })

const POSTPONE = 'update vendor_erasure set next_attempt_at = $3 where check_id = $1 and attempts = $2'

/** A check of an erased account, taken by this process until its hold ends. */
export type DueErasure = { checkId: string; attempts: number }

/** One statement: the check that has been due the longest, for this process alone until `holdUntil`. */
export async function claimErasure(db: Executor, now: Date, holdUntil: Date): Promise<DueErasure | undefined> {
  const [claimed] = await db.query(CLAIM, [now, holdUntil], CLAIMED)
  return claimed && { checkId: claimed.check_id, attempts: claimed.attempts }
}

/** The service has erased the check. */
export const settleErasure = async (db: Executor, checkId: string): Promise<void> =>
  void (await db.query('delete from vendor_erasure where check_id = $1', [checkId]))

/** Changes nothing when a later attempt has begun. */
export const postponeErasure = async (db: Executor, { checkId, attempts }: DueErasure, at: Date): Promise<void> =>
  void (await db.query(POSTPONE, [checkId, attempts, at]))

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(created_at))::float8 as oldest
  from vendor_erasure`

/** Checks that the service has not erased yet. One may wait: while the service is away it is asked ever less often. */
export const erasureBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], row(BACKLOG))).map((found) => ({
    ...backlogOf('vendor erasures', found),
    mayWait: true,
  }))
