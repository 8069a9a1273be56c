import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bytes, int, row } from '../../platform/database/rows.ts'
import type { Terms } from './places.ts'

/** A place as the table counts it. */
export type Place = Terms & {
  rule: string
  /** Keyed hash of rule and subject. */
  key: Buffer
  /** The limit grows to this part of the completed sign-ins that `earner` has; null where none are looked at. */
  share: number
  earner: Buffer | null
  /** While it is marked, the place is taken already; null where each call takes one. */
  mark: Buffer | null
  /** How long the mark is kept. */
  markMs: number
  /** A bucket's row may be deleted when its level is past; a count is kept until then. */
  ends: number
  /** It is taken if there is room, and nothing is refused if there is none. */
  optional: boolean
}

/** A place that was taken, to be given back. */
export type Held = Pick<Place, 'key' | 'rule' | 'mark'> & {
  cost: number
  /** With this place: for a count, how many there are. */
  level: number
  /** Completed sign-ins of whom its limit grows with, on the better one of today and yesterday. */
  signIns?: number
}
const DAY_MS = 24 * HOUR_MS

/** What was taken goes back. A cost of 0 sets a mark or a count to zero, one below it a count that is not full. */
const GIVE_BACK = `
  insert into counter as c (key, rule, level, step, room, ends)
    select key, rule, 0, cost, 0, 0 from unnest($1::bytea[], $2::text[], $3::bigint[]) as w (key, rule, cost) order by key
  on conflict (key) do update set
    level = case when excluded.step = 0 or (excluded.step < 0 and c.level < c.room) then 0
      when excluded.step < 0 then c.level else greatest(0, c.level - excluded.step) end`

/** What was counted elsewhere: added whether there is room or not, as of when it was counted. */
const ADD = `
  insert into counter as c (key, rule, level, step, room, ends)
    select key, rule, floor + cost, cost, room, floor + greatest(cost, 0)
    from unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[]) as w (key, rule, floor, cost, room)
    order by key
  on conflict (key) do update set
    level = greatest(c.level, excluded.level - excluded.step) + excluded.step,
    step = excluded.step, room = excluded.room,
    ends = greatest(c.ends, greatest(c.level, excluded.level - excluded.step) + excluded.step)
  returning key, level`

/** Nothing is lost where both are counted already: the higher one stays. */
const RENAME = `
  with moved as (
    delete from counter c using unnest($1::bytea[], $2::bytea[]) w (old_key, new_key) where c.key = w.old_key
    returning w.new_key, c.rule, c.level, c.step, c.room, c.ends)
  insert into counter as c (key, rule, level, step, room, ends) select * from moved order by new_key
  on conflict (key) do update set level = greatest(c.level, excluded.level), ends = greatest(c.ends, excluded.ends)`
const CLEAR = 'update counter set level = 0 where key = any($1::bytea[])'
/** In the order of their keys, as everything that writes several. */
const DELETE = `
  with held as (select key from counter where key = any($1::bytea[]) order by key for update)
  delete from counter where key = any(array(select key from held))`
const LEVELS = 'select key, level from counter where key = any($1::bytea[])'
const LEVEL = row({ key: bytes, level: bigint })

const EARN = `
  insert into earned_room as e (key, day, sign_ins, day_before)
    select key, $2::int, sign_ins, 0 from unnest($1::bytea[], $3::int[]) as w (key, sign_ins) order by key
  on conflict (key) do update set day = excluded.day,
    sign_ins = case when e.day = excluded.day then e.sign_ins else 0 end + excluded.sign_ins,
    day_before = case when e.day = excluded.day then e.day_before when e.day = excluded.day - 1 then e.sign_ins else 0 end`

export const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)
/** HMACs are longer than a key needs to be. */
const KEY_BYTES = 16
export const counterKey = (mac: Buffer): Buffer => mac.subarray(0, KEY_BYTES)

/** The places and marks, each key once: a statement writes a row once. */
export function backColumns(held: readonly Omit<Held, 'level'>[]): [keys: Buffer[], rules: string[], costs: number[]] {
  const places = held.flatMap(({ key, rule, cost, mark }) => [
    { key, rule, cost },
    ...(mark === null ? [] : [{ key: mark, rule, cost: 0 }]),
  ])
  const each = [...Map.groupBy(places, ({ key }) => key.toString('hex')).values()].flatMap((of) => {
    const [first] = of
    return first === undefined ? [] : [{ ...first, cost: of.reduce((sum, { cost }) => sum + cost, 0) }]
  })
  return [each.map(({ key }) => key), each.map(({ rule }) => rule), each.map(({ cost }) => cost)]
}

export async function giveBack(db: Executor, held: readonly Omit<Held, 'level'>[]): Promise<void> {
  if (held.length > 0) await db.query(GIVE_BACK, backColumns(held))
}

/** Sets counts back to zero, in rows that processes with a memory of them will read. In the order of their keys, as everything that writes several. */
export const renameCounts = async (db: Executor, from: readonly Buffer[], to: readonly Buffer[]): Promise<void> =>
  void (await db.query(RENAME, [from, to]))

export const clearCounts = async (db: Executor, keys: readonly Buffer[]): Promise<void> => {
  for (const key of keys.toSorted((a, b) => a.compare(b))) await db.query(CLEAR, [[key]])
}

/** Forgets counts: one without a row is zero. */
export const deleteCounts = async (db: Executor, keys: readonly Buffer[]): Promise<void> =>
  void (await db.query(DELETE, [keys]))

/** The levels of the keys that have one. */
export const levelsOf = async (db: Executor, keys: readonly Buffer[]): Promise<{ key: Buffer; level: number }[]> =>
  keys.length === 0 ? [] : db.query(LEVELS, [keys], LEVEL)

const BEST = `
  select key, greatest(case when day >= $2 - 1 then sign_ins end, case when day = $2 then day_before end, 0) as best
  from earned_room where key = any($1::bytea[])`

/** The completed sign-ins of the better one of today and yesterday. */
export const signInsOf = async (
  db: Executor,
  keys: readonly Buffer[],
  now: Date,
): Promise<{ key: Buffer; best: number }[]> =>
  keys.length === 0 ? [] : db.query(BEST, [keys, dayOf(now)], row({ key: bytes, best: int }))

export type Earned = { key: Buffer; signIns: number }

/** So many more completed sign-ins of each of the keys. */
export async function earn(db: Executor, earned: readonly Earned[], now: Date): Promise<void> {
  if (earned.length === 0) return
  const keys = earned.map(({ key }) => key)
  await db.query(EARN, [keys, dayOf(now), earned.map(({ signIns }) => signIns)])
}

/** Gives places back, and counts completed sign-ins. */
export async function settle(
  db: Executor,
  held: readonly Omit<Held, 'level'>[],
  earned: readonly Earned[],
  now: Date,
): Promise<void> {
  await giveBack(db, held)
  await earn(db, earned, now)
}

export type Counted = Pick<Place, 'key' | 'rule' | 'floor' | 'room'> & { cost: number }

/** Adds what a process counted in its memory. @returns the levels with what all processes counted */
export const addCounted = async (
  db: Executor,
  counted: readonly Counted[],
): Promise<{ key: Buffer; level: number }[]> =>
  db.query(
    ADD,
    [
      counted.map(({ key }) => key),
      counted.map(({ rule }) => rule),
      counted.map(({ floor }) => floor),
      counted.map(({ cost }) => cost),
      counted.map(({ room }) => room),
    ],
    LEVEL,
  )
