import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import { createBreaker } from './breaker.ts'
import type { ClaimedSms, ClaimRule, SmsGateway, SmsOutcome, SmsState, SmsStore } from './ports.ts'

/** Waits before the second and the third try; there is no fourth. */
const NEXT_TRY_MS = [1 * SECOND_MS, 4 * SECOND_MS]
const MAX_TRIES = NEXT_TRY_MS.length + 1
/** Longer than any try takes: whoever began it is gone. */
const ABANDONED_MS = 10 * SECOND_MS
/** As long as a visitor waits for the gateway; the tries go on without. */
const PATIENCE_MS = 2.5 * SECOND_MS

type Deps = {
  store: SmsStore
  gateway: SmsGateway
  clock: Clock
  /** Number and text of a message, made when it is sent. */
  compose: (sms: ClaimedSms) => { to: string; text: string }
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  warn: (event: string, details?: object) => void
}
export type SmsDelivery = ReturnType<typeof createSmsDelivery>

/** What the visitor is told: whether it was taken, certainly not, or nobody knows yet. */
type Delivered = 'accepted' | 'refused' | 'unknown'

const END: Partial<Record<SmsState, Delivered>> = { accepted: 'accepted', refused: 'refused' }

/** Sends what was written down to be sent: once for each message, whoever does it, and whatever dies meanwhile. */
export function createSmsDelivery({ store, gateway, clock, compose, pause, warn }: Deps) {
  const breaker = createBreaker(clock)
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()

  const rule = (): ClaimRule => ({
    maxTries: MAX_TRIES,
    // A gateway that does not know a key again may deliver twice: one try more is worth that, two are not.
    maxDoubts: gateway.deliversKeyOnce ? MAX_TRIES : 1,
    abandonedBefore: later(clock(), -ABANDONED_MS),
  })

  async function attempt(sms: ClaimedSms): Promise<SmsOutcome> {
    const outcome = await gateway.send({ ...compose(sms), idempotencyKey: sms.id }, stopping.signal)
    if (outcome === 'accepted') breaker.succeeded()
    const failed = outcome === 'unknown' || outcome === 'not_taken'
    if (failed && !stopping.signal.aborted && breaker.failed()) warn('sms gateway down')
    return outcome
  }

  async function tryUntilEnd(id: string): Promise<Delivered | 'postponed'> {
    for (;;) {
      if (stopping.signal.aborted) return 'unknown'
      const sms = await store.claim(id, rule(), clock())
      if (sms === 'postponed') return sms
      if (sms === undefined) return END[(await store.stateOf(id, clock())) ?? 'dead'] ?? 'unknown'
      const state = await store.settle(sms, await attempt(sms), rule())
      if (state === 'dead') warn('sms given up')
      if (state !== 'waiting') return END[state] ?? 'unknown'
      await pause(NEXT_TRY_MS[sms.tries - 1] ?? 0, stopping.signal)
    }
  }

  function tracked<T>(work: Promise<T>): Promise<T> {
    const kept = work.catch(() => undefined).finally(() => running.delete(kept))
    running.add(kept)
    return work
  }

  /** Tries at once, for a visitor who waits. What is not decided in time goes on, here or in a job. */
  async function deliverSoon(id: string): Promise<Delivered> {
    const waited = new AbortController()
    const trying = tracked(tryUntilEnd(id)).catch((error: unknown) => {
      warn('sms not sent yet', { reason: (error as Error).name })
      return 'unknown' as const
    })
    const patience = pause(PATIENCE_MS, waited.signal).then(() => 'unknown' as const)
    const outcome = await Promise.race([trying, patience])
    waited.abort()
    return outcome === 'postponed' ? 'unknown' : outcome
  }

  /** @throws Error while another process is at it, so that the job looks again */
  async function deliver(id: string): Promise<void> {
    if ((await tracked(tryUntilEnd(id))) === 'postponed') return
    const state = await store.stateOf(id, clock())
    if (state === 'waiting' || state === 'sending') throw new Error('sms not sent yet')
  }

  return {
    deliverSoon,
    deliver,
    isDown: () => breaker.isDown(),
    unsent: () => store.unsent(clock()),

    /** Ends every try. What was not sent waits for the next process. */
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
