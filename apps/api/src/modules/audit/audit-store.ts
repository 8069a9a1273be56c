import type { Clock } from '../../platform/clock.ts'
import type { Chain } from './chain.ts'
import { present } from './present.ts'
import type { AuditEvent, AuditStore, Details, ChainRow, Mark, MarkKind, Marks, Noticed } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'

/** Writes events down as the last step of a transaction: exactly when it holds, they do. */
export type AppendEvents = (tx: Executor, ...events: AuditEvent[]) => Promise<void>

type MarkRow = { kind: MarkKind; seq: string; hash: Uint8Array; mac: Uint8Array }
type EventRow = {
  seq: string
  at: string
  type: string
  outcome: string
  actor: string | null
  phone_prefix: string | null
  family_id: string | null
  device_prefix: string | null
  network: string | null
  reason: string | null
  route: string | null
  request_id: string | null
  salt: Uint8Array | null
  details_hash: Uint8Array
  prev_hash: Uint8Array
  hash: Uint8Array
}

const MARKS = 'select kind, seq::text, hash, mac from audit_mark'

/** Whoever holds the head is alone at the end of the chain, until its transaction is over. */
const HOLD_HEAD = `${MARKS} where kind = 'head' for update`

const APPEND = `
  with head as (update audit_mark set seq = $17, hash = $18, mac = $19 where kind = 'head')
  insert into audit_event
    (seq, at, type, outcome, actor, phone_prefix, family_id, device_prefix, network, reason, route, request_id,
     salt, details_hash, prev_hash, hash)
  select * from unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bytea[], $14::bytea[], $15::bytea[], $16::bytea[])`

/** A note that lies twice as far ahead as a new one was made before the clock was set back. */
const NOTE = `
  insert into audit_note as n (name, value, until) values ($1, $2, $3)
  on conflict (name) do update set value = $2, until = $3 where n.value <> $2 or n.until <= $4 or n.until > $3::timestamptz + ($3::timestamptz - $4::timestamptz)
  returning name`

const ROWS_AFTER = `
  select seq::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, type, outcome, actor,
    phone_prefix, family_id, device_prefix, network, reason, route, request_id, salt, details_hash, prev_hash, hash
  from audit_event where seq > $1 order by audit_event.seq limit $2`

const OF_ACTOR = 'select type, at from audit_event where actor = $1 order by audit_event.seq'

/** The last row before the first one that is young enough to stay. Clocks differ, so time may step back in the chain. */
const LAST_OLD = `
  select seq::text, hash from audit_event where seq = coalesce(
    (select min(seq) - 1 from audit_event where seq > $1 and at > $2), (select max(seq) from audit_event))
    and seq > $1`

const REDUCE = `
  update audit_event set phone_prefix = null, family_id = null, device_prefix = null, network = null, reason = null,
    route = null, request_id = null, salt = null
  where seq > $1 and seq <= $2`
const REMOVE = 'delete from audit_event where seq > $1 and seq <= $2'

/** In the order of the columns. */
const DETAILS = [
  'phonePrefix',
  'familyId',
  'devicePrefix',
  'network',
  'reason',
  'route',
  'requestId',
] as const satisfies (keyof Details)[]

const toMark = ({ seq, hash, mac }: Omit<MarkRow, 'kind'>): Mark => ({
  seq: Number(seq),
  hash: Buffer.from(hash),
  mac: Buffer.from(mac),
})

const toRow = (row: EventRow): ChainRow => ({
  seq: Number(row.seq),
  at: row.at,
  type: row.type,
  outcome: row.outcome,
  actor: row.actor,
  details: {
    phonePrefix: row.phone_prefix,
    familyId: row.family_id,
    devicePrefix: row.device_prefix,
    network: row.network,
    reason: row.reason,
    route: row.route,
    requestId: row.request_id,
  },
  salt: row.salt && Buffer.from(row.salt),
  detailsHash: Buffer.from(row.details_hash),
  prevHash: Buffer.from(row.prev_hash),
  hash: Buffer.from(row.hash),
})

