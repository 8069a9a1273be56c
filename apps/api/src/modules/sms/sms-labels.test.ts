import { expect, test } from 'vitest'
import { rulesWith, type RuleName } from '../limits/index.ts'
import { smsLabelsOf } from './sms-labels.ts'

test('OPS-11 OPS-12 every limit of SMS to a number is explained and released', () => {
  const rules = rulesWith({ overrides: [], factor: 1 })
  const ofNumber = (Object.keys(rules) as RuleName[]).filter(
    (name) => rules[name].action === 'sms' && rules[name].subject === 'number',
  )
  expect(new Set(smsLabelsOf('+4915112345678').map(({ rule }) => rule))).toEqual(new Set(ofNumber))
})
