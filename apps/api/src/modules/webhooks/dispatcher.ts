import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Claim } from './delivery-store.ts'
import { waitAfter } from './schedule.ts'
import type { Attempt, WebhookSender } from './webhook-sender.ts'

/** Longer than any attempt: after this time the process that took the event has died. */
const HOLD_MS = 60 * SECOND_MS
/** How long a shutdown waits for answers that are on their way. */
const GRACE_MS = 2 * SECOND_MS
const GONE = 410

/** A due event, taken by this process until its hold ends. */
export type Delivery = {
  eventId: string
  providerId: string
  type: string
  url: string
  /** The newest first; during a change of the secret the one before too. */
  secrets: string[]
  body: string
  /** The number of this attempt. The result of an earlier one no longer counts. */
  attempt: number
}

export type Outcome =
  | { kind: 'delivered' }
  | { kind: 'again'; at: Date }
  | { kind: 'failed' }
  /** The receiver wants no events any more (410). */
  | { kind: 'gone' }
  /** Our shutdown came before the answer: the attempt does not count. */
  | { kind: 'interrupted' }

type Deps = {
  store: {
    claim: (claim: Claim) => Promise<Delivery | undefined>
    record: (delivery: Delivery, attempt: Attempt, outcome: Outcome, now: Date) => Promise<void>
  }
  sender: WebhookSender
  clock: Clock
  /** Deliveries at the same moment, in all and for one provider: a slow receiver delays no other. */
  limits: { inAll: number; perProvider: number }
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Each attempt that was not interrupted. */
  onAttempt: (delivery: Delivery, attempt: Attempt, outcome: Outcome) => void
  onError: (error: unknown) => void
}

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Waits count from the beginning of the attempt, so that a slow refusal delays nothing. */
function outcomeOf({ status }: Attempt, { attempt }: Delivery, begun: Date): Outcome {
  if (isSuccess(status)) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  const wait = waitAfter(attempt)
  return wait === undefined ? { kind: 'failed' } : { kind: 'again', at: later(begun, wait) }
}

/** Delivers events at least once, each under the same id. Which are due is known to the database alone. */
export function createDispatcher({ store, sender, clock, limits, pause, onAttempt, onError }: Deps) {
  const underWay = new Map<string, { providerId: string; done: Promise<void> }>()
  const ending = new AbortController()
  const interruption = new AbortController()
  let looking: Promise<void> | undefined
  let lookAgain = false

  function busyProviders(): string[] {
    const byProvider = Map.groupBy(underWay.values(), ({ providerId }) => providerId)
    return [...byProvider].filter(([, events]) => events.length >= limits.perProvider).map(([id]) => id)
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const { eventId: id, url, secrets, body } = delivery
    const begun = clock()
    const result = await sender.post({ id, url, secrets, body }, interruption.signal)
    const interrupted = interruption.signal.aborted && result.status === null
    const outcome: Outcome = interrupted ? { kind: 'interrupted' } : outcomeOf(result, delivery, begun)
    if (!interrupted) onAttempt(delivery, result, outcome)
    await store.record(delivery, result, outcome, clock())
  }

  function start(delivery: Delivery): void {
    const { eventId, providerId } = delivery
    const done = attempt(delivery)
      .catch(onError)
      .finally(() => {
        underWay.delete(eventId)
        look()
      })
    underWay.set(eventId, { providerId, done })
  }

  async function takeAll(): Promise<void> {
    while (underWay.size < limits.inAll && !ending.signal.aborted) {
      const now = clock()
      const delivery = await store.claim({
        now,
        holdUntil: later(now, HOLD_MS),
        exceptProviders: busyProviders(),
        exceptEvents: [...underWay.keys()],
      })
      if (delivery === undefined) return
      start(delivery)
    }
  }

  /** Starts what is due, and returns at once. A call during a look causes one more look. */
  function look(): void {
    if (ending.signal.aborted) return
    if (looking !== undefined) {
      lookAgain = true
      return
    }
    lookAgain = false
    looking = takeAll()
      .catch(onError)
      .finally(() => {
        looking = undefined
        if (lookAgain) look()
      })
  }

  /** Gives deliveries under way a short grace period; the next process repeats those that it interrupts. */
  async function stop(): Promise<void> {
    ending.abort()
    await looking
    const done = Promise.all([...underWay.values()].map((event) => event.done))
    const answered = new AbortController()
    await Promise.race([done, pause(GRACE_MS, answered.signal)])
    answered.abort()
    interruption.abort()
    await done
  }

  return { look, stop }
}
