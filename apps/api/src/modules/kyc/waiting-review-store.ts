import type { Executor } from '../../platform/database/database.ts'
import { row, text, timestamp } from '../../platform/database/rows.ts'

const WAITING = `
  select account_id, reported_at from identity_check
  where status = 'PENDING_MANUAL_REVIEW' and reported_at is not null and next_poll_at is not null order by reported_at`
const ONE = row({ account_id: text, reported_at: timestamp })

/** Accounts whose document a person of the identity-check service looks at, the longest wait first. */
export const waitingReviews = async (db: Executor): Promise<{ id: string; since: Date }[]> =>
  (await db.query(WAITING, [], ONE)).map(({ account_id, reported_at }) => ({ id: account_id, since: reported_at }))
