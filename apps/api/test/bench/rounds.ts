import type { Counting } from './statements.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)

/** What is compared: a name, and a round of it. Undefined where it is not part of this run. */
export type Runs = Readonly<Record<string, (() => Promise<Counting>) | undefined>>

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** What is usual of several rounds. */
function middle(rounds: readonly Counting[]): Counting {
  const of = (pick: (round: Counting) => number) => median(rounds.map(pick))
  const isCounted = rounds.every(({ per }) => per !== undefined)
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    serverMicros: of(({ serverMicros }) => serverMicros),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
    ...(isCounted && {
      per: { statements: of(({ per }) => per?.statements ?? 0), transactions: of(({ per }) => per?.transactions ?? 0) },
    }),
  }
}

/** In turns, so that other load on the machine affects all of them. The first round warms up and is not counted. */
export async function inTurns(runs: Runs): Promise<Map<string, Counting>> {
  const all = new Map<string, Counting[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) {
      const measured = await run?.()
      if (measured !== undefined && round > 0) all.set(name, [...(all.get(name) ?? []), measured])
    }
  return new Map([...all].map(([name, measured]) => [name, middle(measured)]))
}
