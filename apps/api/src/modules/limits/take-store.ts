import type * as z from 'zod/mini'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, bytes, int, nullable, row, text } from '../../platform/database/rows.ts'
import { backColumns, dayOf, giveBack, type Held, type Place } from './counter-store.ts'

/** full: those that were asked for, or optional, and have no room. */
export type Taken = { held: Held[]; full?: readonly string[] } | { refused: { rule: string; waitMs: number }[] }

/**
 * Places that are taken together or not at all. `needs`: the part, by its number, without which this one is not taken either.
 */
export type Part = { places: readonly Place[]; needs?: number | undefined }
/** What a statement writes as well, whatever it takes: places that go back, and marks. */
export type Beside = {
  back?: readonly Omit<Held, 'level'>[]
  marks?: readonly { key: Buffer; rule: string; until: Date }[]
}

/**
 * Takes all the places of a part or none. Rows are written in the order of their keys, so that calls never deadlock, and only
 * where there is room at the moment of the write. A step below zero gives back.
 */
const TAKE = `
  with wanted as (
    select w.*, p.best as sign_ins, coalesce(c.level, 0) as was, (w.mark is not null and m.level > $14) as seen,
      case when w.share > 0 and p.best > 0 then least(w.step, greatest(1, floor(w.room / greatest(1, w.share * p.best))))::bigint
        else w.step end as cost
    from unnest($1::bytea[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::float8[], $7::bytea[], $8::bytea[],
        $9::bigint[], $10::bigint[], $11::boolean[], $12::int[], $13::int[])
        as w (key, rule, floor, step, room, share, earner, mark, mark_ends, ends, optional, part, needs)
      left join lateral (select k.level from counter k where k.key = w.key limit 1) c on true
      left join lateral (select k.level from counter k where k.key = w.mark limit 1) m on true
      left join lateral (
        select greatest(case when e.day >= $15 - 1 then e.sign_ins end, case when e.day = $15 then e.day_before end) as best
        from earned_room e where e.key = w.earner limit 1) p on true),
  judged as (
    select *, greatest(0, greatest(was, floor) + cost - floor - room) as wait,
      optional and greatest(was, floor) + cost > floor + room as passed_over
    from wanted),
  refused as (select distinct part from judged where wait > 0 and seen is not true and not optional),
  open as (
    select * from judged
    where seen is not true and part not in (select part from refused)
      and (needs is null or needs not in (select part from refused))),
  changes as (
    select key, rule, floor + cost as level, cost as step, room, greatest(ends, floor + cost) as ends from open
    where cost > 0 and not passed_over
    union all
    select mark, rule, mark_ends, 0, 0, mark_ends from open where mark is not null
    union all
    select key, rule, 0, -cost, 0, 0 from unnest($16::bytea[], $17::text[], $18::bigint[]) as b (key, rule, cost)
    union all
    select key, rule, until, 0, 0, until from unnest($19::bytea[], $20::text[], $21::bigint[]) as s (key, rule, until)),
  taken as (
    insert into counter as c (key, rule, level, step, room, ends) select * from changes order by key
    on conflict (key) do update set
      level = case when excluded.step < 0 then greatest(0, c.level + excluded.step)
        else greatest(c.level, excluded.level - excluded.step) + excluded.step end,
      step = case when excluded.step < 0 then c.step else excluded.step end,
      room = case when excluded.step < 0 then c.room else excluded.room end,
      ends = case when excluded.step < 0 then c.ends
        else greatest(excluded.ends, greatest(c.level, excluded.level - excluded.step) + excluded.step) end
    where excluded.step < 0
      or greatest(c.level, excluded.level - excluded.step) <= excluded.level - excluded.step + excluded.room - excluded.step
    returning key, level)
  select j.part, j.key, j.rule, j.cost, j.wait, coalesce(j.seen, false) or j.optional as seen, j.sign_ins, t.level
  from judged j left join taken t on t.key = j.key`

