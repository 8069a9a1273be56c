import { MINUTE_MS, SECOND_MS, type SmsDelivery, type Trouble } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Streaks } from '../../platform/database/streaks.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Claimed, Outbox } from '../../platform/outbox.ts'
import { pause } from '../../platform/pause.ts'
import { type Hits, isFull, refundHits } from '../rate-limits/index.ts'
import { addSpend, REGIONS, type SmsBudget } from './budget.ts'
import { addDelivery } from './delivery-counts.ts'
import { GATEWAY_NAMES, type GatewayNumber, type Gateways, type Sent } from './fail-over.ts'
import { SMS_OUTCOMES } from './gateways/adapter.ts'
import { isAlwaysSent, NOTICE_LIFE_MS, type SmsNotice } from './notices.ts'
import * as store from './outbox-store.ts'
import type { SmsReports } from './reports.ts'

/** Waits before the second try and those after it, at the same gateway. */
const NEXT_TRY_MS = [1 * SECOND_MS, 4 * SECOND_MS]
const LAST_WAIT_MS = 4 * SECOND_MS
/** A wait that a gateway asks for is that long at most while a visitor waits; a notice waits as long as it says. */
const MOST_WAIT_MS = 5 * SECOND_MS
const waitAfter = ({ tries, code }: store.ClaimedSms, retryAfterMs = 0): number =>
  Math.max(NEXT_TRY_MS[tries - 1] ?? LAST_WAIT_MS, code ? Math.min(retryAfterMs, MOST_WAIT_MS) : retryAfterMs)
/** The process at which a visitor waits makes the second try itself, before an outbox does. */
const HEAD_START_MS = SECOND_MS
/** Longer than any try takes: its process has died. */
const ABANDONED_MS = 10 * SECOND_MS
const AT_ONCE = 20
/** A gateway that lost an SMS gets no other one for the number for this time. */
const LOST_FOR_MS = 15 * MINUTE_MS
/** A report that did not come by then will not: a visitor may ask again after a minute. */
const SILENT_AFTER_MS = 45 * SECOND_MS
/** As long as a visitor waits for the gateway. */
const PATIENCE_MS = 2.5 * SECOND_MS

/** A number that a gateway refused is not tried again so long, except for its recognised browsers. */
const REFUSED_MS = 5 * MINUTE_MS
/** Counts what a caller did, whatever became of it: otherwise numbers that are refused would have no limit. */
const OF_CALLER: ReadonlySet<string> = new Set(['sms.address', 'sms.network', 'sms.browser'])
/** As long as alerts look back, a number that is refused counts once. */
const ALARM_MS = 15 * MINUTE_MS
const MOST_NUMBERS = 10_000

/** The network tries to deliver it as long as it is good, and never shorter. */
const LEAST_LIFE_SECONDS = 60

/** How a visitor's answer describes an SMS: accepted by the gateway, certainly not, not by an error of the operator's, or undecided. */
type Delivered = 'accepted' | 'refused' | 'account' | 'unknown'
const END: Partial<Record<store.SmsState, Delivered>> = { accepted: 'accepted', refused: 'refused' }
/** How a later answer describes it. */
const LATER = {
  waiting: 'pending',
  sending: 'pending',
  accepted: 'sent',
  refused: 'given_up',
  dead: 'given_up',
} as const

/** A reason without an outcome before it is that of a call without an answer. */
function whyOf({ evidence, outcome }: Sent, reason: string): Trouble {
  if (evidence === 'credentials') return 'refused'
  return reason.startsWith(outcome) ? 'error' : 'no_answer'
}

type CodeMessage = {
  code: store.CodeSeed
  sends: number
  goodUntil: Date
  refunds: Hits
  gateway: GatewayNumber
}

type Deps = {
  db: Database
  clock: Clock
  gateways: Gateways
  reports: SmsReports
  budget: SmsBudget
  /** Follows an SMS of a code that is given up, in the transaction that stores it. `isSent`: a gateway may have it. */
  onCodeGivenUp: (tx: Executor, smsId: string, codeId: string, now: Date, isSent: boolean) => Promise<void>
  /** Number and text of a message, made when it is sent. */
  compose: (sms: store.ClaimedSms) => { to: string; text: string }
  streaks: Streaks
  meter: Meter
  warn: Warn
}

