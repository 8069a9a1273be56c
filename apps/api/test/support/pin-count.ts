import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { masterKeys } from '../../src/config/key-files.ts'
import { keyOf } from '../../src/modules/limits/counters.ts'
import { tokenHash } from '../../src/platform/identifier.ts'
import { createKeyring } from '../../src/platform/keyring.ts'
import type { TestApi } from './test-api.ts'
import { rows } from './together.ts'

type PinRule = 'pin.strangers' | 'pin.strangers.total' | 'pin.browser' | 'pin.known.total'

/** How many guesses at an account's PIN a rule counts, in one browser for the rule of browsers. */
export async function pinCount(api: TestApi, rule: PinRule, accountId: string, cookie?: string): Promise<number> {
  const master = masterKeys.parse(JSON.parse(readFileSync(join(api.settings.DATA_DIR, 'keys/master.json'), 'utf8')))
  const [account] = await rows(api, `select encode(phone_idx, 'hex') as number from account where id = $1`, [accountId])
  const browser = cookie === undefined ? [] : [tokenHash(cookie.slice(4)).toString('hex')]
  const subject = [String(account?.['number']), ...browser].join(' ')
  const key = keyOf(createKeyring(master).for('limits'), { rule, subject })
  const [counted] = await rows(api, 'select level::int from counter where key = $1', [key])
  return Number(counted?.['level'] ?? 0)
}
