/** Lifetimes are computed from our clock and kept in the database: all processes must mean the same moment. */
const MAX_SKEW_MS = 5_000

export type ClockGuard = ReturnType<typeof createClockGuard>

/** A reading of both clocks: theirs while ours went from `after - tookMs` to `after`. */
type Reading = { theirs: Date; after: number; tookMs: number }

/**
 * Knows whether this machine's clock is right: by comparing it with the database's, and in between with the time that has
 * passed since, which no one can set. The machine's own time is compared, also where tests move the product's.
 */
export function createClockGuard() {
  let aheadMs = 0
  let compared: { wall: number; passed: number } | undefined
  const isFar = (ms: number) => Math.abs(ms) > MAX_SKEW_MS

  return {
    /** Computes how far our clock is ahead of the database's; 0 within the time that the comparison takes. */
    compare({ theirs, after, tookMs }: Reading): number {
      const [earliest, latest] = [after - tookMs, after]
      const at = theirs.getTime()
      aheadMs = at > latest ? latest - at : at < earliest ? earliest - at : 0
      compared = { wall: after, passed: performance.now() }
      return aheadMs
    },
    /** The result of the last comparison. */
    aheadMs: () => aheadMs,
    isRight(): boolean {
      if (compared === undefined) return true
      return !isFar(aheadMs) && !isFar(Date.now() - compared.wall - (performance.now() - compared.passed))
    },
  }
}
