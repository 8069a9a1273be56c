import type { Executor } from './database.ts'

export type WriteGuard = ReturnType<typeof createWriteGuard>

/** Takes room on the database's disk, for a moment, and nothing of the product's: several pages and the statement's own log. */
const PROBE = `
  drop table if exists pg_temp.room;
  create temporary table room as select repeat(md5(n::text), 32) as filler from generate_series(1, 256) n;
  drop table pg_temp.room`

/**
 * Watches whether the database takes writes. A full disk answers every read, so only a write detects it: the first refused one
 * is a visitor's, and from then on a probe is, so that no visitor has to find out whether writes work again.
 */
export function createWriteGuard(probe: (look: Executor) => Promise<void> = probeByTable) {
  let areRefused = false
  return {
    /** A write was refused for lack of disk or memory. */
    refused: (): void => void (areRefused = true),
    async isRight(look: Executor): Promise<boolean> {
      if (!areRefused) return true
      try {
        await probe(look)
        areRefused = false
      } catch (error) {
        // Without the right to create such tables the next visitor's write is the probe.
        if (isForbidden(error)) areRefused = false
      }
      return !areRefused
    },
  }
}

async function probeByTable(look: Executor): Promise<void> {
  await look.execute(PROBE)
}

const isForbidden = (error: unknown): boolean => (error as { code?: string }).code === '42501'
