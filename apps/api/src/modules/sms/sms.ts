import { SECOND_MS } from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { type Jobs, NotYet } from '../../platform/jobs.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import { pause } from '../../platform/pause.ts'
import type { Repeat } from '../../platform/repeat.ts'
import { type Hits, isFull, type RateLimiter } from '../rate-limits/index.ts'
import { addSpend, type SmsBudget } from './budget.ts'
import { GATEWAY_NAMES, type Gateways } from './gateways.ts'
import { isAboutPin, NOTICE_LIFE_MS, type SmsNotice } from './notices.ts'
import * as outbox from './outbox-store.ts'
import type { SmsOutcome } from './presets.ts'

/** Waits before the second try and those after it, at the same gateway. */
const NEXT_TRY_MS = [1 * SECOND_MS, 4 * SECOND_MS]
const LAST_WAIT_MS = 4 * SECOND_MS
/** Longer than any try takes: its process has died. */
const ABANDONED_MS = 10 * SECOND_MS
/** How often a process looks for codes whose process has died. */
const LOOK_EVERY_MS = 5 * SECOND_MS
/** As long as a visitor waits for the gateway; the tries go on without. */
const PATIENCE_MS = 2.5 * SECOND_MS

/** The network tries to deliver it as long as it is good, and never shorter. */
const LEAST_LIFE_SECONDS = 60

/** How a visitor's answer describes an SMS: accepted by the gateway, certainly not, or undecided. */
type Delivered = 'accepted' | 'refused' | 'unknown'
const END: Partial<Record<outbox.SmsState, Delivered>> = { accepted: 'accepted', refused: 'refused' }
/** How a later answer describes it. */
const LATER = {
  waiting: 'pending',
  sending: 'pending',
  accepted: 'sent',
  refused: 'given_up',
  dead: 'given_up',
} as const

type Deps = {
  db: Database
  clock: Clock
  gateways: Gateways
  budget: SmsBudget
  limiter: Pick<RateLimiter, 'refund'>
  jobs: Pick<Jobs, 'enqueue'>
  /** Follows an SMS of a code that is given up, in the transaction that stores it. `isSent`: a gateway may have it. */
  onCodeGivenUp: (tx: Executor, smsId: string, codeId: string, now: Date, isSent: boolean) => Promise<void>
  /** Number and text of a message, made when it is sent. */
  compose: (sms: outbox.ClaimedSms) => { to: string; text: string }
  meter: Meter
  warn: Warn
}

