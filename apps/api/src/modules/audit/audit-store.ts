import type * as z from 'zod/mini'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bytes, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import {
  type ChainRow,
  DETAILS,
  type Entry,
  MARK_KINDS,
  type Mark,
  type MarkKind,
  type Marks,
  type Position,
} from './chain.ts'

const POSITION = row({ seq: bigint, hash: bytes })
const MARK = row({ kind: oneOf(MARK_KINDS), seq: bigint, hash: bytes, mac: bytes })
const RECORDED = {
  at: text,
  type: text,
  outcome: text,
  actor: nullable(text),
  phone_prefix: nullable(text),
  family_id: nullable(text),
  device_prefix: nullable(text),
  network_hash: nullable(text),
  reason: nullable(text),
  route: nullable(text),
  request_id: nullable(text),
  details_hash: bytes,
}
const EVENT = row({ ...RECORDED, seq: bigint, salt: nullable(bytes), prev_hash: bytes, hash: bytes })
const ENTRY = row({ ...RECORDED, id: bigint, salt: bytes, mac: bytes })

const MARKS = 'select kind, seq, hash, mac from audit_mark'
const MOVE_MARK = 'update audit_mark set seq = $2, hash = $3, mac = $4 where kind = $1'

const COLUMNS = `at, type, outcome, actor, phone_prefix, family_id, device_prefix, network_hash, reason, route, request_id,
     salt, details_hash`
const READ_COLUMNS = COLUMNS.replace('at,', `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,`)

const ENTER = `
  insert into audit_inbox (${COLUMNS}, mac)
  select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[], $14::bytea[])`
const WAITING = `select id, ${READ_COLUMNS}, mac from audit_inbox order by audit_inbox.id limit $1`
const DELETE_CHAINED = 'delete from audit_inbox where id = any($1::bigint[])'

const APPEND = `
  with head as (update audit_mark set seq = $17, hash = $18, mac = $19 where kind = 'head')
  insert into audit_event (${COLUMNS}, seq, prev_hash, hash)
  select * from unnest($1::timestamptz[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::bytea[], $13::bytea[], $14::bigint[], $15::bytea[], $16::bytea[])`

/** A note that lies twice as far ahead as a new one was made before the clock was set back. */
const NOTE = `
  insert into audit_note as n (name, value, until) values ($1, $2, $3)
  on conflict (name) do update set value = $2, until = $3 where n.value <> $2 or n.until <= $4 or n.until > $3::timestamptz + ($3::timestamptz - $4::timestamptz)
  returning name`

const ROWS_AFTER = `
  select seq, ${READ_COLUMNS}, prev_hash, hash from audit_event where seq > $1 order by audit_event.seq limit $2`

const OF_ACTOR = `
  select type, at from (select type, at, seq from audit_event where actor = $1 order by seq desc limit $2) newest
  order by seq`

/** Events of a number's prefix, of one account and of none, the newest of each. $3 and $4: since when. */
const OF_NUMBER = `
  select e.at, e.type, e.reason from unnest($2::text[]) a (actor) cross join lateral (
    select seq, at, type, reason, actor from audit_event
    where phone_prefix = $1 and coalesce(actor, '') = a.actor order by seq desc limit $5) e
  where e.at >= (case when e.actor is null then $4::timestamptz else $3::timestamptz end) order by e.seq desc limit $5`

/** The last of the next rows before the first one that is young enough to stay. Clocks differ, so time may step back in the chain. */
const LAST_OLD = `
  select seq, hash from audit_event where seq > $1 and seq = coalesce(
    (select min(seq) - 1 from audit_event where seq > $1 and seq <= $1 + $3 and at > $2),
    least((select max(seq) from audit_event), $1 + $3))`

const CLEAR_DETAILS = `
  update audit_event set phone_prefix = null, family_id = null, device_prefix = null, network_hash = null, reason = null,
    route = null, request_id = null, salt = null
  where seq > $1 and seq <= $2`
const DELETE = 'delete from audit_event where seq > $1 and seq <= $2'

const toRecorded = (found: z.output<typeof EVENT> | z.output<typeof ENTRY>) => ({
  at: found.at,
  type: found.type,
  outcome: found.outcome,
  actor: found.actor,
  details: {
    phonePrefix: found.phone_prefix,
    familyId: found.family_id,
    devicePrefix: found.device_prefix,
    networkHash: found.network_hash,
    reason: found.reason,
    route: found.route,
    requestId: found.request_id,
  },
  detailsHash: found.details_hash,
})
const toChainRow = (found: z.output<typeof EVENT>): ChainRow => ({
  ...toRecorded(found),
  seq: found.seq,
  salt: found.salt,
  prevHash: found.prev_hash,
  hash: found.hash,
})

/** Column by column. */
const columnsOf = (recorded: readonly Omit<ChainRow, 'seq' | 'prevHash' | 'hash'>[]) => [
  recorded.map(({ at }) => at),
  recorded.map(({ type }) => type),
  recorded.map(({ outcome }) => outcome),
  recorded.map(({ actor }) => actor),
  ...DETAILS.map((name) => recorded.map(({ details }) => details[name])),
  recorded.map(({ salt }) => salt),
  recorded.map(({ detailsHash }) => detailsHash),
]

/** Stores events until they are chained. It locks nothing that another transaction needs. */
export async function enterEntries(tx: Executor, entries: readonly Entry[]): Promise<void> {
  if (entries.length > 0) await tx.atCommit(ENTER, [...columnsOf(entries), entries.map(({ mac }) => mac)])
}

