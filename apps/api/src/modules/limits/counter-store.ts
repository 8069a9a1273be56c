import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, bytes, int, nullable, row, text } from '../../platform/database/rows.ts'
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
}
/** full: those that were asked for, or optional, and have no room. */
export type Taken = { held: Held[]; full?: readonly string[] } | { refused: { rule: string; waitMs: number }[] }

const DAY_MS = 24 * HOUR_MS

/**
 * Takes all the places or none. Rows are written in the order of their keys, so that calls never deadlock, and only where
 * there is room at the moment of the write.
 */
const TAKE = `
  with wanted as (
    select w.*, coalesce(c.level, 0) as was, (w.mark is not null and m.level > $10) as seen,
      case when w.share > 0 and p.best > 0 then least(w.step, greatest(1, floor(w.room / greatest(1, w.share * p.best))))::bigint
        else w.step end as cost
    from unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[], $7::bytea[], $8::bytea[], $9::bigint[], $12::bigint[], $13::boolean[])
        as w (key, rule, floor, step, room, share, earner, mark, mark_ends, ends, optional)
      left join lateral (select k.level from counter k where k.key = w.key limit 1) c on true
      left join lateral (select k.level from counter k where k.key = w.mark limit 1) m on true
      left join lateral (
        select greatest(case when e.day >= $11 - 1 then e.sign_ins end, case when e.day = $11 then e.day_before end) as best
        from earned_room e where e.key = w.earner limit 1) p on true),
  judged as (
    select *, greatest(0, greatest(was, floor) + cost - floor - room) as wait,
      optional and greatest(was, floor) + cost > floor + room as passed_over
    from wanted),
  changes as (
    select key, rule, floor + cost as level, cost as step, room, greatest(ends, floor + cost) as ends from judged
    where seen is not true and cost > 0 and not passed_over
    union all
    select mark, rule, mark_ends, 0, 0, mark_ends from judged where mark is not null and seen is not true),
  taken as (
    insert into counter as c (key, rule, level, step, room, ends)
      select * from changes where not exists (select 1 from judged where wait > 0 and seen is not true and not optional)
      order by key
    on conflict (key) do update set
      level = greatest(c.level, excluded.level - excluded.step) + excluded.step,
      step = excluded.step, room = excluded.room,
      ends = greatest(excluded.ends, greatest(c.level, excluded.level - excluded.step) + excluded.step)
    where greatest(c.level, excluded.level - excluded.step) <= excluded.level - excluded.step + excluded.room - excluded.step
    returning key, level)
  select j.key, j.rule, j.cost, j.wait, coalesce(j.seen, false) or j.optional as seen, t.level
  from judged j left join taken t on t.key = j.key`

const JUDGED = row({ key: bytes, rule: text, cost: bigint, wait: bigint, seen: bool, level: nullable(bigint) })

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

const MARK = `
  insert into counter as c (key, rule, level, step, room, ends) values ($1, $2, $3, 0, 0, $3)
  on conflict (key) do update set level = greatest(c.level, excluded.level), ends = greatest(c.ends, excluded.ends)`

const CLEAR = 'update counter set level = 0 where key = any($1::bytea[])'
/** In the order of their keys, as everything that writes several. */
const DELETE = `
  with held as (select key from counter where key = any($1::bytea[]) order by key for update)
  delete from counter c using held where c.key = held.key`
const LEVELS = 'select key, level from counter where key = any($1::bytea[])'
const LEVEL = row({ key: bytes, level: bigint })

const earnOf = (keys: string, day: string, signIns: string) => `
  insert into earned_room as e (key, day, sign_ins, day_before)
    select key, ${day}, sign_ins, 0 from unnest(${keys}::bytea[], ${signIns}::int[]) as w (key, sign_ins) order by key
  on conflict (key) do update set day = excluded.day,
    sign_ins = case when e.day = excluded.day then e.sign_ins else 0 end + excluded.sign_ins,
    day_before = case when e.day = excluded.day then e.day_before when e.day = excluded.day - 1 then e.sign_ins else 0 end`

const EARN = earnOf('$1', '$2', '$3')
/** In one statement: what was taken goes back, and sign-ins are counted. */
const SETTLE = `with back as (${GIVE_BACK}) ${earnOf('$4', '$5', '$6')}`

