import { HOUR_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import { inBatches, type Sweep, SWEEP_BATCH } from '../../platform/database/sweep.ts'

const DAY_MS = 24 * HOUR_MS

/**
 * An approval stays with its account, because the service may withdraw it; so does the check that the account waits for. The
 * service erases its own part of a check that is deleted here.
 */
const DELETE = `
  with gone as (
    delete from identity_check where id in (
      select c.id from identity_check c join account a on a.id = c.account_id
      where c.created_at <= $1 and c.next_poll_at is null and a.current_check is distinct from c.id
        and c.status in ('MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED', 'DELETED')
      limit $3 for update of c skip locked)
    returning id),
  told as (insert into vendor_erasure (check_id, next_attempt_at, created_at) select id, $2, $2 from gone on conflict do nothing)
  select id from gone`

/** Checks that ended without an outcome about the age. */
export const sweepChecks =
  (keptDays: number): Sweep =>
  (db, now) =>
    inBatches(async () => (await db.query(DELETE, [later(now, -keptDays * DAY_MS), now, SWEEP_BATCH])).length)
