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
  eventsOfPrefix,
  lockChainMark,
  insertEvents,
  lastOld,
  moveMark,
  takeNote,
  waitingEntries,
} from './audit-store.ts'
import { type AuditEvent, type Chain, type ChainRow, createChain, monthOf, type Position } from './chain.ts'
import { searchEvents } from './event-search.ts'
import { AUDIT_EVENTS, SAMPLED_EVENTS, type Sampling, type Search } from './events.ts'
import { requestContext } from './request-context.ts'
import { type Verification, verifyChain } from './verification.ts'

const DAY_MS = 24 * HOUR_MS
const DETAILS_KEPT_MS = 90 * DAY_MS
const ROWS_KEPT_MS = 365 * DAY_MS
/** The interval at which waiting events are chained. */
export const CHAIN_TIMER = { name: 'audit.chain', everyMs: 1_000 }
const CHAINED_AT_ONCE = 1_000
/** Rows that one transaction clears or deletes. */
const RETAINED_AT_ONCE = 1_000

type Settings = { db: Database; keyring: Keyring; clock: Clock; warn: Warn; meter?: Meter }

function samplingOf({ type, accountId }: AuditEvent): Sampling | undefined {
  const sampling = SAMPLED_EVENTS[type]
  return sampling?.only === 'without account' && accountId !== undefined ? undefined : sampling
}

