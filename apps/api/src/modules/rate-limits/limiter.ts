import { AppError, HOUR_MS } from '@avouch/contract'
import * as z from 'zod/mini'
import type { Audit } from '../audit/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, bytes, int, row } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { rateOf, waitFor } from '../../platform/gcra.ts'
import type { Mac } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import type { RuleName, Rules } from './rules.ts'

/** One act that is counted, by rule and subject. `units`: what it costs; an act of several needs room for one. */
export type Bucket = { rule: RuleName; subject: string; units?: number }
/** Counts that may be refunded: keys in hexadecimal, as JSON keeps them. */
export const hits = z.array(z.object({ rule: z.string(), key: z.string(), cost: z.number() }))
export type Hits = z.output<typeof hits>
/** A limit without room, and how long it stays so. */
export type Full = { full: RuleName; waitMs: number }
type Peeked = { now: number; level: number; used: number; waitMs: number }
export const isFull = (counted: Hits | Full): counted is Full => 'full' in counted

/** SQLSTATE classes of a missing table and of a full disk or memory: a repetition would fail too. */
const CANNOT_COUNT = /^(42|53|58|XX)/
const RETRY_SECONDS = 5
/** HMACs are longer than a key needs to be. */
const KEY_BYTES = 16

/** Counts in several buckets, all or none, with a row for each full one. Calls that race for a last unit may count in some. */
const TAKE = `
  with wanted as (
      select w.*, greatest(coalesce(r.level, 0), $4) + cost - $4 - w.room as wait
      from unnest($1::bytea[], $2::bigint[], $3::bigint[]) with ordinality w (key, cost, room, n)
        left join lateral (select level from rate_limit k where k.key = w.key limit 1) r on true),
    counted as (
      insert into rate_limit as r (key, level, room)
      select key, $4 + cost, room from wanted where not exists (select from wanted where wait > 0) order by key
      on conflict (key) do update set level = greatest(r.level, $4) + excluded.level - $4, room = excluded.room
        where greatest(r.level, $4) + excluded.level - $4 <= $4 + excluded.room
      returning key)
  select n::int - 1 as index, wait, exists (select from counted) as some_counted from wanted
  where key not in (select key from counted) order by wait <= 0, n`
const MISSED = row({ index: int, wait: bigint, some_counted: bool })

/** Lowers levels in the order of their keys, each key once. A row that is gone counts nothing. */
const REFUND = `
  insert into rate_limit as r (key, level, room)
  select key, 0, sum(cost)::bigint from unnest($1::bytea[], $2::bigint[]) b (key, cost) group by key order by key
  on conflict (key) do update set level = r.level - excluded.room`

const LEVELS = 'select key, level from rate_limit where key = any($1::bytea[])'
const LEVEL = row({ key: bytes, level: bigint })
const RESET = `
  with locked as (select key from rate_limit where key = any($1::bytea[]) order by key for update)
  delete from rate_limit where key = any(array(select key from locked))`
const FILL = `
  insert into rate_limit as r (key, level, room) values ($1, $2, $3)
  on conflict (key) do update set level = excluded.level where r.level < excluded.level`

type Deps = { clock: Clock; mac: Mac; rules: Rules; audit: Audit; warn: Warn; meter: Meter }

/**
 * Counts acts in buckets (GCRA): a level rises by the cost of each act and falls with time. One statement decides, so that
 * concurrent calls never exceed the limit. Each method is one statement, part of its caller's transaction.
 */
export class RateLimiter {
  readonly #deps: Deps
  readonly #onReached: (labels: { rule: string }) => void

