import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  isApproved,
  KYC_STATUSES,
  type KycStatus,
  MINUTE_MS,
  VENDOR_OUTCOMES,
  type VendorOutcome,
} from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, newBrowser, registered, report, signInOn } from '#test/builders.ts'
import { pollEvery } from '#test/test-api.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { advances } from './outcomes.ts'

const the = useTestApi({}, pollEvery(20))

/** Reads the words of the table in the design page, from the top: each one overrules those above it. */
const page = readFileSync(resolve(import.meta.dirname, '../../../../../docs/design/identity-check.md'), 'utf8')
const WORDS = [...page.matchAll(/^\| (?:`([A-Z_]+)`|(empty)) \|/gm)].map(([, word]) => (word ?? '') as KycStatus)
const rankOf = (word: KycStatus) => WORDS.indexOf(word)

test('The table of the design page has each word once, in the order of the code [KYC-20 PROV-06]', () => {
  expect(WORDS.toSorted()).toEqual(KYC_STATUSES.toSorted())
  for (const from of WORDS)
    for (const to of VENDOR_OUTCOMES)
      expect([from, to, advances(from, to)]).toEqual([from, to, rankOf(to) > rankOf(from)])
})

/** Computes an account's status after two words: under age alone takes a proof, and alone follows a deletion. */
function accountAfter(first: VendorOutcome, second: VendorOutcome): KycStatus {
  const [last, wasProven] = [rankOf(second) > rankOf(first) ? second : first, isApproved(first)]
  return last === 'DELETED' && wasProven ? first : last
}

test.each(VENDOR_OUTCOMES)(
  'After %s each other word, and the same one, does what the table says to check and account [KYC-20 KYC-07 AGE-03]',
  async (first) => {
    for (const second of VENDOR_OUTCOMES) {
      const { bearer, tokens } = await registered(the.api)
      const { code } = await beginCheck(the.api, bearer)
      await report(the.api, code, first)
      await report(the.api, code, second)
      const rows = await the.api.rows(
        `select c.status, a.kyc_status, a.adult and a.state = 'active' as proven, a.state = 'active' as active
          from account a join identity_check c on c.account_id = a.id where a.id = $1`,
        [tokens.user_id],
      )
      const words = [first, second]
      const isEnded = words.includes('UNDERAGED')
      // An account that was ended is erased soon.
      if (first === 'UNDERAGED' && rows.length === 0) continue
      const account = accountAfter(first, second)
      expect([words, rows]).toEqual([
        words,
        [
          {
            status: rankOf(second) > rankOf(first) ? second : first,
            kyc_status: account,
            proven: isApproved(account),
            active: !isEnded,
          },
        ],
      ])
    }
  },
)

test('A deletion that is answered and not signed ends a check for now, and a later approval overrules it [KYC-62 KYC-24]', async () => {
  const { number, bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  the.api.vendor.known.set(code, 'DELETED')
  the.api.clock.advance(5 * MINUTE_MS)
  const status = async () => {
    const { access_token } = await signInOn(the.api, newBrowser(), number)
    return (await the.api.client('kycStatus', {}, { bearer: access_token })).data.result.status
  }
  await expect.poll(status).toBe('USER_PROCESS_EXPIRED')
  await report(the.api, code, 'COMPLETED')
  expect(await status()).toBe('COMPLETED')
})
