import type { TestApi } from './test-api.ts'
import { rows } from './together.ts'

type PinCount = 'pin_failures' | 'pin_failures_total' | 'pin_failures_recognised'

/** How many wrong PINs an account's row counts. */
export async function pinCount(api: TestApi, column: PinCount, accountId: string): Promise<number> {
  const [account] = await rows(api, `select ${column} as count from account where id = $1`, [accountId])
  return Number(account?.['count'] ?? 0)
}
