import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { NotYet } from '../../platform/jobs.ts'
import type { Warn } from '../../platform/log.ts'
import { type Acceptances, createAcceptances } from './acceptances.ts'
import type { Gateways } from './gateways.ts'
import type { ClaimedSms, SmsNotice } from './message.ts'
import type { SmsOutcome } from './ports.ts'
import type { SmsVerdict } from './admission.ts'
import type { SmsMetrics } from './sms-metrics.ts'
import {
  claimCode,
  claimNotice,
  type ClaimRule,
  endRefusedChallenge,
  endWait,
  findAbandoned,
  findUnsent,
  moveToSecond,
  settle,
  type SmsState,
  stateOf,
  unclaim,
} from './sms-store.ts'

/** Waits before the second try and those after it, at the same gateway. */
const NEXT_TRY_MS = [1 * SECOND_MS, 4 * SECOND_MS]
const LAST_WAIT_MS = 4 * SECOND_MS
/** Longer than any try takes: its process has died. */
const ABANDONED_MS = 10 * SECOND_MS
/** So many that another process left are sent at once: one that is slow holds up no other. */
const ABANDONED_AT_ONCE = 20
/** As long as a visitor waits for the gateway; the tries go on without. */
const PATIENCE_MS = 2.5 * SECOND_MS

export type Notice = Pick<ClaimedSms, 'phoneIdx' | 'phoneEnc'> & { notice: SmsNotice }

type Settings = {
  db: Database
  gateways: Gateways
  clock: Clock
  /** Number and text of a message, made when it is sent. */
  compose: (sms: ClaimedSms) => { to: string; text: string }
  /** Where it goes, for the log, which must not have the number. */
  countryOf: (sms: ClaimedSms) => string
  /** What an SMS to that country costs. */
  centsOf: (country: string) => number
  /** Whether the budget allows a notice; part of the transaction. */
  admitNotice: (tx: Executor, notice: Notice) => Promise<SmsVerdict>
  enqueueLater: (tx: Executor, smsId: string, afterSeconds: number) => Promise<void>
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  metrics: Pick<SmsMetrics, 'tried' | 'givenUp'>
  warn: Warn
}
type Deps = Settings & {
  stopping: AbortController
  running: Set<Promise<unknown>>
  acceptances: Acceptances
  /** Those that another process left, by their ids. */
  takenOver: Set<string>
}

/** What the visitor's answer says: accepted by the gateway, certainly not, or undecided. */
type Delivered = 'accepted' | 'refused' | 'unknown'

const END: Partial<Record<SmsState, Delivered>> = { accepted: 'accepted', refused: 'refused' }

/** What an answer says later on. */
const LATER: Readonly<Record<SmsState, 'sent' | 'pending' | 'given_up'>> = {
  waiting: 'pending',
  sending: 'pending',
  accepted: 'sent',
  refused: 'given_up',
  dead: 'given_up',
}

/** Sends the stored messages: each once, from any process, whichever process dies. */
export function createSmsDelivery(settings: Settings) {
  const deps: Deps = {
    ...settings,
    stopping: new AbortController(),
    acceptances: createAcceptances(settings),
    running: new Set(),
    takenOver: new Set(),
  }
  return {
    deliverSoon: (sms: ClaimedSms) => deliverSoon(deps, sms),
    deliver: (id: string) => deliver(deps, id),
    deliverAbandoned: () => deliverAbandoned(deps),
    deliveryOf: (id: string) => deliveryOf(deps, id),
    isDown: () => deps.gateways.isDown(),
    unsent: () => findUnsent(deps.db, deps.clock()),
    stop: () => stop(deps),
  }
}

/** Tries at once, for a visitor who waits. What is not decided in time goes on, here or in another process. */
async function deliverSoon(deps: Deps, sms: ClaimedSms): Promise<Delivered> {
  const waited = new AbortController()
  const trying = tracked(deps, tryFirst(deps, sms)).catch((error: unknown) => {
    deps.warn('sms not sent yet', { reason: (error as Error).name })
    return 'unknown' as const
  })
  const patience = deps.pause(PATIENCE_MS, waited.signal).then(() => 'unknown' as const)
  const outcome = await Promise.race([trying, patience])
  waited.abort('sent')
  return outcome === 'postponed' ? 'unknown' : outcome
}

/** @throws NotYet while another process sends it, so that the job looks again */
async function deliver(deps: Deps, id: string): Promise<void> {
  if ((await tracked(deps, tryUntilEnd(deps, id))) === 'postponed') return
  const state = await stateOf(deps.db, id, deps.clock())
  if (state === 'waiting' || state === 'sending') throw new NotYet('sms not sent yet')
}

/** A message that expired before it was sent is given up too. */
const deliveryOf = async ({ db, clock }: Deps, id: string) => LATER[(await stateOf(db, id, clock())) ?? 'dead']

