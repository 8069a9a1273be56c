import { expect, test, vi } from 'vitest'
import type { Executor } from '../../platform/database/database.ts'
import { type AnomalyState, createOtpAnomaly } from './otp-anomaly.ts'
import { rulesWith } from './rules.ts'

test('CODE-12 of calls at the same moment one reports the change', async () => {
  let recent = 1_000_000
  // The days before are read by one statement with many ends; they had no wrong code.
  const query = async (_text: string, [, , ends]: readonly unknown[] = []) =>
    (ends as Date[]).map((_end, _index, all) => ({ hits: all.length === 1 ? recent : 0 }))
  const onChange = vi.fn<(state: AnomalyState) => void>()
  const anomaly = createOtpAnomaly({
    db: { query } as unknown as Executor,
    clock: () => new Date('2026-03-01T12:00:00Z'),
    rules: rulesWith({ overrides: [], factor: 1 }),
    onChange,
  })

  await Promise.all([anomaly.codes(), anomaly.codes(), anomaly.codes()])
  expect(onChange.mock.calls).toEqual([[{ elevated: true, recoveryPaused: true }]])

  recent = 0
  await Promise.all([anomaly.codes(), anomaly.codes()])
  expect(onChange.mock.calls.slice(1)).toEqual([[{ elevated: false, recoveryPaused: false }]])
})
