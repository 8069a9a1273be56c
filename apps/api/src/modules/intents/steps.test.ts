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
])('From %s an intent goes to %o only [P-07 PROV-06]', (from, to) => {
  expect(nextOf(from).sort()).toEqual(to.toSorted())
})

test('A payment is executed only after it was confirmed [P-07 PAY-01]', () => {
  expect([STEPS.reserve.from, STEPS.execute.from]).toEqual([['bound'], ['reserved']])
})

test('A visitor answers a bound intent only [P-07]', () => {
  expect(STEPS.answer.from).toEqual(['bound'])
})
