import type { Counting } from './codes.ts'

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** What is usual of several rounds. */
export function middle(rounds: readonly Counting[]): Counting {
  const of = (pick: (round: Counting) => number) => median(rounds.map(pick))
  const isCounted = rounds.every(({ per }) => per !== undefined)
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    ...(isCounted && {
      per: { statements: of(({ per }) => per?.statements ?? 0), transactions: of(({ per }) => per?.transactions ?? 0) },
    }),
  }
}

/** `against`: what the same costs elsewhere. */
export const row = (work: string, measured: Counting, against?: Counting) => ({
  work,
  'per s': measured.perSecond,
  'p50 ms': measured.p50,
  'µs CPU': measured.cpuMicros,
  statements: measured.per?.statements ?? '',
  transactions: measured.per?.transactions ?? '',
  failed: measured.failed,
  'of it': against === undefined ? '' : (measured.perSecond / against.perSecond).toFixed(2),
  // Where other programs run, processor time says more than the rate.
  'CPU of it': against === undefined ? '' : (measured.cpuMicros / against.cpuMicros).toFixed(2),
})
