import { SECOND_MS } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Attempt, Delivery, DeliveryStore, Outcome, WebhookSender } from './ports.ts'
import { waitAfter } from './schedule.ts'

/** Longer than any attempt: when it is over, whoever held the event is gone. */
const HOLD_MS = 60 * SECOND_MS
/** At our end, for answers that are on their way. */
const PATIENCE_MS = 2 * SECOND_MS
const GONE = 410

type Deps = {
  store: DeliveryStore
  sender: WebhookSender
  clock: Clock
  /** At the same moment, of all providers and of one: a slow one holds nobody else up. */
  limits: { inAll: number; perProvider: number }
  pause: (milliseconds: number, signal: AbortSignal) => Promise<void>
  onError: (error: unknown) => void
}
export type Webhooks = ReturnType<typeof createWebhooks>

const isSuccess = (status: number | null) => status !== null && status >= 200 && status < 300

/** Waits are counted from the beginning of the attempt, so a receiver that is slow to refuse gains nothing. */
function outcomeOf({ status }: Attempt, { attempt }: Delivery, begun: Date): Outcome {
  if (isSuccess(status)) return { kind: 'delivered' }
  if (status === GONE) return { kind: 'gone' }
  const wait = waitAfter(attempt)
  return wait === undefined ? { kind: 'failed' } : { kind: 'again', at: later(begun, wait) }
}

/** Events for providers, at least once each under the same id. What is due, and when, is in the database only. */
export function createWebhooks({ store, sender, clock, limits, pause, onError }: Deps) {
  const underWay = new Map<string, { providerId: string; done: Promise<void> }>()
  const ending = new AbortController()
  const impatience = new AbortController()
  let looking: Promise<void> | undefined
  let lookAgain = false

  /** Providers whose receivers have as many events as they get at once. */
  function busyProviders(): string[] {
    const byProvider = Map.groupBy(underWay.values(), ({ providerId }) => providerId)
    return [...byProvider].filter(([, events]) => events.length >= limits.perProvider).map(([id]) => id)
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const { eventId: id, url, secrets, body } = delivery
    const begun = clock()
    const result = await sender.post({ id, url, secrets, body }, impatience.signal)
    const interrupted = impatience.signal.aborted && result.status === null
    const outcome: Outcome = interrupted ? { kind: 'interrupted' } : outcomeOf(result, delivery, begun)
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

  /** Starts what is due, and returns at once; asked during a look it looks once more. */
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

  /** What is under way may end by itself for a moment; the rest is sent again by the next process. */
  async function stop(): Promise<void> {
    ending.abort()
    await looking
    const done = Promise.all([...underWay.values()].map((event) => event.done))
    const answered = new AbortController()
    await Promise.race([done, pause(PATIENCE_MS, answered.signal)])
    answered.abort()
    impatience.abort()
    await done
  }

  return { look, stop }
}