const JUDGED = row({
  part: int,
  key: bytes,
  rule: text,
  cost: bigint,
  wait: bigint,
  seen: bool,
  sign_ins: nullable(int),
  level: nullable(bigint),
})
type Judged = z.output<typeof JUDGED>

/** Above every level: a mark that goes back is no mark. */
const ALL_OF_IT = 2 ** 52

/**
 * Takes what the parts want, each as a whole. One statement decides, so parallel calls never get more places than there are;
 * calls that race for a last place may both be refused.
 */
export async function takeParts(
  db: Executor,
  parts: readonly Part[],
  now: Date,
  { back = [], marks = [] }: Beside = {},
): Promise<Taken[]> {
  const places = parts.flatMap((one, part) => one.places.map((place) => ({ ...place, part, needs: one.needs ?? null })))
  if (places.length + marks.length === 0) {
    await giveBack(db, back)
    return parts.map(() => ({ held: [] }))
  }
  const [keys, rules, costs] = backColumns(back)
  const values = [
    ...columnsOf(places, now),
    keys,
    rules,
    costs.map((cost) => (cost === 0 ? ALL_OF_IT : cost)),
    marks.map(({ key }) => key),
    marks.map(({ rule }) => rule),
    marks.map(({ until }) => until.getTime()),
  ]
  // In the order in which they are wanted: the first limit that refuses is the one that is named.
  const turnOf = new Map(places.map(({ key }, turn) => [key.toString('hex'), turn]))
  const turn = ({ key }: Judged) => turnOf.get(key.toString('hex')) ?? 0
  const judged = (await db.query(TAKE, values, JUDGED)).toSorted((one, other) => turn(one) - turn(other))
  const own = parts.map(({ places: wanted, needs }, part) => ({
    ...takenOf(
      wanted,
      judged.filter((one) => one.part === part),
    ),
    needs,
  }))
  const whyOf = ({ why, needs }: (typeof own)[number]) => (needs === undefined ? undefined : own[needs]?.why) ?? why
  await giveBack(
    db,
    own.flatMap((one) => (whyOf(one) === undefined ? [] : one.held)),
  )
  return own.map((one) => {
    const refused = whyOf(one)
    return refused === undefined ? { held: one.held, full: one.full } : { refused }
  })
}

/** why: what has refused the part, or was faster. */
function takenOf(places: readonly Place[], judged: readonly Judged[]) {
  const markOf = new Map(places.map(({ key, mark }) => [key.toString('hex'), mark]))
  const held = judged.flatMap(({ key, rule, cost, level, sign_ins }) =>
    level === null
      ? []
      : [{ key, rule, cost, level, signIns: sign_ins ?? 0, mark: markOf.get(key.toString('hex')) ?? null }],
  )
  const refused = judged.filter(({ wait, seen }) => wait > 0 && !seen)
  const lost = judged.filter(({ cost, seen, level }) => cost > 0 && !seen && level === null)
  const full = judged.filter(({ wait, seen }) => wait > 0 && seen).map(({ rule }) => rule)
  // The database answers in any order, and the first one is the reason that is given.
  const placeOf = ({ key }: Judged) => places.findIndex((place) => place.key.equals(key))
  const why = (refused.length > 0 ? refused : lost).toSorted((a, b) => placeOf(a) - placeOf(b))
  return {
    held,
    full,
    why: why.length === 0 ? undefined : why.map(({ rule, wait, cost }) => ({ rule, waitMs: wait || cost })),
  }
}

const columnsOf = (places: readonly (Place & { part: number; needs: number | null })[], now: Date) => [
  places.map(({ key }) => key),
  places.map(({ rule }) => rule),
  places.map(({ floor }) => floor),
  places.map(({ step }) => step),
  places.map(({ room }) => room),
  places.map(({ share }) => share),
  places.map(({ earner }) => earner),
  places.map(({ mark }) => mark),
  places.map(({ markMs }) => now.getTime() + markMs),
  places.map(({ ends }) => ends),
  places.map(({ optional }) => optional),
  places.map(({ part }) => part),
  places.map(({ needs }) => needs),
  now.getTime(),
  dayOf(now),
]