/** Sends the messages of the outbox: each once, from any process, whichever process dies. */
export class Sms {
  readonly #deps: Deps
  readonly #onTry: (labels: { outcome: string; region: string; gateway: string }) => void
  readonly #onGivenUp: (labels: { region: string }) => void
  readonly #stopping = new AbortController()
  readonly #running = new Set<Promise<unknown>>()
  readonly jobs = { 'sms.deliver': ({ smsId }: { smsId: string }) => this.#deliverFromJob(smsId) }

  constructor(deps: Deps) {
    this.#deps = deps
    this.#onTry = deps.meter.counter({
      name: 'sms_tries_total',
      help: 'What a gateway, first or second, said to a message: accepted, refused, not_taken or unknown.',
      labels: ['outcome', 'region', 'gateway'],
    })
    this.#onGivenUp = deps.meter.counter({
      name: 'sms_given_up_total',
      help: 'Messages never sent.',
      labels: ['region'],
    })
  }

  /** No SMS can be sent now. */
  isDown(): boolean {
    return this.#deps.gateways.isDown()
  }

  /** Stores a notice, once by its id, in the transaction of what happened; a job sends it. */
  async notify(tx: Executor, id: string, notice: SmsNotice, to: outbox.Recipient): Promise<void> {
    const now = this.#deps.clock()
    const goodUntil = later(now, NOTICE_LIFE_MS)
    const isNew = await outbox.insertMessage(tx, to, { id, codeId: null, notice, goodUntil, now, refunds: [] })
    if (isNew) await this.#deps.jobs.enqueue(tx, 'sms.deliver', { smsId: id })
  }

  /** Stores an SMS with a code, in the transaction that allows it. @returns what deliverSoon sends */
  async store(
    tx: Executor,
    { phoneIdx, phoneEnc, language }: outbox.Recipient,
    { code, sends, goodUntil, refunds }: { code: outbox.CodeSeed; sends: number; goodUntil: Date; refunds: Hits },
  ): Promise<outbox.ClaimedSms> {
    const to = { phoneIdx, phoneEnc, language }
    const [id, gateway] = [`${code.id}:${sends}`, this.#deps.gateways.beginsAtSecond() ? 2 : 1] as const
    const message = { id, codeId: code.id, notice: null, goodUntil, now: this.#deps.clock(), refunds, gateway }
    await outbox.insertMessage(tx, to, message)
    return { ...to, id, tries: 1, gateway, goodUntil, code }
  }

  /** Tries a code's SMS that was stored a moment ago, for a visitor who waits. What is not decided in time goes on, here or in another process. */
  async deliverSoon(claimed: outbox.ClaimedSms): Promise<Delivered> {
    const waited = new AbortController()
    const trying = this.#track(this.#tryFirst(claimed)).catch((error: unknown) => {
      this.#deps.warn('sms not sent yet', { reason: (error as Error).name })
      return 'unknown' as const
    })
    const patience = pause(PATIENCE_MS, waited.signal).then(() => 'unknown' as const)
    const outcome = await Promise.race([trying, patience])
    waited.abort('sent')
    return outcome === 'postponed' ? 'unknown' : outcome
  }

  /** How a code's newest SMS ended; one that expired before it was sent is given up. */
  async deliveryOf(codeId: string): Promise<(typeof LATER)[outbox.SmsState]> {
    const { db, clock } = this.#deps
    const id = await outbox.newestOf(db, codeId)
    const state = id && (await outbox.stateOf(db, id, clock()))
    return LATER[state || 'dead']
  }

  /** Looks for codes that an earlier process left unsent; notices have a job that outlives it. */
  start(repeat: Repeat) {
    const { warn } = this.#deps
    const looking = repeat(() => this.#deliverAbandoned(), {
      everyMs: LOOK_EVERY_MS,
      onError: (error) => warn('sms not looked for', { reason: (error as Error).name }),
    })
    return {
      /** Ends every try. What was not sent waits for the next process. */
      stop: async () => {
        const ended = looking.stop()
        this.#stopping.abort()
        await Promise.all(this.#running)
        await ended
      },
    }
  }

  async #tryFirst(sms: outbox.ClaimedSms): Promise<Delivered | 'postponed'> {
    return (await this.#endOf(sms, await this.#attempt(sms))) ?? this.#tryUntilEnd(sms.id)
  }

  async #tryUntilEnd(id: string): Promise<Delivered | 'postponed'> {
    const { db, clock } = this.#deps
    for (;;) {
      if (this.#stopping.signal.aborted) return 'unknown'
      const sms = await this.#claim(id)
      if (sms === 'postponed') return sms
      if (sms === undefined) return END[(await outbox.stateOf(db, id, clock())) ?? 'dead'] ?? 'unknown'
      const ended = await this.#endOf(sms, await this.#attempt(sms))
      if (ended !== undefined) return ended
    }
  }

  async #attempt(sms: outbox.ClaimedSms): Promise<SmsOutcome> {
    const { clock, gateways, compose, budget } = this.#deps
    const lifeSeconds = Math.max(LEAST_LIFE_SECONDS, secondsUntil(sms.goodUntil, clock()))
    const message = { ...compose(sms), idempotencyKey: sms.id, lifeSeconds }
    const outcome = await gateways.send(sms.gateway, message, this.#stopping.signal)
    this.#onTry({ outcome, region: budget.regionOf(budget.countryOf(sms)), gateway: GATEWAY_NAMES[sms.gateway] })
    return outcome
  }

  /** Stores the outcome of a try, and waits for the next one. @returns undefined when there is another one now */
  async #endOf(sms: outbox.ClaimedSms, outcome: SmsOutcome): Promise<Delivered | undefined> {
    const { state, gateway } = (await this.#settle(sms, outcome)) ?? { state: 'sending', gateway: 1 }
    if (state !== 'waiting') return END[state] ?? 'unknown'
    if (gateway === sms.gateway) await pause(NEXT_TRY_MS[sms.tries - 1] ?? LAST_WAIT_MS, this.#stopping.signal)
    return undefined
  }

  /** One transaction: the outcome, its count for the day, and what follows for the code and its limits. */
  async #settle(sms: outbox.ClaimedSms, outcome: SmsOutcome) {
    const { db, clock, gateways, budget, limiter, onCodeGivenUp, warn } = this.#deps
    const now = clock()
    const country = budget.countryOf(sms)
    const settled = await db.transaction(async (tx) => {
      const rule = { ...this.#claimRule(), hasSecond: gateways.hasSecond }
      const found = await outbox.settleMessage(tx, sms, outcome, rule)
      if (found === undefined || found.state === 'waiting') return found
      const doubtful = found.doubts > 0 ? 'unknown' : 'not_taken'
      const ended = found.state === 'dead' ? doubtful : found.state
      const isSent = ended === 'accepted' || ended === 'unknown'
      await addSpend(tx, { country, outcome: ended, cents: isSent ? budget.centsOf(country) : 0, now })
      if (found.state !== 'accepted' && sms.code) await onCodeGivenUp(tx, sms.id, sms.code.id, now, isSent)
      if (!isSent) await limiter.refund(tx, found.refunds)
      return found
    })
    if (settled?.state === 'refused' || settled?.state === 'dead') {
      this.#onGivenUp({ region: budget.regionOf(country) })
      warn('sms given up', { reason: outcome, country, tries: sms.tries })
    }
    return settled
  }

  /** A notice passes the budget before its first try; over the budget it is postponed, and a job comes back to it. */
  #claim(id: string): Promise<outbox.ClaimedSms | 'postponed' | undefined> {
    const { db, clock, budget, jobs } = this.#deps
    return db.transaction(async (tx) => {
      const sms = await outbox.claimMessage(tx, id, this.#claimRule(), clock())
      // Once allowed, it is sent, also by the next process.
      if (sms?.notice === undefined || sms.tries > 1) return sms
      const isBlocked = budget.isBlocked(sms)
      const paid = isBlocked ? undefined : await budget.payNotice(tx, { ...sms, isAboutPin: isAboutPin(sms.notice) })
      if (paid !== undefined && !isFull(paid)) return sms
      await outbox.unclaim(tx, id)
      const afterSeconds = paid === undefined ? 24 * 3_600 : Math.ceil(paid.waitMs / SECOND_MS)
      await jobs.enqueue(tx, 'sms.deliver', { smsId: id }, { afterSeconds })
      return 'postponed'
    })
  }

  #claimRule(): outbox.ClaimRule {
    const { gateways, clock } = this.#deps
    return {
      mostTries: gateways.mostTries,
      mostDoubts: gateways.mostDoubts,
      beginsAtSecond: gateways.beginsAtSecond(),
      abandonedBefore: later(clock(), -ABANDONED_MS),
    }
  }

  /** @throws NotYet while another process sends it, so that the job looks again */
  async #deliverFromJob(id: string): Promise<void> {
    if ((await this.#track(this.#tryUntilEnd(id))) === 'postponed') return
    const state = await outbox.stateOf(this.#deps.db, id, this.#deps.clock())
    if (state === 'waiting' || state === 'sending') throw new NotYet('sms not sent yet')
  }

  /** Begins to send the codes whose process died, or has given up for now, twenty at most. It does not wait for the gateway. */
  async #deliverAbandoned(): Promise<void> {
    const { db, clock, warn } = this.#deps
    const now = clock()
    for (const id of await outbox.findAbandoned(db, now, later(now, -ABANDONED_MS)))
      this.#track(this.#tryUntilEnd(id)).catch((error: unknown) =>
        warn('sms not sent yet', { reason: (error as Error).name }),
      )
  }

  #track<T>(work: Promise<T>): Promise<T> {
    // Only waited for here: who began the work hears of its failure.
    const kept = work.catch(() => undefined).finally(() => this.#running.delete(kept))
    this.#running.add(kept)
    return work
  }
}
