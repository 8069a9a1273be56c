import * as z from 'zod'
import type { Journal } from '../journal.ts'
import { randomId } from '../webhook.ts'

/** As many as anybody looks through. */
const KEPT = 1_000

export const hit = z.object({
  id: z.string(),
  at: z.string(),
  /** What the script sent, name by name. */
  fields: z.record(z.string(), z.string()),
  /** What the browser added by itself. */
  address: z.string(),
  browser: z.string(),
  cookies: z.string(),
  referrer: z.string(),
})
export type Hit = z.infer<typeof hit>

/** What the tracker was told, the newest first. */
export function createHits({ journal, clock }: { journal: Journal<Hit>; clock: () => Date }) {
  let hits = journal.past.slice(-KEPT)
  return {
    take(told: Omit<Hit, 'id' | 'at'>) {
      const taken = { id: randomId('hit_'), at: clock().toISOString(), ...told }
      journal.append(taken)
      hits = [...hits, taken].slice(-KEPT)
    },
    forget() {
      hits = []
      journal.rewrite(hits)
    },
    latest: () => hits.toReversed(),
  }
}
export type Hits = ReturnType<typeof createHits>
