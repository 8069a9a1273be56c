import type * as z from 'zod/mini'
import { MINUTE_MS } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, nullable, row, text, timestamp } from '../../platform/database/rows.ts'
import { AUDIT_EVENTS, type Search } from './events.ts'

/** Limits the rows that one statement reads, independent of the size of the trail. */
const READ_AT_ONCE = 1_000
/** Statements of a page: events that fit may be rare among those that are read. */
const STATEMENTS_OF_PAGE = 10
/** More than the times of two neighbours in the chain differ: a transaction takes some minutes at most, and clocks are compared. */
const DISORDER_MS = 15 * MINUTE_MS
const END = Number.MAX_SAFE_INTEGER

/** Finds the first event of a moment or later by halves: numbers have no gaps and grow with time, so no index by time is needed. */
const FIRST_SINCE = `
  with recursive part (low, high) as (
    select coalesce((select min(seq) from audit_event), 1), coalesce((select max(seq) from audit_event), 0) + 1
    union all
    select case when is_before then middle + 1 else low end, case when is_before then high else middle end
    from (
      select low, high, (low + high) / 2 as middle, (select at < $1 from audit_event where seq = (low + high) / 2) as is_before
      from part where low < high) half)
  select low as seq from part where low >= high`
const NUMBER = row({ seq: bigint })

/** The predicate of the indexes by provider. */
const OF_SETTINGS = `reason is not null and (coalesce(actor, 'operator') = 'operator' or starts_with(actor, 'staff:'))`
const newest = (condition: string, order = 'seq desc') => `
  select seq, at, type, outcome, actor, reason, network_hash from audit_event where ${condition} order by ${order} limit $3`
const BETWEEN = 'seq > $1 and seq < $2'

/** A provider's id is the first or the last word of the reason; events about a person have none. */
const FIRST_WORD = `split_part(reason, ' ', 1)`
const LAST_WORD = `split_part(reason, ' ', -1)`

/** Rows are compared, and ordered by both columns: otherwise the planner would sort all events of a provider with many. */
const withWord = (word: string) =>
  newest(`(${word}, seq) > ($5, $1) and (${word}, seq) < ($5, $2) and ${OF_SETTINGS}`, `${word} desc, seq desc`)

/** Kinds that each log-in and refresh writes, most of the trail: an index of them would cost each append more, and any walk meets them. */
const FREQUENT: readonly string[] = [
  'auth.pin.ok',
  'auth.token.issued_pre2fa',
  'auth.token.issued',
  'auth.token.refreshed',
  'otp.sent',
  'otp.verified',
]
/** The predicate of the index by kind. */
const IS_RARE = `type not in (${FREQUENT.map((type) => `'${type}'`).join(', ')})`

/** The newest rows by each index, as a source of events that fit. */
const SOURCES = {
  provider: `(${withWord(FIRST_WORD)}) union (${withWord(LAST_WORD)})`,
  kinds: `select e.* from unnest($4::text[]) k (kind) cross join lateral (${newest(`type = k.kind and ${IS_RARE} and ${BETWEEN}`)}) e`,
  all: newest(BETWEEN),
}

const FITS = `($4::text[] is null or type = any($4))
  and ($5::text is null or ($5 in (${FIRST_WORD}, ${LAST_WORD}) and ${OF_SETTINGS}))
  and ($6::text is null or network_hash = $6)
  and ($7::timestamptz is null or at >= $7) and ($8::timestamptz is null or at < $8)`

/** Returns the rows that fit, and the last one that was read. */
const searchIn = (source: string) => `
  with found as materialized (select * from (${source}) source order by seq desc limit $3),
    last as (select min(seq) as seq, count(*) = $3 as is_full from found)
  select f.seq, at, type, outcome, actor, reason, coalesce(${FITS}, false) as fits, is_full as "isFull"
  from found f cross join last where coalesce(${FITS}, false) or f.seq = last.seq order by f.seq desc`
const EVENT = { seq: bigint, at: timestamp, type: text, outcome: text, actor: nullable(text), reason: nullable(text) }
const FOUND = row({ ...EVENT, fits: bool, isFull: bool })
const SEARCHED = row(EVENT)
export type FoundEvent = z.output<typeof SEARCHED>

async function firstSince(db: Executor, at: Date): Promise<number> {
  const [first] = await db.query(FIRST_SINCE, [at], NUMBER)
  return first?.seq ?? 0
}

/** Lists the kinds that begin so; one that this version does not know is taken as it is. */
function kindsOf(kind: string): string[] {
  const known = Object.keys(AUDIT_EVENTS).filter((type) => type.startsWith(kind))
  return known.length === 0 ? [kind] : known
}

/**
 * Finds the newest events that fit, the newest first, before the number `before`. Each statement reads a bounded number of rows, so that a
 * page may have few events, or none, although others follow.
 * @returns next: `before` of the next page; null at the end
 */
export async function searchEvents(db: Executor, wanted: Search) {
  const { since, until, kind, provider, networkHash, limit, isPatient = false } = wanted
  const kinds = kind === undefined ? undefined : kindsOf(kind)
  const after = since === undefined ? 0 : (await firstSince(db, later(since, -DISORDER_MS))) - 1
  const end = until === undefined ? END : await firstSince(db, later(until, DISORDER_MS))
  const isIndexed = kinds !== undefined && !kinds.some((type) => FREQUENT.includes(type))
  const name = provider === undefined ? (isIndexed ? 'kinds' : 'all') : 'provider'
  const most = Math.floor(READ_AT_ONCE / { all: 1, provider: 2, kinds: kinds?.length ?? 1 }[name])
  // All rows fit if the index covers the only filter.
  const isExact = networkHash === undefined && (name === 'kinds' || kinds === undefined)
  const atOnce = isExact ? Math.min(most, limit + 1) : most
  const filters = [kinds ?? null, provider ?? null, networkHash ?? null, since ?? null, until ?? null]

  const statements = isPatient ? Infinity : STATEMENTS_OF_PAGE
  const events: FoundEvent[] = []
  let next: number | null = Math.min(wanted.before ?? END, end)
  for (let n = 0; next !== null && events.length <= limit && n < statements; n++) {
    const found: z.output<typeof FOUND>[] = await db.query(
      searchIn(SOURCES[name]),
      [after, next, atOnce, ...filters],
      FOUND,
    )
    for (const { fits, isFull: _, ...event } of found) if (fits) events.push(event)
    const last = found.at(-1)
    next = last?.isFull ? last.seq : null
  }
  const page = events.slice(0, limit)
  return { events: page, next: events.length > limit ? (page.at(-1)?.seq ?? null) : next }
}
