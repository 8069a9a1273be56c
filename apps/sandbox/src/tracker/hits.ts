import * as z from 'zod'
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

export function takeHit(hits: Map<string, Hit>, told: Omit<Hit, 'id' | 'at'>, now: Date) {
  const id = randomId('hit_')
  hits.set(id, { id, at: now.toISOString(), ...told })
  const [oldest] = hits.keys()
  if (hits.size > KEPT && oldest !== undefined) hits.delete(oldest)
}