  constructor(deps: Deps) {
    this.#deps = deps
    this.#onReached = deps.meter.counter({
      name: 'limits_reached_total',
      help: 'Calls beyond a rate limit, by its name.',
      labels: ['rule'],
    })
  }

  /** Counts an act in each bucket, or in none. @throws AppError service_unavailable where nothing can be counted */
  async take(db: Executor, buckets: readonly Bucket[]): Promise<Hits | Full> {
    if (buckets.length === 0) return []
    const wanted = buckets.map((bucket) => this.#termsOf(bucket))
    const now = this.#deps.clock().getTime()
    const columns = [wanted.map(({ key }) => key), wanted.map(({ cost }) => cost), wanted.map(({ room }) => room)]
    const missed = await db.query(TAKE, [...columns, now], MISSED).catch(notCounted)
    const hit = wanted.map(({ rule, key, cost }) => ({ rule, key: key.toString('hex'), cost }))
    const [first] = missed
    const full = first && wanted[first.index]
    if (first === undefined || full === undefined) return hit
    // Another call was faster with the last unit of one of them.
    const isMissed = (i: number) => missed.some(({ index }) => index === i)
    if (first.some_counted)
      await refundHits(
        db,
        hit.filter((_, i) => !isMissed(i)),
      )
    const { rule, cost, every = 1 } = full
    const waitMs = Math.ceil(first.wait / every) * every - (now % every)
    return { full: rule, waitMs: first.wait > 0 ? waitMs : cost }
  }

  /** Counts an act that is refused beyond its limit. @throws AppError too_many_requests, service_unavailable */
  async admit(db: Executor, bucket: Bucket): Promise<void> {
    const counted = await this.take(db, [bucket])
    if (isFull(counted)) throw await this.tooMany(counted)
  }

  /** Counts in the first of several lists that has room in all of its buckets. */
  async takeFirst(db: Executor, lists: readonly (readonly Bucket[])[]): Promise<Hits | Full> {
    let full: Full | undefined
    for (const list of lists) {
      const counted = await this.take(db, list)
      if (!isFull(counted)) return counted
      if (full === undefined || counted.waitMs < full.waitMs) full = counted
    }
    return full ?? []
  }

  /** Counts what has happened, in each bucket that has room. */
  async count(db: Executor, buckets: readonly Bucket[]): Promise<void> {
    for (const bucket of buckets) await this.take(db, [bucket])
  }

  /** Reads without counting: how much of each is used at this moment (`now`), 1 for a full one, and for how long it stays full. */
  async peek(db: Looking, buckets: readonly Bucket[]): Promise<Peeked[]> {
    const wanted = buckets.map((bucket) => this.#termsOf(bucket))
    const now = this.#deps.clock().getTime()
    const found = await db.query(LEVELS, [wanted.map(({ key }) => key)], LEVEL).catch(notCounted)
    return wanted.map(({ key, cost, room }) => {
      const level = Math.max(found.find((one) => one.key.equals(key))?.level ?? 0, now)
      const waitMs = waitFor(level, { step: cost, room }, now)
      return { now, level, used: waitMs > 0 ? 1 : (level - now) / room, waitMs }
    })
  }

  /** Makes a bucket full until then. */
  async fill(db: Executor, bucket: Bucket, until: Date): Promise<void> {
    const { key, room } = this.#termsOf(bucket)
    await db.query(FILL, [key, until.getTime(), room])
  }

  async reset(db: Executor, buckets: readonly Bucket[]): Promise<void> {
    await db.query(RESET, [buckets.map((bucket) => this.#termsOf(bucket).key)])
  }

  /** Makes the refusal beyond a limit. The log and the audit trail say which one it was, not who reached it. */
  async tooMany({ full, waitMs }: Full): Promise<AppError> {
    await this.reached(full)
    return new AppError('too_many_requests', { retry_after: Math.max(1, Math.ceil(waitMs / 1_000)) })
  }

  async reached(rule: RuleName): Promise<void> {
    this.#onReached({ rule })
    this.#deps.warn('limit reached', { rule })
    await this.#deps.audit.report({ type: 'limit.reached', reason: rule })
  }

  #termsOf({ rule, subject, units = 1 }: Bucket) {
    const { refillMs: every, ...terms } = this.#deps.rules[rule]
    const { step, room: atOnceMs } = rateOf(terms)
    const sinceRefill = every === undefined ? 0 : this.#deps.clock().getTime() % every
    const room = Math.ceil(atOnceMs + step * (units - 1)) - sinceRefill
    const key = this.#deps.mac(rule, subject).subarray(0, KEY_BYTES)
    return { rule, key, cost: Math.ceil(step * units), room, every }
  }
}

/** Refuses what can't be counted: nothing is compared, hashed or sent uncounted. @throws AppError service_unavailable (LIMIT-09) */
function notCounted(error: unknown): never {
  const { code } = error as { code?: string }
  if (code === undefined || !CANNOT_COUNT.test(code)) throw error
  throw new AppError('service_unavailable', { retry_after: RETRY_SECONDS }, { cause: error })
}

/** Buckets that have been empty for an hour. */
export const sweepLimits = sweepOf({
  keepMs: HOUR_MS,
  table: 'rate_limit',
  where: 't.level <= (extract(epoch from $3::timestamptz) * 1000)::bigint',
})

/** Refunds counts, however full their buckets are. */
export async function refundHits(db: Executor, counted: Hits): Promise<void> {
  const keys = counted.map(({ key }) => Buffer.from(key, 'hex'))
  if (keys.length > 0) await db.query(REFUND, [keys, counted.map(({ cost }) => cost)])
}