/** Sends the messages of the outbox: each once, from any process, whichever process dies. */
export class Sms {
  readonly #deps: Deps
  readonly #onTry: (labels: { outcome: string; region: string; gateway: string }) => void
  readonly #onGivenUp: (labels: { region: string }) => void
  readonly #onAccountError: (labels: { gateway: string }) => void
  readonly #onFailure: (labels: { gateway: string }) => void
  /** Numbers that count no more until then. */
  readonly #counted = new Map<string, Date>()
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  /** Notices, and codes of a process that died. */
  readonly outbox: Outbox = {
    ...store.SMS_OUTBOX,
    limits: { inAll: AT_ONCE },
    run: (claimed, signal) => this.#deliver(claimed, signal),
  }

  constructor(deps: Deps) {
    this.#deps = deps
    this.#onTry = deps.meter.counter({
      name: 'sms_tries_total',
      help: 'What a gateway, first or second, said to a message: accepted, refused, account, not_taken or unknown.',
      labels: ['outcome', 'region', 'gateway'],
      from: Object.values(GATEWAY_NAMES).flatMap((gateway) =>
        REGIONS.flatMap((region) => SMS_OUTCOMES.map((outcome) => ({ outcome, region, gateway }))),
      ),
    })
    this.#onGivenUp = deps.meter.counter({
      name: 'sms_given_up_total',
      help: 'Messages never sent.',
      labels: ['region'],
    })
    this.#onFailure = deps.meter.counter({
      name: 'sms_failures_total',
      help: 'Tries that failed by an outage or refused credentials, and numbers that were refused otherwise, once in 15 minutes.',
      labels: ['gateway'],
      from: Object.values(GATEWAY_NAMES).map((gateway) => ({ gateway })),
    })
    this.#onAccountError = deps.meter.counter({
      name: 'sms_account_errors_total',
      help: 'Messages that a gateway did not take because it refuses our key.',
      labels: ['gateway'],
      from: Object.values(GATEWAY_NAMES).map((gateway) => ({ gateway })),
    })
  }

  /** No SMS can be sent now. */
  isDown(): boolean {
    return this.#deps.gateways.isDown()
  }

  /** True if the cause is the operator's account at the gateway: key, credit or rights. */
  isDownByAccount(): boolean {
    return this.#deps.gateways.isDownByAccount()
  }

  /** How long a gateway's refusal of the number's newest SMS counts, in milliseconds. */
  async refusedForMs(phoneIdx: Buffer): Promise<number> {
    const { db, clock } = this.#deps
    const at = await store.refusedAt(db, phoneIdx)
    return at === undefined ? 0 : later(at, REFUSED_MS).getTime() - clock().getTime()
  }

  /** Stores a notice, once by its id, in the transaction of what happened. */
  async notify(tx: Executor, id: string, notice: SmsNotice, to: store.Recipient): Promise<void> {
    const now = this.#deps.clock()
    const goodUntil = later(now, NOTICE_LIFE_MS)
    const message = { id, codeId: null, notice, goodUntil, now, refunds: [], dueAt: now }
    if (await store.insertMessage(tx, to, message)) await announce(tx, store.SMS_OUTBOX.name)
  }

  /** Stores an SMS with a code, in the transaction that allows it. @returns what deliverSoon sends */
  async store(
    tx: Executor,
    { phoneIdx, phoneEnc, language }: store.Recipient,
    { code, sends, goodUntil, refunds, gateway }: CodeMessage,
  ): Promise<store.ClaimedSms> {
    const to = { phoneIdx, phoneEnc, language }
    const now = this.#deps.clock()
    const id = `${code.id}:${sends}`
    const dueAt = later(now, ABANDONED_MS)
    const message = { id, codeId: code.id, notice: null, goodUntil, now, refunds, gateway, dueAt }
    await store.insertAtCommit(tx, to, message)
    return { ...to, id, tries: 1, gateway, goodUntil, code }
  }

  /** Decides where an SMS begins. Where the first gateway lost the last one of this number, the second may do better. */
  async gatewayFor(tx: Executor, phoneIdx: Buffer): Promise<GatewayNumber> {
    const { clock, gateways, reports } = this.#deps
    const now = clock()
    if (!gateways.secondIsUp()) return 1
    if (gateways.primaryIsDown()) return 2
    const isLost =
      reports.expects(1) &&
      (await store.isLostAtFirst(tx, phoneIdx, later(now, -LOST_FOR_MS), later(now, -SILENT_AFTER_MS)))
    return isLost ? 2 : 1
  }

  /** Tries a code's SMS that was stored a moment ago, while a visitor waits for it. The outbox continues one that is undecided by then. */
  async deliverSoon(claimed: store.ClaimedSms): Promise<Delivered> {
    const waited = new AbortController()
    const over = AbortSignal.any([waited.signal, this.#stopping.signal])
    const trying = this.#track(this.#tryUntil(over, claimed)).catch((error: unknown) => {
      this.#deps.warn('sms not sent yet', { reason: (error as Error).name })
      return 'unknown' as const
    })
    const patience = pause(PATIENCE_MS, waited.signal).then(() => 'unknown' as const)
    const outcome = await Promise.race([trying, patience])
    waited.abort('sent')
    return outcome
  }

  /** How a code's newest SMS ended; one that expired before it was sent is given up. */
  async deliveryOf(codeId: string): Promise<Pick<SmsDelivery, 'sms' | 'report' | 'why'>> {
    const { db, clock, reports } = this.#deps
    const id = await store.newestOf(db, codeId)
    const found = id === undefined ? undefined : await store.stateOf(db, id, clock())
    // An SMS may arrive although no gateway confirmed that it accepted it.
    const sms = found?.report === 'delivered' ? 'sent' : LATER[found?.state ?? 'dead']
    if (sms !== 'sent' || found === undefined || !reports.expects(found.gateway)) return { sms }
    const { report, reportWhy } = found
    if (report !== 'undelivered') return { sms, report: report === 'delivered' ? report : 'expected' }
    return { sms, report, why: reportWhy === null || reportWhy === 'account' ? 'other' : reportWhy }
  }

  /** Ends every try. What was not sent waits for the next process. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all(this.#running)
  }

  /** Tries until the message ends, or until `over` before another try at the same gateway: the outbox continues then. */
  async #tryUntil(over: AbortSignal, first: store.ClaimedSms, signal = this.#stopping.signal): Promise<Delivered> {
    const { db, clock } = this.#deps
    for (let sms = first; ; ) {
      const sent = await this.#attempt(sms, signal)
      const { outcome, retryAfterMs } = sent
      const waitMs = waitAfter(sms, retryAfterMs)
      const headStartMs = sms.tries > 1 || over.aborted ? 0 : HEAD_START_MS
      const settled = await this.#settle(sms, sent, later(clock(), waitMs + headStartMs))
      if (settled?.state === 'dead' && settled.doubts === 0 && outcome === 'account') return 'account'
      if (settled?.state !== 'waiting') return END[settled?.state ?? 'sending'] ?? 'unknown'
      if (settled.gateway === sms.gateway) await pause(waitMs, over)
      if (signal.aborted || (settled.gateway === sms.gateway && over.aborted)) return 'unknown'
      const again = await this.#claim(sms.id)
      if (again === undefined || again instanceof Date)
        return END[(await store.stateOf(db, sms.id, clock()))?.state ?? 'dead'] ?? 'unknown'
      sms = again
    }
  }

  async #attempt(sms: store.ClaimedSms, signal: AbortSignal): Promise<Sent> {
    const { clock, gateways, reports, compose, budget } = this.#deps
    const lifeSeconds = Math.max(LEAST_LIFE_SECONDS, secondsUntil(sms.goodUntil, clock()))
    const message = { ...compose(sms), idempotencyKey: sms.id, lifeSeconds, reportUrl: reports.urlOf(sms) }
    const sent = await gateways.send(sms.gateway, message, signal)
    const [{ outcome }, gateway] = [sent, GATEWAY_NAMES[sms.gateway]]
    this.#onTry({ outcome, region: budget.regionOf(budget.countryOf(sms)), gateway })
    if (sent.evidence === 'credentials') this.#onAccountError({ gateway })
    await this.#recordStreak(sent, gateway)
    if (outcome !== 'accepted') this.#countFailure(sms, sent.evidence, gateway)
    return sent
  }

  /** Records the gateway's successes and failures for the operator. A refused number is neither; credit, rights or rate leave them in doubt. */
  async #recordStreak(sent: Sent, gateway: string): Promise<void> {
    const { streaks } = this.#deps
    const { outcome, failure } = sent
    if (outcome === 'accepted') await streaks.good('sms', gateway)
    else if (failure !== undefined) await streaks.bad('sms', gateway, { why: whyOf(sent, failure), detail: failure })
    else if (outcome !== 'refused') await streaks.doubt('sms', gateway)
  }

  /** Alarms count numbers, not tries: one stranger may try as often as limits allow. */
  #countFailure({ phoneIdx }: store.Recipient, evidence: Sent['evidence'], gateway: string): void {
    const [name, now] = [`${gateway} ${phoneIdx.toString('hex')}`, this.#deps.clock()]
    if (evidence === 'question') {
      if (now < (this.#counted.get(name) ?? now)) return
      if (this.#counted.size >= MOST_NUMBERS) this.#counted.clear()
      this.#counted.set(name, later(now, ALARM_MS))
    }
    this.#onFailure({ gateway })
  }

  /** One transaction: the outcome, its count for the day, and what follows for the code and its limits. */
  async #settle(sms: store.ClaimedSms, { outcome, evidence, theirId }: Sent, nextAt: Date) {
    const { db, clock, gateways, reports, budget, onCodeGivenUp, warn } = this.#deps
    const now = clock()
    const country = budget.countryOf(sms)
    const settled = await db.transaction(async (tx) => {
      const failsOver =
        outcome !== 'accepted' && sms.notice !== 'trial' && gateways.failsOver(outcome, sms.code !== undefined)
      const theirRef = theirId === undefined ? null : reports.theirRef(sms.gateway, theirId)
      const rule = { ...this.#claimRule(), failsOver, nextAt, theirRef }
      const found = await store.settleMessage(tx, sms, outcome, rule)
      if (found === undefined || found.state === 'waiting') return found
      const given = found.doubts > 0 ? 'unknown' : 'not_taken'
      const ended = found.state === 'dead' ? given : found.state
      const isSent = ended === 'accepted' || ended === 'unknown'
      if (found.state === 'dead' && outcome === 'account' && (evidence === 'credentials' || sms.notice === 'trial'))
        await store.writeReport(tx, sms.id, { state: 'undelivered', why: 'account' })
      await addSpend(tx, { country, outcome: ended, cents: isSent ? budget.centsOf(country) : 0, now })
      if (found.state !== 'accepted' && sms.code) await onCodeGivenUp(tx, sms.id, sms.code.id, now, isSent)
      if (!isSent)
        await refundHits(
          tx,
          found.refunds.filter(({ rule }) => !OF_CALLER.has(rule)),
        )
      if (found.state === 'accepted' && reports.expects(sms.gateway))
        await addDelivery(tx, { at: now, country, gateway: sms.gateway }, { accepted: 1 })
      return found
    })
    if (settled?.state === 'refused' || settled?.state === 'dead') {
      // Never the country: the line has the request, which leads to an account.
      const region = budget.regionOf(country)
      this.#onGivenUp({ region })
      warn('sms given up', { reason: outcome, region, tries: sms.tries })
    }
    return settled
  }

  /** A notice passes the budget before its first try. @returns the time at which it may, where it is over the budget */
  #claim(id: string): Promise<store.ClaimedSms | Date | undefined> {
    const { db, clock, budget } = this.#deps
    return db.transaction(async (tx) => {
      const now = clock()
      const sms = await store.claimMessage(tx, id, this.#claimRule(), now)
      // Once allowed, it is sent, also by the next process.
      if (sms?.notice === undefined || sms.tries > 1) return sms
      const isBlocked = budget.isBlocked(sms)
      const paid = isBlocked
        ? undefined
        : await budget.payNotice(tx, { ...sms, isAlwaysSent: isAlwaysSent(sms.notice) })
      if (paid !== undefined && !isFull(paid)) return sms
      await store.unclaim(tx, id)
      return later(now, paid?.waitMs ?? NOTICE_LIFE_MS)
    })
  }

  #claimRule(): store.ClaimRule {
    const { gateways, clock } = this.#deps
    return {
      mostTries: gateways.mostTries,
      mostDoubts: gateways.mostDoubts,
      primaryIsDown: gateways.primaryIsDown(),
      abandonedBefore: later(clock(), -ABANDONED_MS),
      abandonedAt: later(clock(), ABANDONED_MS),
    }
  }

  async #deliver({ id }: Claimed, signal: AbortSignal): Promise<Date | undefined> {
    const sms = await this.#claim(id)
    // No row: its own process is sending it, or its tries are used up.
    if (sms === undefined || sms instanceof Date) return sms
    await this.#tryUntil(AbortSignal.abort(), sms, signal)
    return undefined
  }

  #track<T>(work: Promise<T>): Promise<T> {
    // stop() only waits for the work; its caller gets its error.
    const kept = work.catch(() => undefined).finally(() => this.#running.delete(kept))
    this.#running.add(kept)
    return work
  }
}
