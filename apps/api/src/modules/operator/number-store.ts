import type { Executor } from '../../platform/database/database.ts'
import { bool, nullable, row, timestamp } from '../../platform/database/rows.ts'

/** Bytes of a number's hash that the audit trail has. */
const PREFIX_BYTES = 4
/** Tables with a row of each number that has an event without an account. */
const NUMBERED = ['account', 'sms_message', 'refused_call']

/** Looks on both sides of the number's own rows, which may be many. */
const IS_SHARED = `select ${NUMBERED.map(
  (table) => `exists (select from ${table} where phone_idx >= $1 and phone_idx < $2)
  or exists (select from ${table} where phone_idx > $2 and phone_idx <= $3)`,
).join(' or ')} as shared`

/** True if another number is known here under the same first four bytes. */
export async function isPrefixShared(db: Executor, phoneIdx: Buffer): Promise<boolean> {
  const prefix = phoneIdx.subarray(0, PREFIX_BYTES)
  const rest = phoneIdx.length - PREFIX_BYTES
  const [from, to] = [Buffer.concat([prefix, Buffer.alloc(rest)]), Buffer.concat([prefix, Buffer.alloc(rest, 0xff)])]
  const [found] = await db.query(IS_SHARED, [from, phoneIdx, to], row({ shared: bool }))
  return found?.shared === true
}

const FIRST = `
  select least((select min(created_at) from sms_message where phone_idx = $1),
    (select min(at) from refused_call where phone_idx = $1)) as at`

/** Finds the time of the number's first row that is left. */
export async function firstRowOf(db: Executor, phoneIdx: Buffer): Promise<Date | undefined> {
  const [found] = await db.query(FIRST, [phoneIdx], row({ at: nullable(timestamp) }))
  return found?.at ?? undefined
}
