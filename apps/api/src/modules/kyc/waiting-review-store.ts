import type { Executor } from '../../platform/database/database.ts'
import { int, row, text, timestamp } from '../../platform/database/rows.ts'

const UNDER_REVIEW = `status = 'PENDING_MANUAL_REVIEW' and reported_at is not null and next_poll_at is not null`

const WAITING = `
  select id, account_id, reported_at from identity_check where ${UNDER_REVIEW} order by reported_at, id limit $1`
const ONE = row({ id: text, account_id: text, reported_at: timestamp })
const COUNT = `select count(*)::int as total from identity_check where ${UNDER_REVIEW}`
const FIND = `select id from identity_check where id = $1 and ${UNDER_REVIEW}`

export type WaitingReview = { checkId: string; accountId: string; since: Date }

/** Checks whose document a person looks at, the longest wait first. @param most null: all of them */
export const waitingReviews = async (db: Executor, most: number | null): Promise<WaitingReview[]> =>
  (await db.query(WAITING, [most], ONE)).map(({ id, account_id, reported_at }) => ({
    checkId: id,
    accountId: account_id,
    since: reported_at,
  }))

export const countReviews = async (db: Executor): Promise<number> =>
  (await db.query(COUNT, [], row({ total: int })))[0]?.total ?? 0

export const isUnderReview = async (db: Executor, checkId: string): Promise<boolean> =>
  (await db.query(FIND, [checkId], row({ id: text }))).length > 0