/** The audit trail: a chain of events under a key that is not in the database. */
export class Audit {
  readonly #db: Database
  readonly #chain: Chain
  readonly #clock: Clock
  readonly #warn: Warn
  readonly #count: (labels: { type: string }) => void
  /** Sampled events that this process has written, so that a flood costs no query. */
  readonly #noted = new Map<string, AuditNote>()
  /** Chains what this and other processes recorded. */
  readonly timer = { ...CHAIN_TIMER, run: () => this.#chainAll() }

  constructor({ db, keyring, clock, warn, meter = NO_METER }: Settings) {
    this.#db = db
    this.#clock = clock
    this.#warn = warn
    this.#chain = createChain({
      mac: keyring.for('audit').mac,
      actorMac: keyring.for('audit-actor').mac,
      networkMac: keyring.for('audit-network').mac,
    })
    this.#count = meter.counter({
      name: 'events_total',
      help: 'What the audit trail records, by its kind. Sampled kinds are counted whole.',
      labels: ['type'],
      from: Object.keys(AUDIT_EVENTS).map((type) => ({ type })),
    })
  }

  /** Writes events in a transaction: they exist exactly when it commits. */
  async append(tx: Executor, ...events: AuditEvent[]): Promise<void> {
    for (const { type } of events) this.#count({ type })
    await this.#enter(tx, events)
  }

  /** Writes events in a separate short transaction. Never throws: the answer stays as it is. */
  async report(...events: AuditEvent[]): Promise<void> {
    for (const { type } of events) this.#count({ type })
    const [first] = events
    const sampling = events.length === 1 && first !== undefined ? samplingOf(first) : undefined
    try {
      if (first !== undefined && sampling !== undefined) await this.#enterSample(first, sampling)
      else await this.#enter(this.#db, events)
    } catch (error) {
      this.#warn('audit events lost', { types: events.map(({ type }) => type), reason: (error as Error).message })
    }
  }

  #enter(tx: Executor, events: readonly AuditEvent[]): Promise<void> {
    const context = requestContext()
    return enterEntries(
      tx,
      events.map((event) => this.#chain.enter({ event, at: this.#clock(), context })),
    )
  }

  /** Writes a high-volume event once in its time. */
  async #enterSample(event: AuditEvent, { again, everyMs }: Sampling): Promise<void> {
    const now = this.#clock()
    const value = event.reason ?? ''
    const name = again === 'each reason' ? `${event.type} ${value}` : event.type
    const last = this.#noted.get(name)
    if (last?.value === value && now < last.until && last.until <= later(now, 2 * everyMs)) return
    const note = { name, value, until: later(now, everyMs) }
    await this.#db.transaction(async (tx) => {
      if (await takeNote(tx, note, now)) await this.#enter(tx, [event])
    })
    this.#noted.set(name, note)
  }

  /** Reads the newest events of an account, the oldest of them first. */
  async eventsOf(accountId: string, limit: number): Promise<{ type: string; at: string }[]> {
    await this.#chainAll()
    const events = await eventsOfActor(this.#db, this.#chain.pseudonym(accountId), limit)
    return events.map(({ type, at }) => ({ type, at: at.toISOString() }))
  }

  /**
   * Reads the newest events that named a number, the newest first: of its account, and of none. Four bytes name a number here, so the
   * caller leaves out those of none (`sinceOfNobody` is now) where another number may be meant.
   */
  async eventsOfNumber(
    phoneIdx: Buffer,
    { accountId, ...wanted }: { accountId: string | undefined; since: Date; sinceOfNobody: Date; limit: number },
  ) {
    await this.#chainAll()
    const actor = accountId === undefined ? null : this.#chain.pseudonym(accountId)
    return eventsOfPrefix(this.#db, { ...wanted, prefix: this.#chain.prefixOf(phoneIdx) ?? '', actor })
  }

  /** Reads the events of an address's network in a month (YYYY-MM), by the hash that stands for it there. */
  async eventsFrom({ network }: Address, month: string = monthOf(this.#clock())) {
    await this.#chainAll()
    const networkHash = this.#chain.networkHash(month, network)
    const since = new Date(`${month}-01T00:00:00Z`)
    const until = new Date(since)
    until.setUTCMonth(since.getUTCMonth() + 1)
    const wanted = { since, until, networkHash, limit: Infinity, isPatient: true }
    const { events } = await searchEvents(this.#db, wanted)
    const shown = events.toReversed().map(({ type, at, actor }) => ({ type, at, actor }))
    return { network, month, networkHash, events: shown }
  }

  /** Finds the newest events that fit, the newest first. Those of a provider are about its settings and keys, never about a person. */
  async search(wanted: Search) {
    await this.#chainAll()
    return searchEvents(this.#db, wanted)
  }

  /** Verifies the chain; with a head that was noted earlier, also that it is still part of it. Hands out each row that is whole. */
  async verify(notedHead?: string, onWhole: (row: ChainRow) => void = () => {}): Promise<Verification> {
    await this.#chainAll()
    return verifyChain(this.#db, this.#chain, notedHead, onWhole)
  }

  /** Chains everything that is waiting at this moment. */
  async #chainAll(): Promise<void> {
    if ((await waitingEntries(this.#db, 1)).length === 0) return
    while ((await this.#db.transaction((tx) => this.#chainSome(tx))) === CHAINED_AT_ONCE);
  }

  /** Chains waiting events. It locks the end of the chain, so that one process chains at a time. @returns how many were chained */
  async #chainSome(tx: Executor): Promise<number> {
    const chain = this.#chain
    const head = await lockChainMark(tx, 'head')
    const waiting = await waitingEntries(tx, CHAINED_AT_ONCE)
    if (waiting.length === 0) return 0
    let last: Position = head
    const rows = waiting.map(({ id: _, ...entry }) => {
      const row = chain.link(last, entry)
      last = row
      return row
    })
    // Forged events and a forged end are chained too, so that sign-ins continue, but not signed: the chain stays broken.
    const isWhole = chain.isSigned('head', head) && waiting.every((entry) => chain.isOurs(entry))
    await insertEvents(tx, rows, { ...last, mac: isWhole ? chain.sign('head', last) : Buffer.alloc(0) })
    await deleteEntries(
      tx,
      waiting.map(({ id }) => id),
    )
    return waiting.length
  }

  /** Clears the details of old events and deletes very old ones. */
  async retain(signal?: AbortSignal): Promise<void> {
    const now = this.#clock()
    const goesOn = () => signal?.aborted !== true
    while (goesOn() && (await this.#moveOn('reduced', clearDetails, later(now, -DETAILS_KEPT_MS))));
    while (goesOn() && (await this.#moveOn('removed', deleteEvents, later(now, -ROWS_KEPT_MS))));
  }

  /**
   * Moves a mark on, signed, and then clears or deletes what lies behind it. An unsigned mark stays where it is.
   * @returns whether there may be more
   */
  #moveOn(kind: 'reduced' | 'removed', clear: typeof clearDetails, before: Date): Promise<boolean> {
    return this.#db.transaction(
      async (tx) => {
        const mark = await lockChainMark(tx, kind)
        const last = await lastOld(tx, mark.seq, before, RETAINED_AT_ONCE)
        if (last === undefined || !this.#chain.isSigned(kind, mark)) return false
        await moveMark(tx, kind, { ...last, mac: this.#chain.sign(kind, last) })
        await clear(tx, mark.seq, last.seq)
        return last.seq - mark.seq === RETAINED_AT_ONCE
      },
      { hurry: false },
    )
  }
}
