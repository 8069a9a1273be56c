import { createHash } from 'node:crypto'
import { rulesWith } from '../../src/modules/limits/index.ts'
import { createSmsAdmission } from '../../src/modules/sms/admission.ts'
import { centsOf, smsLimitsWith } from '../../src/modules/sms/limits.ts'
import { createMoney } from '../../src/modules/sms/money.ts'
import type { Address } from '../../src/platform/client.ts'
import type { Executor } from '../../src/platform/database/database.ts'
import { createCounting } from './counting.ts'

export type Wish = {
  purpose: 'login' | 'register' | 'reset'
  number: string
  /** The account knows the browser. */
  known: boolean
  browser: string
  address: Address
}

const NO_TRANSACTION = { query: async () => [], execute: async () => {} } as Executor

/** What the product decides about an SMS, with its own rules and code, at the time that the clock gives. */
export function createSending(clock: () => Date) {
  const rules = rulesWith({ overrides: [], factor: 1 })
  const { counters, earn, memory } = createCounting(rules, clock)
  const limits = smsLimitsWith({})
  const money = createMoney({ memory, clock, limits, onUsed: () => {} })
  const phones = { open: (sealed: string) => sealed, countryOf: () => 'DE' }
  const admission = createSmsAdmission({ clock, rules, counters, memory, money, limits, phones })
  const deviceOf = (browser: string) => createHash('sha256').update(browser).digest()

  return {
    cents: centsOf(limits, 'DE'),
    async send({ purpose, number, known, browser, address }: Wish) {
      const phoneIdx = Buffer.from(number)
      const client = { address, device: deviceOf(browser) }
      const order = { purpose, phoneEnc: number, phoneIdx, client, known, concealed: false }
      const verdict = await admission.admitCode(NO_TRANSACTION, order)
      if (!('places' in verdict)) return { waitMs: verdict.retryAfterSeconds * 1_000, reason: verdict.reason }
      const typeIn = async () => {
        await admission.typedIn(NO_TRANSACTION, [verdict.places])
        for (const earner of [
          ['address', address.host],
          ['network', address.network],
        ] as const)
          earn(earner)
      }
      return { typeIn }
    },
  }
}
