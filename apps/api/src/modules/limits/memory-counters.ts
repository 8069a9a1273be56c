import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { addCounted } from './counter-store.ts'
import { raised, type Terms, waitFor } from './places.ts'
import type { RuleName } from './rules.ts'

/** Upper bound of memory in a flood of forged callers; the oldest count is dropped first. */
const MOST_ROWS = 50_000

type Row = Terms & {
  rule: string
  level: number
  /** What of it the other processes have not been told yet. */
  unshared: number
}
type Label = { rule: RuleName; subject: string }
export type MemoryCounters = ReturnType<typeof createMemoryCounters>

type Deps = {
  db: Executor
  clock: Clock
  /** The key of a label in the table. */
  keyOf: (label: Label) => Buffer
}

/**
 * Counts in memory what is asked for all the time, and shares it with the other processes now and then. Each process
 * counts its own exactly and hears of the others late; so this is for what only reads.
 */
export function createMemoryCounters({ db, clock, keyOf }: Deps) {
  const rows = new Map<string, Row & { label: Label }>()

  function rowOf(label: Label, terms: Terms) {
    const name = `${label.rule} ${label.subject}`
    const kept = rows.get(name)
    if (kept !== undefined && kept.level > terms.floor) return Object.assign(kept, terms)
    const row = { ...terms, rule: label.rule, label, level: 0, unshared: kept?.unshared ?? 0 }
    rows.delete(name)
    rows.set(name, row)
    const [oldest] = rows.keys()
    if (rows.size > MOST_ROWS && oldest !== undefined) rows.delete(oldest)
    return row
  }

  /** Takes a place of every limit, or none. @returns the limits that are full, with the wait */
  function take(wanted: readonly { label: Label; terms: Terms }[]): { rule: string; waitMs: number }[] {
    const found = wanted.map(({ label, terms }) => rowOf(label, terms))
    const full = found
      .map((row) => ({ rule: row.rule, waitMs: waitFor(row.level, row.step, row) }))
      .filter(({ waitMs }) => waitMs > 0)
    if (full.length > 0) return full
    for (const row of found) {
      row.level = raised(row.level, row.step, row)
      row.unshared += row.step
    }
    return []
  }

  /** One statement for everything that was counted since the last time. */
  async function share(): Promise<void> {
    const now = clock()
    const told = [...rows.values()].filter(({ unshared }) => unshared > 0)
    for (const [name, { level, unshared }] of rows) if (level <= now.getTime() && unshared === 0) rows.delete(name)
    if (told.length === 0) return
    const added = told.map((row) => ({ ...row, key: keyOf(row.label), cost: row.unshared }))
    for (const row of told) row.unshared = 0
    try {
      const levels = new Map((await addCounted(db, added, now)).map(({ key, level }) => [key.toString('hex'), level]))
      for (const [i, row] of told.entries())
        row.level = Math.max(row.level, (levels.get(added[i]?.key.toString('hex') ?? '') ?? 0) + row.unshared)
    } catch (error) {
      for (const [i, row] of told.entries()) row.unshared += added[i]?.cost ?? 0
      throw error
    }
  }

  const levelOf = ({ rule, subject }: Label): number => rows.get(`${rule} ${subject}`)?.level ?? 0

  return { take, share, levelOf }
}
