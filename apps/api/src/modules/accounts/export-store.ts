import type { Executor } from '../../platform/database/database.ts'
import { nullable, row, timestamp } from '../../platform/database/rows.ts'

/** Keeps the newest `$4` times; without the `$4`-th of them after `$3` there is room for another. */
const COUNT = `
  update account set exported_at = (exported_at || $2::timestamptz)[greatest(1, cardinality(exported_at) + 2 - $4::int):]
  where id = $1 and coalesce(exported_at[cardinality(exported_at) + 1 - $4::int] <= $3, true)
  returning exported_at[cardinality(exported_at) - 1] as before`
const COUNTED = row({ before: nullable(timestamp) })
const FIND_OLDEST = 'select exported_at[1] as oldest from account where id = $1'
const OLDEST = row({ oldest: nullable(timestamp) })

type Bound = { now: Date; since: Date; most: number }

/**
 * Counts an export if fewer than `most` were counted after `since`.
 * @returns undefined when there is no room, else the export before this one
 */
export async function countExport(db: Executor, accountId: string, { now, since, most }: Bound) {
  const [counted] = await db.query(COUNT, [accountId, now, since, most], COUNTED)
  return counted
}

/** The oldest export that is still counted; undefined when the account is gone. */
export async function findOldestExport(db: Executor, accountId: string): Promise<Date | undefined> {
  const [found] = await db.query(FIND_OLDEST, [accountId], OLDEST)
  return found?.oldest ?? undefined
}
