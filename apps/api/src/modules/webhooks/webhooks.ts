import { SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Failure, Streaks } from '../../platform/database/streaks.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import type { Outbox, Claimed } from '../../platform/outbox.ts'
import {
  type Delivery,
  disableWebhook,
  logAttempt,
  WEBHOOK_OUTBOX,
  readDelivery,
  settleDelivery,
} from './delivery-store.ts'
import type { EventState } from './event-store.ts'
import { type DeliveryOutcome, outcomeOf } from './schedule.ts'
import { type Attempt, WebhookSender } from './webhook-sender.ts'

type Deps = {
  db: Database
  clock: Clock
  /** Open webhook secrets. */
  keys: Keys
  settings: { privateAddresses: boolean; limits: { inAll: number; inGroup: number } }
  streaks: Streaks
  warn: Warn
  meter: Meter
}

/** Sends events to providers until they are acknowledged, at least once, each under the same id. */
export class Webhooks {
  readonly #deps: Deps
  readonly #sender: WebhookSender
  readonly #attempted: ReturnType<Meter['histogram']>
  readonly outbox: Outbox

  constructor(deps: Deps) {
    const { clock, settings, meter } = deps
    this.#deps = deps
    this.#sender = new WebhookSender({ clock, privateAddresses: settings.privateAddresses })
    this.#attempted = meter.histogram({
      name: 'webhook_attempt_duration_seconds',
      help: 'Attempts to deliver an event: delivered, again, failed (the last one) or gone (410), and how long they took.',
      labels: ['outcome'],
    })
    this.outbox = {
      ...WEBHOOK_OUTBOX,
      limits: settings.limits,
      run: (claimed, signal) => this.#deliver(claimed, signal),
    }
  }

  async #deliver({ id, attempt }: Claimed, signal: AbortSignal): Promise<undefined> {
    const { db, clock, keys, warn, streaks } = this.#deps
    const begun = clock()
    const delivery = await readDelivery(db, id, begun)
    // Its receiver was switched off a moment ago.
    if (delivery === undefined) return
    const { providerId, url, secretsEnc, body } = delivery
    const secrets = secretsEnc.map((sealed) => keys.open(providerId, sealed))
    const result = await this.#sender.post({ id, url, secrets, body }, signal)
    const interrupted = signal.aborted && result.status === null
    const outcome: DeliveryOutcome = interrupted
      ? { kind: 'interrupted' }
      : outcomeOf(result.status, attempt, begun, result.retryAfterMs)
    if (!interrupted) {
      this.#attempted({ outcome: outcome.kind }, result.durationMs / SECOND_MS)
      if (outcome.kind !== 'delivered') warn(...failureLine(delivery, attempt, result, outcome))
    }
    await record(db, { ...delivery, eventId: id, attempt }, result, outcome, clock())
    if (outcome.kind === 'delivered') await streaks.good('webhook', providerId)
    else if (!interrupted) await streaks.bad('webhook', providerId, failureOf(result))
  }
}

const failureOf = ({ status, error }: Attempt): Failure =>
  status === null ? { why: 'no_answer', detail: error ?? undefined } : { why: 'error', detail: `status ${status}` }

type Tried = Delivery & { eventId: string; attempt: number }

/** One transaction: the state of the event, the log of the attempt, and the end of a webhook that is gone. */
const record = (db: Database, tried: Tried, result: Attempt, outcome: DeliveryOutcome, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const { eventId, providerId, url, attempt } = tried
    const { status, error, durationMs } = result
    await settleDelivery(tx, { eventId, attempt, ...nextOf(outcome, now), status, error, now })
    await logAttempt(tx, { eventId, attempt, status, error, durationMs, now })
    if (outcome.kind === 'gone') await disableWebhook(tx, providerId, url, now)
  })

const FAILURES: Partial<Record<DeliveryOutcome['kind'], string>> = {
  failed: 'webhook given up',
  gone: 'webhook switched off',
}

/** Names the receiver's provider, the kind of event and the answer: no id, no body, no address. */
const failureLine = (
  { providerId: provider, type }: Delivery,
  tries: number,
  { status, error }: Attempt,
  { kind }: DeliveryOutcome,
): Parameters<Warn> => [
  FAILURES[kind] ?? 'webhook not delivered',
  { provider, type, tries, ...(status === null ? { reason: error } : { status }) },
]

type Next = { state: EventState; nextAttemptAt: Date | null; uncounted: boolean }

/** The state of the event after an attempt, and when it is due again. */
function nextOf(outcome: DeliveryOutcome, now: Date): Next {
  const counted = { state: 'pending', uncounted: false } as const
  if (outcome.kind === 'again') return { ...counted, nextAttemptAt: outcome.at }
  // Due as soon as the webhook is enabled again.
  if (outcome.kind === 'gone') return { ...counted, nextAttemptAt: now }
  if (outcome.kind === 'interrupted') return { state: 'pending', nextAttemptAt: now, uncounted: true }
  return { state: outcome.kind, nextAttemptAt: null, uncounted: false }
}
