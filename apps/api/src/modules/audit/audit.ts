import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Address } from '../../platform/client.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import { type Meter, NO_METER } from '../../platform/meter.ts'
import {
  type AuditNote,
  clearDetails,
  deleteEntries,
  deleteEvents,
  enterEntries,
  eventsOfActor,
  eventsOfNetwork,
  holdMark,
  insertEvents,
  lastOld,
  moveMark,
  searchEvents,
  takeNote,
  waitingEntries,
} from './audit-store.ts'
import { type AuditEvent, type Chain, type ChainRow, createChain, monthOf, type Position } from './chain.ts'
import { AUDIT_EVENTS, SAMPLED_EVENTS, type Search } from './events.ts'
import { requestContext } from './request-context.ts'
import { type Verification, verify } from './verification.ts'

const DAY_MS = 24 * HOUR_MS
const FULL_MS = 90 * DAY_MS
const REDUCED_MS = 365 * DAY_MS
/** Events wait so long for their place in the chain. */
export const CHAIN_TIMER = { name: 'audit.chain', everyMs: 1_000 }
const CHAINED_AT_ONCE = 1_000
/** Rows that one transaction clears or deletes. */
const RETAINED_AT_ONCE = 5_000

/** Writes events in a transaction: they exist exactly when it commits. */
export type AppendEvents = (tx: Executor, ...events: AuditEvent[]) => Promise<void>

/** Writes events in a short transaction of their own. It never throws: what was answered stays answered. */
export type Report = (...events: AuditEvent[]) => Promise<void>

type Settings = { db: Database; keyring: Keyring; clock: Clock; warn: Warn; meter?: Meter }
type Deps = { db: Database; chain: Chain; clock: Clock }
export type Audit = ReturnType<typeof createAudit>

/** The audit trail: a chain of events under a key that is not in the database. */
export function createAudit({ db, keyring, clock, warn, meter = NO_METER }: Settings) {
  const chain = createChain({
    mac: keyring.for('audit').mac,
    actorMac: keyring.for('audit-actor').mac,
    networkMac: keyring.for('audit-network').mac,
  })
  const deps = { db, chain, clock }
  const recorded = meter.counter({
    name: 'events_total',
    help: 'What the audit trail records, by its kind. Sampled kinds are counted whole.',
    labels: ['type'],
    from: Object.keys(AUDIT_EVENTS).map((type) => ({ type })),
  })
  const counted = (events: readonly AuditEvent[]) => {
    for (const { type } of events) recorded({ type })
    return events
  }
  const append: AppendEvents = (tx, ...events) => enter(deps, tx, events)
  const report = createReport(deps, append, warn)
  return {
    append: (tx: Executor, ...events: AuditEvent[]): Promise<void> => append(tx, ...counted(events)),
    report: (...events: AuditEvent[]): Promise<void> => report(...counted(events)),
    /** The newest events of an account, the oldest of them first. */
    eventsOf: (accountId: string, limit: number) => eventsOf(deps, accountId, limit),
    eventsFrom: (address: Address, month?: string) => eventsFrom(deps, address, month ?? monthOf(clock())),
    retain: (signal?: AbortSignal) => retain(deps, signal),
    async verify(notedHead?: string): Promise<Verification> {
      await chainAll(deps)
      return verify(deps, notedHead)
    },
    /** Events, the newest of them, the oldest first. Those of a provider are about its settings and keys, never about a person. */
    async search(wanted: Search) {
      await chainAll(deps)
      return searchEvents(db, wanted)
    },
    /** Verifies, and hands out each row that is whole. */
    async export(onRow: (row: ChainRow) => void): Promise<Verification> {
      await chainAll(deps)
      return verify(deps, undefined, onRow)
    },
    /** Chains what this and other processes recorded. */
    timer: { ...CHAIN_TIMER, run: () => chainAll(deps) },
  }
}

const enter = ({ chain, clock }: Deps, tx: Executor, events: readonly AuditEvent[]): Promise<void> =>
  enterEntries(
    tx,
    events.map((event) => chain.enter({ event, at: clock(), context: requestContext() })),
  )

/** Everything that is waiting at this moment. */
async function chainAll(deps: Deps): Promise<void> {
  if ((await waitingEntries(deps.db, 1)).length === 0) return
  while ((await deps.db.transaction((tx) => chainSome(deps, tx))) === CHAINED_AT_ONCE);
}

