import type { LimitStore, Mark, Place, SumStore, Taken } from './ports.ts'
import { isKnownDevice } from '../devices/index.ts'
import type { Database, Executor } from '../../platform/database/database.ts'

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

const columnsOf = (places: readonly Place[]) => [
  places.map(({ key }) => key),
  places.map(({ most }) => most),
  places.map(({ share }) => share),
  places.map(({ successKeys }) => successKeys[0] ?? null),
  places.map(({ successKeys }) => successKeys[1] ?? null),
  places.map(({ expiresAt }) => expiresAt),
]

type KeyRow = { key: Uint8Array }
const keysOf = (rows: readonly KeyRow[]) => rows.map(({ key }) => Buffer.from(key))

async function giveBack(db: Executor, keys: readonly Buffer[]): Promise<void> {
  if (keys.length > 0) await db.query(GIVE_BACK, [keys])
}

async function takeAll(db: Executor, places: readonly Place[], now: Date): Promise<Taken> {
  if (places.length === 0) return 'taken'
  const taken = keysOf(await db.query<KeyRow>(TAKE, [...columnsOf(places), now]))
  const refused = places.map(({ key }) => key).filter((key) => !taken.some((other) => other.equals(key)))
  if (refused.length === 0) return 'taken'
  await giveBack(db, taken)
  const [row] = await db.query<{ until: Date | null }>(UNTIL, [refused])
  return { refused, until: row?.until ?? now }
}

async function noteAll(db: Executor, marks: readonly Mark[], now: Date): Promise<Buffer[]> {
  if (marks.length === 0) return []
  const columns = [marks.map(({ key }) => key), marks.map(({ expiresAt }) => expiresAt)]
  return keysOf(await db.query<KeyRow>(NOTE, [...columns, now]))
}

export function createLimitStore(db: Database): LimitStore {
  return {
    take: (places, now) => takeAll(db, places, now),
    giveBack: (keys) => giveBack(db, keys),

    // Marks before places, both in the order of their keys: nobody waits in a circle.
    takeMarked: (places, marked, now) =>
      db.transaction(async (tx) => {
        const fresh = await noteAll(
          tx,
          marked.map(({ mark }) => mark),
          now,
        )
        const counted = marked.filter(({ mark }) => fresh.some((key) => key.equals(mark.key)))
        const taken = await takeAll(tx, [...places, ...counted.map(({ place }) => place)], now)
        if (taken === 'taken') return { counted: fresh }
        await giveBack(tx, fresh)
        return taken
      }),

    async held(keys, now) {
      if (keys.length === 0) return []
      const rows = await db.query<KeyRow & { fullness: number }>(HELD, [keys, now])
      return rows.map(({ key, fullness }) => ({ key: Buffer.from(key), fullness }))
    },

    mark: async (key, until) => void (await db.query(MARK, [key, until])),

    knowsDevice: (device) => isKnownDevice(db, device),
  }
}

export function createSumStore(db: Executor): SumStore {
  return {
    async add(sums, now) {
      const columns = [
        sums.map(({ key }) => key),
        sums.map(({ hits }) => hits),
        sums.map(({ most }) => most),
        sums.map(({ expiresAt }) => expiresAt),
      ]
      const rows = await db.query<KeyRow & { hits: number; expires_at: Date }>(ADD, [...columns, now])
      return rows.map(({ key, hits, expires_at }) => ({ key: Buffer.from(key), hits, expiresAt: expires_at }))
    },
  }
}
