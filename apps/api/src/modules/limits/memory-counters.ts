import type { Clock } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { addCounted, earn, levelsOf, signInsOf } from './counter-store.ts'
import { costOf, raised, type Terms, waitFor } from './places.ts'

/** Upper bound of memory in a flood of forged callers; the oldest count is dropped first. */
const MOST_ROWS = 50_000

export type MemoryLabel = { rule: string; subject: string }
/** One place of a limit in memory. `units`: what it costs, in steps; one that is free is enough, and the rest is owed. */
export type MemoryPlace = {
  label: MemoryLabel
  terms: Terms
  units?: number
  /** The limit grows to this part of the completed sign-ins of its subject. */
  share?: number
}
type Row = Terms & {
  label: MemoryLabel
  level: number
  /** What of it the other processes have not been told yet. */
  unshared: number
  /** The moment of the first of it. */
  since: number
  share: number
  signIns: number
}
export type MemoryCounters = ReturnType<typeof createMemoryCounters>

type Deps = {
  db: Executor
  clock: Clock
  /** The key of a label in the table. */
  keyOf: (label: MemoryLabel) => Buffer
  /** Where the completed sign-ins of a label's subject are counted. */
  earnerOf: (label: MemoryLabel) => Buffer
}

/**
 * Counts in memory what is asked for all the time, and what everybody shares, and tells the other processes now and then.
 * Each process counts its own exactly and hears of the others late; so this is for what may be exceeded by a second's worth.
 */