export const dayOf = (now: Date) => Math.floor(now.getTime() / DAY_MS)
/** HMACs are longer than a key needs to be. */
const KEY_BYTES = 16
export const counterKey = (mac: Buffer): Buffer => mac.subarray(0, KEY_BYTES)

/** The places and marks, each key once: a statement writes a row once. */
function backColumns(held: readonly Omit<Held, 'level'>[]): [keys: Buffer[], rules: string[], costs: number[]] {
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

export const giveBack = async (db: Executor, held: readonly Omit<Held, 'level'>[]): Promise<void> => {
  if (held.length > 0) await db.query(GIVE_BACK, backColumns(held))
}

/**
 * Takes a place of every limit, or none. One statement decides, so parallel calls never get more places than there are;
 * calls that race for a last place may both be refused.
 */
export async function takePlaces(db: Executor, places: readonly Place[], now: Date): Promise<Taken> {
  if (places.length === 0) return { held: [] }
  const judged = await db.query(
    TAKE,
    [...columnsOf(places, now), places.map(({ ends }) => ends), places.map(({ optional }) => optional)],
    JUDGED,
  )
  const markOf = new Map(places.map(({ key, mark }) => [key.toString('hex'), mark]))
  const held = judged.flatMap(({ key, rule, cost, level }) =>
    level === null ? [] : [{ key, rule, cost, level, mark: markOf.get(key.toString('hex')) ?? null }],
  )
  const refused = judged.filter(({ wait, seen }) => wait > 0 && !seen)
  const lost = judged.filter(({ cost, seen, level }) => cost > 0 && !seen && level === null)
  const full = judged.filter(({ wait, seen }) => wait > 0 && seen).map(({ rule }) => rule)
  if (refused.length + lost.length === 0) return { held, full }
  await giveBack(db, held)
  const why = refused.length > 0 ? refused : lost
  return { refused: why.map(({ rule, wait, cost }) => ({ rule, waitMs: wait || cost })) }
}

const columnsOf = (places: readonly Place[], now: Date) => [
  places.map(({ key }) => key),
  places.map(({ rule }) => rule),
  places.map(({ floor }) => floor),
  places.map(({ step }) => step),
  places.map(({ room }) => room),
  places.map(({ share }) => share),
  places.map(({ earner }) => earner),
  places.map(({ mark }) => mark),
  places.map(({ markMs }) => now.getTime() + markMs),
  now.getTime(),
  dayOf(now),
]

/** Sets counts back to zero, in rows that processes with a memory of them will read. In the order of their keys, as everything that writes several. */
export const clearCounts = async (db: Executor, keys: readonly Buffer[]): Promise<void> => {
  for (const key of keys.toSorted((a, b) => a.compare(b))) await db.query(CLEAR, [[key]])
}

/** Forgets counts: one without a row is zero. */
export const deleteCounts = async (db: Executor, keys: readonly Buffer[]): Promise<void> =>
  void (await db.query(DELETE, [keys]))

/** The levels of the keys that have one. */
export const levelsOf = async (db: Executor, keys: readonly Buffer[]): Promise<{ key: Buffer; level: number }[]> =>
  keys.length === 0 ? [] : db.query(LEVELS, [keys], LEVEL)

/** Marks the key until then. */
export const mark = async (db: Executor, { key, rule }: Pick<Place, 'key' | 'rule'>, until: Date): Promise<void> =>
  void (await db.query(MARK, [key, rule, until.getTime()]))

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

export const hasEarned = async (db: Executor, key: Buffer, now: Date): Promise<boolean> =>
  (await signInsOf(db, [key], now)).some(({ best }) => best > 0)

export type Earned = { key: Buffer; signIns: number }

/** So many more completed sign-ins of each of the keys. */
export const earn = async (db: Executor, earned: readonly Earned[], now: Date): Promise<void> => {
  if (earned.length === 0) return
  await db.query(EARN, [earned.map(({ key }) => key), dayOf(now), earned.map(({ signIns }) => signIns)])
}

/** Gives places back, and counts completed sign-ins. */
export const settle = async (
  db: Executor,
  held: readonly Omit<Held, 'level'>[],
  earned: readonly Earned[],
  now: Date,
): Promise<void> => {
  if (earned.length === 0) return giveBack(db, held)
  const signIns = [earned.map(({ key }) => key), dayOf(now), earned.map((one) => one.signIns)]
  await db.query(SETTLE, [...backColumns(held), ...signIns])
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
