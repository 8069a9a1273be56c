import { KYC_STATUSES, type KycStatus, VENDOR_OUTCOMES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { advances } from './transitions.ts'

const nextOf = (from: KycStatus) => VENDOR_OUTCOMES.filter((to) => advances(from, to))

describe('a check moves', () => {
  test.each<[KycStatus, string[]]>([
    ['', [...VENDOR_OUTCOMES]],
    ['PENDING_MANUAL_REVIEW', VENDOR_OUTCOMES.filter((to) => to !== 'PENDING_MANUAL_REVIEW')],
    ['USER_PROCESS_EXPIRED', ['COMPLETED', 'COMPLETED_FRAUD', 'MANUAL_REVIEW_REJECTED', 'DELETED', 'UNDERAGED']],
    ['MANUAL_REVIEW_REJECTED', ['COMPLETED', 'COMPLETED_FRAUD', 'DELETED', 'UNDERAGED']],
    ['COMPLETED', ['DELETED', 'UNDERAGED']],
    ['COMPLETED_FRAUD', ['DELETED', 'UNDERAGED']],
    ['UNDERAGED', ['DELETED']],
    ['DELETED', []],
  ])('P-07 KYC-20 from "%s" to %o only', (from, to) => {
    expect(nextOf(from).sort()).toEqual(to.toSorted())
  })

  test('P-07 never in a circle', () => {
    for (const from of KYC_STATUSES)
      for (const to of nextOf(from)) if (from !== '') expect(advances(to, from)).toBe(false)
  })

  test('AGE-03 from under age to no approval', () => {
    expect(advances('UNDERAGED', 'COMPLETED') || advances('UNDERAGED', 'COMPLETED_FRAUD')).toBe(false)
  })
})