/** The oldest events that are not chained yet. */
export const waitingEntries = async (db: Executor, atMost: number): Promise<(Entry & { id: number })[]> =>
  (await db.query(WAITING, [atMost], ENTRY)).map((found) => ({
    ...toRecorded(found),
    id: found.id,
    salt: found.salt,
    mac: found.mac,
  }))

/** Deletes events of the inbox that are in the chain. Needs the lock of the head. */
export const deleteEntries = async (tx: Executor, ids: readonly number[]): Promise<void> =>
  void (await tx.query(DELETE_CHAINED, [ids]))

/** Locks a mark until the end of the transaction. The lock of the head makes its owner the only writer of the chain. */
export async function lockChainMark(tx: Executor, kind: MarkKind): Promise<Mark> {
  const [mark] = await tx.query(`${MARKS} where kind = $1 for update`, [kind], MARK)
  if (mark === undefined) throw new Error('the audit trail has lost a mark')
  return mark
}

/** All marks; a missing one gets the impossible position -1. */
export async function readMarks(db: Executor): Promise<Marks> {
  const found = new Map((await db.query(MARKS, [], MARK)).map(({ kind, ...mark }) => [kind, mark]))
  const of = (kind: MarkKind): Mark => found.get(kind) ?? { seq: -1, hash: Buffer.alloc(0), mac: Buffer.alloc(0) }
  return { head: of('head'), reduced: of('reduced'), removed: of('removed') }
}

export const moveMark = async (tx: Executor, kind: MarkKind, { seq, hash, mac }: Mark): Promise<void> =>
  void (await tx.query(MOVE_MARK, [kind, seq, hash, mac]))

/** Appends rows and moves the head onto the last one. Needs the lock of the head. */
export const insertEvents = async (tx: Executor, rows: readonly ChainRow[], { seq, hash, mac }: Mark): Promise<void> =>
  void (await tx.query(APPEND, [
    ...columnsOf(rows),
    rows.map((one) => one.seq),
    rows.map(({ prevHash }) => prevHash),
    rows.map((one) => one.hash),
    seq,
    hash,
    mac,
  ]))

/** Until when an event like this one is not written again, unless it has another value. */
export type AuditNote = { name: string; value: string; until: Date }

/** @returns false when any process has noted it already */
export const takeNote = async (tx: Executor, { name, value, until }: AuditNote, now: Date): Promise<boolean> =>
  (await tx.query(NOTE, [name, value, until, now])).length > 0

/** The newest events of an account, by its pseudonym, the oldest of them first. */
export const eventsOfActor = (db: Executor, actor: string, limit: number): Promise<{ type: string; at: Date }[]> =>
  db.query(OF_ACTOR, [actor, limit], row({ type: text, at: timestamp }))

/** `actor`: the account's pseudonym; null where the number has none. `since` is for its events, `sinceOfNobody` for those without an account. */
export type NumberEvents = {
  prefix: string
  actor: string | null
  since: Date
  sinceOfNobody: Date
  limit: number
}
/** The newest events with a number's prefix, of its account and of none. */
export const eventsOfPrefix = (db: Executor, { prefix, actor, since, sinceOfNobody, limit }: NumberEvents) =>
  db.query(
    OF_NUMBER,
    [prefix, actor === null ? [''] : [actor, ''], since, sinceOfNobody, limit],
    row({ at: timestamp, type: text, reason: nullable(text) }),
  )

/** Finds the last row after `seq` that is older than `before`, among the first `atMost`; undefined without one. */
export async function lastOld(tx: Executor, seq: number, before: Date, atMost: number): Promise<Position | undefined> {
  const [last] = await tx.query(LAST_OLD, [seq, before, atMost], POSITION)
  return last
}

/** Clears the details of the rows behind `after`, up to and with `upTo`. */
export const clearDetails = async (tx: Executor, after: number, upTo: number): Promise<void> =>
  void (await tx.query(CLEAR_DETAILS, [after, upTo]))

/** Deletes the rows behind `after`, up to and with `upTo`. */
export const deleteEvents = async (tx: Executor, after: number, upTo: number): Promise<void> =>
  void (await tx.query(DELETE, [after, upTo]))

/** Rows behind `seq`, in order. */
export const rowsAfter = async (db: Executor, seq: number, atMost: number): Promise<ChainRow[]> =>
  (await db.query(ROWS_AFTER, [seq, atMost], EVENT)).map(toChainRow)

/** Takes the transaction's snapshot now, while others append. */
export const freezeView = async (tx: Executor): Promise<void> =>
  void (await tx.query('set transaction isolation level repeatable read'))

const LATEST = `
  select coalesce((select at from audit_inbox order by id desc limit 1), (select at from audit_event order by seq desc limit 1)) as at`

/** When the last event was written, by any process. */
export async function latestEventAt(db: Executor): Promise<Date | undefined> {
  const [last] = await db.query(LATEST, [], row({ at: nullable(timestamp) }))
  return last?.at ?? undefined
}

const COUNT = `
  select count(*)::int as waiting, extract(epoch from $1::timestamptz - min(at))::float8 as oldest
  from (select at from audit_inbox order by id limit ${COUNTED}) first`

/** Events that are not in the chain yet. */
export async function auditBacklog(look: Looking, now: Date): Promise<Backlog[]> {
  const [found = { waiting: 0, oldest: null }] = await look.query(COUNT, [now], row(BACKLOG))
  return [backlogOf('audit', found)]
}
