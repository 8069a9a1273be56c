import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeyring } from '../../platform/keyring.ts'
import { codeLabelsOf } from '../codes/index.ts'
import {
  createLimits,
  labelsOfAddress,
  labelsOfBrowser,
  RULE_NAMES,
  rulesWith,
  termsOf,
  type RuleName,
} from '../limits/index.ts'
import { pinLabelsOf } from '../pins/index.ts'
import { labelsOfSms, smsLabelsOf, smsLimitsWith } from '../sms/index.ts'
import { openStoreDatabase } from '#test/store-database.ts'
import { createCallerLimits } from './caller-limits.ts'
import { readCaller } from './caller.ts'

const NOW = new Date('2026-03-20T12:00:00Z')
const clock = () => NOW
const rules = rulesWith({ overrides: [], factor: 1 })
const keyring = createKeyring({ keys: [{ id: 'k', secret: randomBytes(32).toString('base64url') }] })
const smsLimits = smsLimitsWith({ blockedPrefixes: ['+4917'] })

let db: Awaited<ReturnType<typeof openStoreDatabase>>
beforeAll(async () => {
  db = await openStoreDatabase()
})
afterAll(() => db.close())

const limits = () => createCallerLimits({ db, clock, append: async () => {}, keyring, rules, smsLimits })
const callerOf = (text: string) => {
  const caller = readCaller(text)
  if (caller === undefined) throw new Error('no caller')
  return caller
}
const explain = async (text: string) =>
  (await limits().explain(callerOf(text))).map(({ rule, of, state }) => `${rule} ${of} ${state}`)

/** All places of a limit that everybody shares are taken. */
async function fill(rule: RuleName, subject: string) {
  const keys = keyring.for('limits')
  const { memory } = createLimits({ db, clock, keys, rules, report: async () => {}, warn: () => {} })
  while (memory.take([{ label: { rule, subject }, terms: termsOf(rules[rule], NOW) }]).length === 0);
  await memory.share()
}

/** Of a moment; and of a person at the consoles, who is none of the callers. */
const OF_NONE: readonly RuleName[] = ['code.pace', 'staff-guess.number', 'staff-look.number']

test('OPS-11 OPS-12 every limit is explained by a number, an address, a browser or what all share', () => {
  const device = randomBytes(32)
  const phoneIdx = randomBytes(32)
  const explained = [
    ...smsLabelsOf('+4915112345678'),
    ...codeLabelsOf(phoneIdx, [device]),
    ...pinLabelsOf(phoneIdx, [device], ['reg_1']),
    ...labelsOfAddress({ host: '203.0.113.7', network: '203.0.113.0/24' }),
    ...labelsOfBrowser(device),
    ...labelsOfSms(smsLimits, ['DE', 'FR', 'TR'], NOW),
  ].map(({ rule }) => rule)
  const everyone = ['code.everyone', 'existence.everyone']
  expect(RULE_NAMES.filter((name) => ![...explained, ...everyone, ...OF_NONE].includes(name))).toEqual([])
})

test('OPS-11 OPS-12 what all share is explained where it is full, and stays so when a caller is released', async () => {
  expect(await explain('+4915112345678')).toEqual([])
  await fill('sms.country.home', 'DE')
  await fill('code.everyone', 'everyone')
  const full = ['sms.country.home DE full', 'code.everyone everyone full']
  expect(await explain('+4915112345678')).toEqual(full)
  expect(await explain('203.0.113.7')).toEqual(full)
  expect(await explain('+33612345678')).toEqual(['code.everyone everyone full'])
  await limits().release(callerOf('+4915112345678'))
  expect(await explain('+4915112345678')).toEqual(full)
})

test('OPS-11 a number that gets no SMS because its prefix is blocked is explained', async () => {
  expect(await explain('+491761234567')).toContain('sms.blocked number full')
})
