import type { Clock } from '../../platform/clock.ts'
import type { LimitStore, SumStore } from './limit-store.ts'
import type { Slot } from './slots.ts'

/** Upper bound of memory in a flood of forged callers; the oldest count is dropped first. */
const MOST_ROWS = 50_000

type Row = Pick<Slot, 'key' | 'most' | 'expiresAt'> & {
  hits: number
  /** Those of the hits that are not shared with the other processes yet. */
  unshared: number
}
export type Tally = ReturnType<typeof createTally>

/**
 * Counts in memory what is asked for all the time, and shares the sums with the other processes now and then. Each
 * process counts its own exactly and hears of the others late; so this is for what only reads.
 */
export function createTally(store: SumStore, clock: Clock) {
  const rows = new Map<string, Row>()

  function rowOf({ key, most, expiresAt }: Slot, now: Date): Row {
    const name = key.toString('base64')
    const kept = rows.get(name)
    if (kept !== undefined && kept.expiresAt > now) return kept
    const row = { key, most, expiresAt, hits: 0, unshared: 0 }
    rows.delete(name)
    rows.set(name, row)
    const [oldest] = rows.keys()
    if (rows.size > MOST_ROWS && oldest !== undefined) rows.delete(oldest)
    return row
  }

  const take: LimitStore['take'] = async (slots, now) => {
    const wanted = slots.map((slot) => rowOf(slot, now))
    const full = wanted.filter(({ hits, most }) => hits >= most)
    if (full.length > 0) {
      const until = new Date(Math.max(...full.map(({ expiresAt }) => expiresAt.getTime())))
      return { refused: full.map(({ key }) => key), until }
    }
    for (const row of wanted) {
      row.hits += 1
      row.unshared += 1
    }
    return 'taken'
  }

  /** One statement for everything that was counted since the last time. */
  async function share(): Promise<void> {
    const now = clock()
    for (const [name, { expiresAt }] of rows) if (expiresAt <= now) rows.delete(name)
    const told = [...rows.values()].filter(({ unshared }) => unshared > 0)
    if (told.length === 0) return
    const added = told.map((row) => ({ key: row.key, most: row.most, hits: row.unshared, expiresAt: row.expiresAt }))
    for (const row of told) row.unshared = 0
    try {
      for (const { key, hits, expiresAt } of await store.add(added, now)) {
        const row = rows.get(key.toString('base64'))
        if (row !== undefined) Object.assign(row, { hits: hits + row.unshared, expiresAt })
      }
    } catch (error) {
      for (const [index, row] of told.entries()) row.unshared += added[index]?.hits ?? 0
      throw error
    }
  }

  return { take, share }
}
