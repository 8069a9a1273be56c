import { KEPT_AFTER_ERASURE, type KeptUntil } from '@avouch/contract'
import { AFTER_ERASURE } from '../../src/personal-data.ts'

const daysOf = (until: KeptUntil) => (typeof until === 'string' ? Infinity : until[1] === 'day' ? until[0] : 1)

/** The days after which visitors read that nothing of an erased account is left in a table. */
export function keptDaysOf(table: string): number {
  const kinds = AFTER_ERASURE.filter(({ tables }) => tables.includes(table)).flatMap(({ kind }) => kind ?? [])
  return Math.max(0, ...kinds.map((kind) => daysOf(KEPT_AFTER_ERASURE[kind])))
}
