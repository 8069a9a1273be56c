import type { Measured } from './load.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3)
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)

/** What is compared: a name, and a round of it. Undefined where it is not part of this run. */
export type Runs = Readonly<Record<string, (() => Promise<Measured>) | undefined>>

const median = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0

/** What is usual of several rounds. */
function middle(rounds: readonly Measured[]): Measured {
  const of = (pick: (round: Measured) => number) => median(rounds.map(pick))
  return {
    requests: rounds.reduce((sum, { requests }) => sum + requests, 0),
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p95: of(({ p95 }) => p95),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    serverMicros: of(({ serverMicros }) => serverMicros),
    failed: rounds.reduce((sum, { failed }) => sum + failed, 0),
  }
}

/** In turns, so that other load on the machine affects all of them. The first round warms up and is not counted. */
export async function inTurns(runs: Runs): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, run] of Object.entries(runs)) {
      const measured = await run?.()
      if (measured !== undefined && round > 0) all.set(name, [...(all.get(name) ?? []), measured])
    }
  return new Map([...all].map(([name, measured]) => [name, middle(measured)]))
}
