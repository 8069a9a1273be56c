import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { sweepOf } from '../../platform/database/sweep.ts'

const LAST_ANSWER_MS = 15 * MINUTE_MS
/** A token that ran out while its owner was at the identity check still comes with the next question. */
const LATE_TOKEN_MS = HOUR_MS
const LATE_REPORT_MS = 24 * HOUR_MS

const FOR_TOKENS = `
  insert into tombstone (hash, expires_at)
  select t.hash, $2 from access_token t join session_family f on f.id = t.family_id
  where f.account_id = $1 and f.scope = 'full' and f.state = 'live' and f.idle_expires_at > $3 and t.expires_at > $4
  on conflict (hash) do nothing`

const FOR_CHECKS = `
  insert into tombstone (hash, expires_at) select tc_hash, $2 from identity_check where account_id = $1
  on conflict (hash) do nothing`

/** The account's sessions are about to end; their tokens may still read why. */
export async function raiseForSessions(tx: Executor, accountId: string, now: Date): Promise<void> {
  // Waits for a running refresh: its token is one of them.
  await tx.query('select 1 from session_family where account_id = $1 for update', [accountId])
  await tx.query(FOR_TOKENS, [accountId, later(now, LAST_ANSWER_MS), now, later(now, -LATE_TOKEN_MS)])
}

/** The account's checks are about to be deleted; late reports about them are accepted and dropped. */
export const raiseForChecks = async (tx: Executor, accountId: string, now: Date): Promise<void> =>
  void (await tx.query(FOR_CHECKS, [accountId, later(now, LATE_REPORT_MS)]))

export async function hasTombstone(db: Executor, hash: Buffer, now: Date): Promise<boolean> {
  const found = await db.query('select 1 from tombstone where hash = $1 and expires_at > $2', [hash, now])
  return found.length > 0
}

export const sweepTombstones = sweepOf({ keepMs: 0, table: 'tombstone', where: 't.expires_at <= $1' })