/** Chains waiting events. It locks the end of the chain, so that one process chains at a time. @returns how many were chained */
async function chainSome({ chain }: Deps, tx: Executor): Promise<number> {
  const head = await holdMark(tx, 'head')
  const waiting = await waitingEntries(tx, CHAINED_AT_ONCE)
  if (waiting.length === 0) return 0
  let last: Position = head
  const rows = waiting.map(({ id: _, ...entry }) => {
    const row = chain.link(last, entry)
    last = row
    return row
  })
  // Forged events, and a forged end, are built on, so that sign-ins go on, but never signed: the chain stays broken.
  const isWhole = chain.isSigned('head', head) && waiting.every(chain.isOurs)
  await insertEvents(tx, rows, { ...last, mac: isWhole ? chain.sign('head', last) : Buffer.alloc(0) })
  await deleteEntries(
    tx,
    waiting.map(({ id }) => id),
  )
  return waiting.length
}

function createReport(deps: Deps, append: AppendEvents, warn: Warn): Report {
  const writeSample = createSampler(deps, append)

  return async (...events) => {
    const [first] = events
    const sampled = events.length === 1 && first !== undefined && SAMPLED_EVENTS[first.type] !== undefined
    const written = sampled ? writeSample(first) : append(deps.db, ...events)
    await written.catch((error: Error) =>
      warn('audit events lost', { types: events.map(({ type }) => type), reason: error.message }),
    )
  }
}

/** Writes a high-volume event once in its time. What this process has noted costs a flood no query. */
function createSampler({ db, clock }: Deps, append: AppendEvents) {
  const noted = new Map<string, AuditNote>()

  return async (event: AuditEvent): Promise<void> => {
    const sampling = SAMPLED_EVENTS[event.type]
    if (sampling === undefined) return
    const now = clock()
    const value = event.reason ?? ''
    const name = sampling.again === 'each reason' ? `${event.type} ${value}` : event.type
    const last = noted.get(name)
    if (last?.value === value && now < last.until && last.until <= later(now, 2 * sampling.everyMs)) return
    const note = { name, value, until: later(now, sampling.everyMs) }
    await db.transaction(async (tx) => {
      if (await takeNote(tx, note, now)) await append(tx, event)
    })
    noted.set(name, note)
  }
}

/** The events of an account. */
async function eventsOf(deps: Deps, accountId: string, limit: number) {
  const { db, chain } = deps
  await chainAll(deps)
  const events = await eventsOfActor(db, chain.pseudonym(accountId), limit)
  return events.map(({ type, at }) => ({ type, at: at.toISOString() }))
}

/** Reads the events of an address's network in a month (YYYY-MM), by the hash that stands for it there. */
async function eventsFrom(deps: Deps, { network }: Address, month: string) {
  const { db, chain } = deps
  await chainAll(deps)
  const networkHash = chain.networkHash(month, network)
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(from)
  until.setUTCMonth(from.getUTCMonth() + 1)
  return { network, month, networkHash, events: await eventsOfNetwork(db, networkHash, from, until) }
}

/** Old events lose their details, very old ones are deleted. */
async function retain(deps: Deps, signal?: AbortSignal): Promise<void> {
  const now = deps.clock()
  const goesOn = () => signal?.aborted !== true
  while (goesOn() && (await moveOn(deps, 'reduced', clearDetails, later(now, -FULL_MS))));
  while (goesOn() && (await moveOn(deps, 'removed', deleteEvents, later(now, -REDUCED_MS))));
}

/**
 * Moves a mark on, signed, and then clears or deletes what lies behind it. An unsigned mark stays where it is.
 * @returns whether there may be more
 */
const moveOn = (
  { db, chain }: Deps,
  kind: 'reduced' | 'removed',
  clear: typeof clearDetails,
  before: Date,
): Promise<boolean> =>
  db.transaction(
    async (tx) => {
      const mark = await holdMark(tx, kind)
      const last = await lastOld(tx, mark.seq, before, RETAINED_AT_ONCE)
      if (last === undefined || !chain.isSigned(kind, mark)) return false
      await moveMark(tx, kind, { ...last, mac: chain.sign(kind, last) })
      await clear(tx, mark.seq, last.seq)
      return last.seq - mark.seq === RETAINED_AT_ONCE
    },
    { hurry: false },
  )
