import { HOUR_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Address } from '../../platform/client.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Keyring } from '../../platform/keyring.ts'
import {
  type AuditNote,
  clearDetails,
  deleteEvents,
  eventsOfActor,
  eventsOfNetwork,
  holdMark,
  insertEvents,
  lastOld,
  moveMark,
  takeNote,
} from './audit-store.ts'
import { batch } from './batch.ts'
import { type AuditEvent, type Chain, createChain, monthOf, type NoticedEvent, type Position } from './chain.ts'
import { SAMPLED_EVENTS } from './events.ts'
import { requestContext } from './request-context.ts'
import { type Verification, verify } from './verification.ts'

const DAY_MS = 24 * HOUR_MS
const FULL_MS = 90 * DAY_MS
const REDUCED_MS = 365 * DAY_MS

/** Writes events as the last step of a transaction: they exist exactly when it commits. */
export type AppendEvents = (tx: Executor, ...events: AuditEvent[]) => Promise<void>

/** Writes events in a short transaction of their own. It never throws: what was answered stays answered. */
export type Report = (...events: AuditEvent[]) => Promise<void>

type Warn = (event: string, details: object) => void
type Settings = { db: Database; keyring: Keyring; clock: Clock; warn: Warn }
type Deps = { db: Database; chain: Chain; clock: Clock }
export type Audit = ReturnType<typeof createAudit>

/** The audit trail: a chain of events under a key that is not in the database. */
export function createAudit({ db, keyring, clock, warn }: Settings) {
  const chain = createChain({
    mac: keyring.for('audit').mac,
    actorMac: keyring.for('audit-actor').mac,
    networkMac: keyring.for('audit-network').mac,
  })
  const deps = { db, chain, clock }
  const append: AppendEvents = (tx, ...events) => link(deps, tx, events.map(noticedAt(clock)))
  return {
    append,
    report: createReport(deps, append, warn),
    /** The newest events of an account, the oldest of them first. */
    eventsOf: (accountId: string, limit: number) => eventsOf(deps, accountId, limit),
    eventsFrom: (address: Address, month?: string) => eventsFrom(deps, address, month ?? monthOf(clock())),
    retain: () => retain(deps),
    verify: (notedHead?: string): Promise<Verification> => verify(deps, notedHead),
  }
}

/** An event with its moment and its request, which are others by the time it is written. */
const noticedAt =
  (clock: Clock) =>
  (event: AuditEvent): NoticedEvent => ({ event, at: clock(), context: requestContext() })

async function link({ chain }: Deps, tx: Executor, noticed: readonly NoticedEvent[]): Promise<void> {
  if (noticed.length === 0) return
  const head = await holdMark(tx, 'head')
  let last: Position = head
  const rows = noticed.map((one) => {
    const row = chain.link(last, one)
    last = row
    return row
  })
  // A forged end is built on, so that sign-ins go on, but it is never signed: the chain stays broken.
  const mac = chain.isSigned('head', head) ? chain.sign('head', last) : Buffer.alloc(0)
  await insertEvents(tx, rows, { ...last, mac })
}

function createReport(deps: Deps, append: AppendEvents, warn: Warn): Report {
  const { db, clock } = deps
  const writeBatch = batch((noticed: readonly NoticedEvent[]) => db.transaction((tx) => link(deps, tx, noticed)))
  const writeSample = createSampler(deps, append)

  return async (...events) => {
    const [first] = events
    const sampled = events.length === 1 && first !== undefined && SAMPLED_EVENTS[first.type] !== undefined
    const written = sampled ? writeSample(first) : writeBatch(events.map(noticedAt(clock)))
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
async function eventsOf({ db, chain }: Deps, accountId: string, limit: number) {
  const events = await eventsOfActor(db, chain.pseudonym(accountId), limit)
  return events.map(({ type, at }) => ({ type, at: at.toISOString() }))
}

/** What happened from the network of an address in a month (YYYY-MM), by the hash that stands for it there. */
async function eventsFrom({ db, chain }: Deps, { network }: Address, month: string) {
  const networkHash = chain.networkHash(month, network)
  const from = new Date(`${month}-01T00:00:00Z`)
  const until = new Date(from)
  until.setUTCMonth(from.getUTCMonth() + 1)
  return { network, month, networkHash, events: await eventsOfNetwork(db, networkHash, from, until) }
}

/** Old events lose their details, very old ones are deleted. */
async function retain(deps: Deps): Promise<void> {
  const now = deps.clock()
  await moveOn(deps, 'reduced', clearDetails, later(now, -FULL_MS))
  await moveOn(deps, 'removed', deleteEvents, later(now, -REDUCED_MS))
}

/** Moves a mark on, signed, and then clears or deletes what lies behind it. An unsigned mark stays where it is. */
const moveOn = (
  { db, chain }: Deps,
  kind: 'reduced' | 'removed',
  clear: typeof clearDetails,
  before: Date,
): Promise<void> =>
  db.transaction(
    async (tx) => {
      const mark = await holdMark(tx, kind)
      const last = await lastOld(tx, mark.seq, before)
      if (last === undefined || !chain.isSigned(kind, mark)) return
      await moveMark(tx, kind, { ...last, mac: chain.sign(kind, last) })
      await clear(tx, mark.seq, last.seq)
    },
    { hurry: false },
  )
