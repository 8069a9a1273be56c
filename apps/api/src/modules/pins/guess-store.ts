import type { Executor } from '../../platform/database/database.ts'
import { row, text } from '../../platform/database/rows.ts'

/** The id of the number's account, for the audit trail. */
export async function accountIdOf(tx: Executor, phoneIdx: Buffer): Promise<string | undefined> {
  const [account] = await tx.query('select id from account where phone_idx = $1', [phoneIdx], row({ id: text }))
  return account?.id
}