/** Nothing follows from an accepted message, so the visitor does not wait until that is stored. */
async function tryFirst(deps: Deps, claimed: ClaimedSms): Promise<Delivered | 'postponed'> {
  const { db, warn, gateways, acceptances, countryOf, centsOf } = deps
  const isMoved = gateways.beginsAtSecond() && (await moveToSecond(db, claimed))
  const sms: ClaimedSms = isMoved ? { ...claimed, gateway: 2 } : claimed
  const outcome = await attempt(deps, sms)
  if (outcome === 'accepted') {
    const country = countryOf(sms)
    void tracked(deps, acceptances.store({ id: sms.id, country, cents: centsOf(country) })).catch((error: unknown) =>
      warn('sms not settled', { reason: (error as Error).name }),
    )
    return outcome
  }
  return (await endOf(deps, sms, outcome)) ?? tryUntilEnd(deps, sms.id)
}

function settled(deps: Deps, sms: ClaimedSms, outcome: SmsOutcome) {
  const { db, clock, countryOf, centsOf, gateways } = deps
  const country = countryOf(sms)
  const result = { sms, outcome, hasSecond: gateways.hasSecond, country, cents: centsOf(country) }
  return settle(db, result, claimRule(deps), clock())
}

/** Stores the outcome of a try, and waits for the next one. @returns undefined when there is another one now */
async function endOf(deps: Deps, sms: ClaimedSms, outcome: SmsOutcome): Promise<Delivered | undefined> {
  const { db, clock, warn, countryOf, metrics, pause, stopping } = deps
  const { state, gateway } = await settled(deps, sms, outcome)
  if (state === 'refused') await endRefusedChallenge(db, sms.id)
  if (state === 'dead') await endWait(db, sms.id, clock())
  if (state === 'refused' || state === 'dead') {
    const country = countryOf(sms)
    metrics.givenUp(country)
    warn('sms given up', { reason: outcome, country, tries: sms.tries })
  }
  if (state !== 'waiting') return END[state] ?? 'unknown'
  if (gateway === sms.gateway) await pause(NEXT_TRY_MS[sms.tries - 1] ?? LAST_WAIT_MS, stopping.signal)
  return undefined
}

async function tryUntilEnd(deps: Deps, id: string): Promise<Delivered | 'postponed'> {
  const { db, clock, stopping } = deps
  for (;;) {
    if (stopping.signal.aborted) return 'unknown'
    const sms = await claim(deps, id, claimRule(deps), clock())
    if (sms === 'postponed') return sms
    if (sms === undefined) return END[(await stateOf(db, id, clock())) ?? 'dead'] ?? 'unknown'
    const ended = await endOf(deps, sms, await attempt(deps, sms))
    if (ended !== undefined) return ended
  }
}

/** Begins to send the codes whose process died, or has given up for now, the oldest first. It does not wait for the gateway. */
async function deliverAbandoned(deps: Deps): Promise<void> {
  const { db, clock, takenOver, acceptances, warn } = deps
  const now = clock()
  for (const id of await findAbandoned(db, now, later(now, -ABANDONED_MS))) {
    if (takenOver.size >= ABANDONED_AT_ONCE) return
    if (takenOver.has(id) || acceptances.has(id)) continue
    takenOver.add(id)
    void tracked(deps, tryUntilEnd(deps, id))
      .catch((error: unknown) => warn('sms not sent yet', { reason: (error as Error).name }))
      .finally(() => takenOver.delete(id))
  }
}

/**
 * A notice passes the budget before its first try; over the budget it is postponed, and a job comes back to it.
 * @returns undefined when another process sends it, or nothing is left to send
 */
export async function claim(
  { db, admitNotice, enqueueLater }: Pick<Settings, 'db' | 'admitNotice' | 'enqueueLater'>,
  id: string,
  rule: ClaimRule,
  now: Date,
): Promise<ClaimedSms | 'postponed' | undefined> {
  const code = await claimCode(db, id, rule, now)
  if (code !== undefined) return code
  return db.transaction(async (tx) => {
    const sms = await claimNotice(tx, id, rule, now)
    // What was allowed once is sent, also by the next process.
    if (sms === undefined || sms.tries > 1) return sms
    const verdict = await admitNotice(tx, { ...sms, ...sms.about })
    if ('places' in verdict) return sms
    await unclaim(tx, id)
    await enqueueLater(tx, id, verdict.retryAfterSeconds)
    return 'postponed'
  })
}

const claimRule = ({ gateways, clock }: Pick<Deps, 'gateways' | 'clock'>): ClaimRule => ({
  maxTries: gateways.maxTries,
  maxDoubts: gateways.maxDoubts,
  beginsAtSecond: gateways.beginsAtSecond(),
  abandonedBefore: later(clock(), -ABANDONED_MS),
})

async function attempt(deps: Deps, sms: ClaimedSms): Promise<SmsOutcome> {
  const { gateways, compose, stopping, metrics, countryOf } = deps
  const message = { ...compose(sms), idempotencyKey: sms.id }
  const outcome = await gateways.send(sms.gateway, message, stopping.signal)
  metrics.tried(outcome, countryOf(sms), sms.gateway)
  return outcome
}

function tracked<T>({ running }: Deps, work: Promise<T>): Promise<T> {
  const kept = work.catch(() => undefined).finally(() => running.delete(kept))
  running.add(kept)
  return work
}

/** Ends every try. What was not sent waits for the next process. */
async function stop({ stopping, running }: Deps): Promise<void> {
  stopping.abort()
  await Promise.all(running)
}
