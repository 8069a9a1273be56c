import type { Database, Executor } from '../../platform/database/database.ts'
import { bytes, float, int, nullable, row, timestamp } from '../../platform/database/rows.ts'
import type { HeldMark, Slot } from './slots.ts'

/** The keys that were refused, with the end of the longest wait. */
export type Taken = 'taken' | { refused: readonly Buffer[]; until: Date }

const KEY = row({ key: bytes })

/** In the order of their keys, so that two requests never wait for each other. */
const TAKE = `
  with wanted as (
    select * from unnest($1::bytea[], $2::int[], $3::float8[], $4::bytea[], $5::bytea[], $6::timestamptz[])
      as w (key, most, share, today, yesterday, expires_at)),
  allowed as (
    select w.key, w.expires_at, greatest(w.most, floor(w.share * coalesce(
      (select max(s.hits) from limit_counter s where s.key in (w.today, w.yesterday) and s.expires_at > $7), 0)))::int as most
    from wanted w)
  insert into limit_counter as c (key, hits, most, expires_at)
    select key, 1, most, expires_at from allowed order by key
  on conflict (key) do update set
    hits = case when c.expires_at <= $7 then 1 else c.hits + 1 end,
    expires_at = case when c.expires_at <= $7 then excluded.expires_at else c.expires_at end,
    most = excluded.most
  where c.expires_at <= $7 or c.hits < excluded.most
  returning key`

const GIVE_BACK = `
  update limit_counter c set hits = c.hits - 1 from (
    select key from limit_counter where key = any($1::bytea[]) order by key for update) taken
  where c.key = taken.key and c.hits > 0`

const NOTE = `
  insert into limit_counter as c (key, hits, most, expires_at)
    select key, 1, 1, expires_at from unnest($1::bytea[], $2::timestamptz[]) as n (key, expires_at) order by key
  on conflict (key) do update set hits = 1, expires_at = excluded.expires_at
  where c.expires_at <= $3 or c.hits = 0
  returning key`

const MARK = `
  insert into limit_counter as c (key, hits, most, expires_at) values ($1, 1, 1, $2)
  on conflict (key) do update set expires_at = excluded.expires_at`

const ADD = `
  insert into limit_counter as c (key, hits, most, expires_at)
    select key, hits, most, expires_at
    from unnest($1::bytea[], $2::int[], $3::int[], $4::timestamptz[]) as s (key, hits, most, expires_at) order by key
  on conflict (key) do update set
    hits = case when c.expires_at <= $5 then excluded.hits else c.hits + excluded.hits end,
    expires_at = case when c.expires_at <= $5 then excluded.expires_at else c.expires_at end,
    most = excluded.most
  returning key, hits, expires_at`

const UNTIL = 'select max(expires_at) as until from limit_counter where key = any($1::bytea[])'

const HELD = `
  select key, hits::float8 / most as fullness from limit_counter
  where key = any($1::bytea[]) and expires_at > $2 and hits > 0`

const columnsOf = (slots: readonly Slot[]) => [
  slots.map(({ key }) => key),
  slots.map(({ most }) => most),
  slots.map(({ share }) => share),
  slots.map(({ successKeys }) => successKeys[0] ?? null),
  slots.map(({ successKeys }) => successKeys[1] ?? null),
  slots.map(({ expiresAt }) => expiresAt),
]

async function giveBack(db: Executor, keys: readonly Buffer[]): Promise<void> {
  if (keys.length > 0) await db.query(GIVE_BACK, [keys])
}

async function takeAll(db: Executor, slots: readonly Slot[], now: Date): Promise<Taken> {
  if (slots.length === 0) return 'taken'
  const taken = await db.query(TAKE, [...columnsOf(slots), now], KEY)
  const refused = slots.map(({ key }) => key).filter((key) => !taken.some((other) => other.key.equals(key)))
  if (refused.length === 0) return 'taken'
  await giveBack(
    db,
    taken.map(({ key }) => key),
  )
  const [longest] = await db.query(UNTIL, [refused], row({ until: nullable(timestamp) }))
  return { refused, until: longest?.until ?? now }
}

/** @returns the keys of the marks that were free */
async function noteAll(db: Executor, marks: readonly HeldMark[], now: Date): Promise<Buffer[]> {
  if (marks.length === 0) return []
  const columns = [marks.map(({ key }) => key), marks.map(({ expiresAt }) => expiresAt)]
  return (await db.query(NOTE, [...columns, now], KEY)).map(({ key }) => key)
}

/**
 * Takes all the slots, with those of the marked slots whose mark is not held; it is held from then on. A call with the
 * same mark at the same moment waits for the outcome.
 * @returns the keys of the marks that were counted
 */
// Marks before slots, both in the order of their keys, so that calls never deadlock.
const takeMarked = (
  db: Database,
  slots: readonly Slot[],
  marked: readonly { slot: Slot; mark: HeldMark }[],
  now: Date,
): Promise<{ counted: readonly Buffer[] } | Exclude<Taken, 'taken'>> =>
  db.transaction(async (tx) => {
    const fresh = await noteAll(
      tx,
      marked.map(({ mark }) => mark),
      now,
    )
    const counted = marked.filter(({ mark }) => fresh.some((key) => key.equals(mark.key)))
    const taken = await takeAll(tx, [...slots, ...counted.map(({ slot }) => slot)], now)
    if (taken === 'taken') return { counted: fresh }
    await giveBack(tx, fresh)
    return taken
  })

async function findHeld(
  db: Executor,
  keys: readonly Buffer[],
  now: Date,
): Promise<{ key: Buffer; fullness: number }[]> {
  return keys.length === 0 ? [] : db.query(HELD, [keys, now], row({ key: bytes, fullness: float }))
}

export type LimitStore = ReturnType<typeof createLimitStore>

/** Each call is one statement or one transaction; parallel requests never get more slots than there are. */
export const createLimitStore = (db: Database) => ({
  /** Takes all the slots or none. */
  take: (slots: readonly Slot[], now: Date) => takeAll(db, slots, now),
  takeMarked: (slots: readonly Slot[], marked: readonly { slot: Slot; mark: HeldMark }[], now: Date) =>
    takeMarked(db, slots, marked, now),
  giveBack: (keys: readonly Buffer[]) => giveBack(db, keys),
  /** Those of the keys that hold a slot at the moment, with how full they are: 1 is the limit. */
  held: (keys: readonly Buffer[], now: Date) => findHeld(db, keys, now),
  /** Holds the key until then, from now on. */
  mark: async (key: Buffer, until: Date): Promise<void> => void (await db.query(MARK, [key, until])),
})

type Sum = { key: Buffer; hits: number; most: number; expiresAt: Date }
export type SumStore = ReturnType<typeof createSumStore>

/** The sums of several processes. */
export const createSumStore = (db: Executor) => ({
  /** Adds the hits to those that are counted there. @returns how many there are and until when they count */
  async add(sums: readonly Sum[], now: Date): Promise<Omit<Sum, 'most'>[]> {
    const columns = [
      sums.map(({ key }) => key),
      sums.map(({ hits }) => hits),
      sums.map(({ most }) => most),
      sums.map(({ expiresAt }) => expiresAt),
    ]
    const added = await db.query(ADD, [...columns, now], row({ key: bytes, hits: int, expires_at: timestamp }))
    return added.map(({ key, hits, expires_at }) => ({ key, hits, expiresAt: expires_at }))
  },
})