export function createMemoryCounters({ db, clock, keyOf, earnerOf }: Deps) {
  const rows = new Map<string, Row>()
  /** The same by their limit: those of one limit are few where the callers are many. */
  const ofRule = new Map<string, Set<Row>>()
  /** Completed sign-ins that the table does not have yet, by their earner. */
  let earned = new Map<string, { key: Buffer; signIns: number }>()

  /** What this process has to know of the others, also while it counts none of it. */
  const watched: (() => MemoryPlace)[] = []

  function rowOf({ label, terms, share = 0 }: MemoryPlace): Row {
    const name = `${label.rule} ${label.subject}`
    const kept = rows.get(name)
    if (kept !== undefined && kept.level > terms.floor) return Object.assign(kept, terms)
    // The same row begins again: another one would have the counts that are being shared at this moment once more.
    const row = Object.assign(kept ?? { label, unshared: 0, since: terms.floor, signIns: 0 }, terms, {
      share,
      level: 0,
    })
    // Behind all others: it is the newest.
    rows.delete(name)
    rows.set(name, row)
    const together = ofRule.get(label.rule) ?? new Set()
    ofRule.set(label.rule, together.add(row))
    const [oldest] = rows.keys()
    if (rows.size > MOST_ROWS && oldest !== undefined) drop(oldest)
    return row
  }

  function drop(name: string): void {
    const row = rows.get(name)
    rows.delete(name)
    if (row !== undefined) ofRule.get(row.label.rule)?.delete(row)
  }

  function count(row: Row, cost: number): void {
    if (row.unshared === 0) row.since = row.floor
    row.unshared += cost
  }

  /** Takes a place of every limit, or none. @returns the limits that are full, with the wait */
  function take(wanted: readonly MemoryPlace[]): { rule: string; waitMs: number }[] {
    const found = wanted.map((place) => {
      const row = rowOf(place)
      const unit = costOf(row, row.share, row.signIns)
      return { row, unit, cost: unit * (place.units ?? 1) }
    })
    const full = found
      .map(({ row, unit }) => ({ rule: row.label.rule, waitMs: waitFor(row.level, unit, row) }))
      .filter(({ waitMs }) => waitMs > 0)
    if (full.length > 0) return full
    for (const { row, cost } of found) {
      row.level = raised(row.level, cost, row)
      count(row, cost)
    }
    return []
  }

  /** Gives a place back. */
  function giveBack(place: MemoryPlace): void {
    const row = rowOf(place)
    const cost = costOf(row, row.share, row.signIns)
    row.level -= cost
    count(row, -cost)
  }

  /** One more completed sign-in of the label's subject. */
  function addSignIn(label: MemoryLabel): void {
    const key = earnerOf(label)
    const name = key.toString('hex')
    earned.set(name, { key, signIns: (earned.get(name)?.signIns ?? 0) + 1 })
  }

  async function shareSignIns(now: Date): Promise<void> {
    const told = earned
    earned = new Map()
    try {
      await earn(db, [...told.values()], now)
    } catch (error) {
      for (const [name, { key, signIns }] of told)
        earned.set(name, { key, signIns: (earned.get(name)?.signIns ?? 0) + signIns })
      throw error
    }
  }

  /** One statement for everything that was counted since the last time, and one for the sign-ins. */
  async function share(): Promise<void> {
    const now = clock()
    await shareSignIns(now)
    const told = [...rows.values()].filter(({ unshared }) => unshared !== 0)
    for (const [name, { level, unshared }] of rows) if (level <= now.getTime() && unshared === 0) drop(name)
    await Promise.all([readFull(now), readWatched(now)])
    if (told.length === 0) return
    const added = told.map((row) => ({
      rule: row.label.rule,
      key: keyOf(row.label),
      floor: row.since,
      cost: row.unshared,
      room: row.room,
    }))
    for (const row of told) row.unshared = 0
    try {
      const levels = new Map((await addCounted(db, added)).map(({ key, level }) => [key.toString('hex'), level]))
      for (const [i, row] of told.entries())
        row.level = (levels.get(added[i]?.key.toString('hex') ?? '') ?? row.level) + row.unshared
      await readSignIns(told, now)
    } catch (error) {
      for (const [i, row] of told.entries()) row.unshared += added[i]?.cost ?? 0
      throw error
    }
  }

  /**
   * Of a limit that is full nothing is added, so what the others know is not heard: an operator may have given its places
   * back.
   */
  async function readFull(now: Date): Promise<void> {
    const isFull = ({ level, step, room, unshared }: Row) =>
      unshared === 0 && waitFor(level, step, { floor: now.getTime(), step, room }) > 0
    const full = [...rows.values()].filter(isFull).map((row) => ({ row, key: keyOf(row.label) }))
    const found = await levelsOf(
      db,
      full.map(({ key }) => key),
    )
    const levels = new Map(found.map(({ key, level }) => [key.toString('hex'), level]))
    for (const { row, key } of full) {
      const level = levels.get(key.toString('hex')) ?? row.level
      if (level < row.level) row.level = raised(level, row.unshared, row)
    }
  }

  async function readWatched(now: Date): Promise<void> {
    const keyed = watched.map((placeOf) => ({ place: placeOf(), key: keyOf(placeOf().label) }))
    const found = await levelsOf(
      db,
      keyed.map(({ key }) => key),
    )
    for (const { place, key } of keyed) {
      const level = found.find((one) => one.key.equals(key))?.level ?? 0
      if (level <= now.getTime()) continue
      const row = rowOf(place)
      row.level = raised(level, row.unshared, row)
    }
  }

  async function readSignIns(counted: readonly Row[], now: Date): Promise<void> {
    const growing = counted.filter((row) => row.share > 0).map((row) => ({ row, key: earnerOf(row.label) }))
    const found = await signInsOf(
      db,
      growing.map(({ key }) => key),
      now,
    )
    const best = new Map(found.map((one) => [one.key.toString('hex'), one.best]))
    for (const { row, key } of growing) row.signIns = best.get(key.toString('hex')) ?? 0
  }

  const levelOf = ({ rule, subject }: MemoryLabel): number => rows.get(`${rule} ${subject}`)?.level ?? 0

  /** Whether one of the limits whose name begins like this has no place left. */
  function isAnyFull(prefix: string): boolean {
    const floor = clock().getTime()
    const isFull = ({ level, step, room }: Row) => level + step > floor + room
    return [...ofRule].some(([rule, together]) => rule.startsWith(prefix) && [...together].some(isFull))
  }

  return {
    take,
    giveBack,
    addSignIn,
    watch: (placeOf: () => MemoryPlace) => void watched.push(placeOf),
    share,
    levelOf,
    isAnyFull,
  }
}
