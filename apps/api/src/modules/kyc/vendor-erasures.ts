import type { ErasureStore } from './ports.ts'
import type { Database } from '../../platform/database/database.ts'

/** Whoever takes a check moves its next attempt on: nobody else sees it as due before. */
const CLAIM = `
  update vendor_erasure set attempts = attempts + 1, next_attempt_at = $2
  where check_id = (
    select check_id from vendor_erasure where next_attempt_at <= $1
    order by next_attempt_at, check_id limit 1 for update skip locked)
  returning check_id, attempts`

/** An attempt that somebody else has meanwhile begun anew sets no time any more. */
const POSTPONE = 'update vendor_erasure set next_attempt_at = $3 where check_id = $1 and attempts = $2'

export const createErasureStore = (db: Database): ErasureStore => ({
  async claim(now, holdUntil) {
    const [row] = await db.query<{ check_id: string; attempts: number }>(CLAIM, [now, holdUntil])
    return row && { checkId: row.check_id, attempts: row.attempts }
  },
  settle: async (checkId) => void (await db.query('delete from vendor_erasure where check_id = $1', [checkId])),
  postpone: async ({ checkId, attempts }, at) => void (await db.query(POSTPONE, [checkId, attempts, at])),
})