/** Column by column. */
const columnsOf = (rows: readonly ChainRow[]) => [
  rows.map(({ seq }) => seq),
  rows.map(({ at }) => at),
  rows.map(({ type }) => type),
  rows.map(({ outcome }) => outcome),
  rows.map(({ actor }) => actor),
  ...DETAILS.map((name) => rows.map(({ details }) => details[name])),
  rows.map(({ salt }) => salt),
  rows.map(({ detailsHash }) => detailsHash),
  rows.map(({ prevHash }) => prevHash),
  rows.map(({ hash }) => hash),
]

/** When something was written down last, by whichever process. */
export async function latestEventAt(db: Executor): Promise<Date | undefined> {
  const [row] = await db.query<{ at: Date }>('select at from audit_event order by seq desc limit 1')
  return row?.at
}

type Deps = { chain: Pick<Chain, 'link' | 'sign' | 'isSigned'>; clock: Clock }

export function createAuditStore(db: Database, { chain, clock }: Deps): AuditStore & { appendTo: AppendEvents } {
  async function markOf(tx: Executor, statement: string): Promise<Mark> {
    const [row] = await tx.query<MarkRow>(statement)
    if (row === undefined) throw new Error('the audit trail has lost a mark')
    return toMark(row)
  }

  async function link(tx: Executor, noticed: readonly Noticed[]): Promise<void> {
    if (noticed.length === 0) return
    const head = await markOf(tx, HOLD_HEAD)
    let last: Pick<Mark, 'seq' | 'hash'> = head
    const rows = noticed.map(({ event, at, present: then }) => {
      const row = chain.link(last, event, then, at)
      last = row
      return row
    })
    // An end that somebody else made is built on, so that nobody is locked out, but never signed: it stays broken.
    const mac = chain.isSigned('head', head) ? chain.sign('head', last) : Buffer.alloc(0)
    await tx.query(APPEND, [...columnsOf(rows), last.seq, last.hash, mac])
  }

  const appendTo: AppendEvents = (tx, ...events) =>
    link(
      tx,
      events.map((event) => ({ event, at: clock(), present: present() })),
    )

  /** Moves the mark on, signed, and then lets go of what lies behind it. */
  const letGo = (kind: 'reduced' | 'removed', statement: string, before: Date) =>
    db.transaction(
      async (tx) => {
        const mark = await markOf(tx, `${MARKS} where kind = '${kind}' for update`)
        const [last] = await tx.query<{ seq: string; hash: Uint8Array }>(LAST_OLD, [mark.seq, before])
        if (last === undefined || !chain.isSigned(kind, mark)) return
        const next = { seq: Number(last.seq), hash: Buffer.from(last.hash) }
        const signed = [next.seq, next.hash, chain.sign(kind, next)]
        await tx.query(`update audit_mark set seq = $1, hash = $2, mac = $3 where kind = '${kind}'`, signed)
        await tx.query(statement, [mark.seq, next.seq])
      },
      { hurry: false },
    )

  return {
    appendTo,
    append: (noticed) => db.transaction((tx) => link(tx, noticed)),
    appendRarely: (event, { name, value, until }, now) =>
      db.transaction(async (tx) => {
        const noted = await tx.query(NOTE, [name, value, until, now])
        if (noted.length > 0) await appendTo(tx, event)
      }),
    ofActor: (actor) => db.query<{ type: string; at: Date }>(OF_ACTOR, [actor]),
    reduce: (before) => letGo('reduced', REDUCE, before),
    remove: (before) => letGo('removed', REMOVE, before),

    read: (run) =>
      db.transaction(
        async (tx) => {
          // One moment for all of it, while others append.
          await tx.query('set transaction isolation level repeatable read')
          return run({
            async marks() {
              const rows = await tx.query<MarkRow>(MARKS)
              const found = new Map(rows.map(({ kind, ...mark }) => [kind, toMark(mark)]))
              const of = (kind: MarkKind) => found.get(kind) ?? { seq: -1, hash: Buffer.alloc(0), mac: Buffer.alloc(0) }
              return { head: of('head'), reduced: of('reduced'), removed: of('removed') } satisfies Marks
            },
            rowsAfter: async (seq, atMost) => (await tx.query<EventRow>(ROWS_AFTER, [seq, atMost])).map(toRow),
          })
        },
        { hurry: false },
      ),
  }
}
