import { type KycStatus, VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { advances } from './outcomes.ts'

const nextOf = (from: KycStatus) => VENDOR_OUTCOMES.filter((to) => advances(from, to))

test.each<[KycStatus, string[]]>([
  ['', [...VENDOR_OUTCOMES]],
  ['PENDING_MANUAL_REVIEW', VENDOR_OUTCOMES.filter((to) => to !== 'PENDING_MANUAL_REVIEW')],
  ['USER_PROCESS_EXPIRED', ['COMPLETED', 'COMPLETED_FRAUD', 'MANUAL_REVIEW_REJECTED', 'DELETED', 'UNDERAGED']],
  ['MANUAL_REVIEW_REJECTED', ['COMPLETED', 'COMPLETED_FRAUD', 'DELETED', 'UNDERAGED']],
  ['COMPLETED', ['COMPLETED_FRAUD', 'DELETED', 'UNDERAGED']],
  ['COMPLETED_FRAUD', ['DELETED', 'UNDERAGED']],
  ['UNDERAGED', []],
  ['DELETED', ['UNDERAGED']],
])('From "%s" a check moves to %o only [PROV-06 KYC-20]', (from, to) => {
  expect(nextOf(from).sort()).toEqual(to.toSorted())
})

test('Up to five reports lead a check to the same end, whatever their order [KYC-20]', () => {
  const ordersOf = (reports: VendorOutcome[]): VendorOutcome[][] =>
    reports.length === 0
      ? [[]]
      : reports.flatMap((first, i) => ordersOf(reports.toSpliced(i, 1)).map((rest) => [first, ...rest]))
  const endOf = (order: VendorOutcome[]) =>
    order.reduce<KycStatus>((status, outcome) => (advances(status, outcome) ? outcome : status), '')
  const sets = Array.from({ length: 2 ** VENDOR_OUTCOMES.length }, (_, chosen) =>
    VENDOR_OUTCOMES.filter((_outcome, i) => (chosen >> i) % 2 === 1),
  ).filter((set) => set.length <= 5)
  for (const set of sets) expect(new Set(ordersOf(set).map(endOf)).size).toBe(1)
})
