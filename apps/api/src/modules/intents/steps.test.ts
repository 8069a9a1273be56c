import type { IntentStatus } from '@avouch/contract'
import { expect, test } from 'vitest'
import { type IntentStep, STEPS } from './steps.ts'

const nextOf = (from: IntentStatus) => [
  ...new Set(
    (Object.keys(STEPS) as IntentStep[]).flatMap((step) => (STEPS[step].from.includes(from) ? STEPS[step].to : [])),
  ),
]

test.each<[IntentStatus, string[]]>([
  ['created', ['bound', 'confirmed', 'denied', 'executed', 'expired', 'cancelled']],
  ['bound', ['bound', 'reserved', 'confirmed', 'denied', 'executed', 'expired', 'cancelled']],
  ['reserved', ['confirmed', 'denied', 'executed', 'expired', 'cancelled']],
  ['executed', []],
  ['confirmed', []],
  ['denied', []],
  ['expired', []],
  ['cancelled', []],
])('P-07 PROV-06 from %s an intent goes to %o only', (from, to) => {
  expect(nextOf(from).sort()).toEqual(to.toSorted())
})

test('P-07 PAY-01 a payment is executed after it was confirmed', () => {
  expect([STEPS.reserve.from, STEPS.execute.from]).toEqual([['bound'], ['reserved']])
})

test('P-07 a visitor answers a bound intent only; the test helper answers without a visitor', () => {
  expect(STEPS.answer.from).toEqual(['bound'])
})
