import { SECOND_MS } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Warn } from '../../platform/log.ts'
import type { Meter } from '../../platform/meter.ts'
import { pause } from '../../platform/pause.ts'
import type { Repeat } from '../../platform/repeat.ts'
import { type Claim, claimDelivery, disableWebhook, logAttempt, settleDelivery } from './delivery-store.ts'
import { createDispatcher, type Delivery, type Outcome } from './dispatcher.ts'
import type { EventState } from './event-store.ts'
import { createOutbox } from './outbox.ts'
import { type Attempt, createWebhookSender } from './webhook-sender.ts'

const LOOK_EVERY_MS = 2 * SECOND_MS

type Deps = {
  db: Database
  clock: Clock
  /** Open webhook secrets. */
  keys: Pick<Keys, 'open'>
  jobs: Pick<Jobs, 'enqueue'>
  repeat: Repeat
  settings: { privateAddresses: boolean; limits: { inAll: number; perProvider: number } }
  warn: Warn
  meter: Meter
}
export type Webhooks = ReturnType<typeof createWebhooks>

/** Events for providers: written with what they report, and sent until they are acknowledged. */
export function createWebhooks(deps: Deps) {
  const { db, clock, jobs, repeat, settings, warn, meter } = deps
  const { privateAddresses, limits } = settings
  const onError = (error: unknown) => warn('webhooks not looked for', { reason: (error as Error).message })
  const attempted = meter.histogram({
    name: 'webhook_attempt_duration_seconds',
    help: 'Attempts to deliver an event: delivered, again, failed (the last one) or gone (410), and how long they took.',
    labels: ['outcome'],
  })
  const dispatcher = createDispatcher({
    store: {
      claim: (wanted) => claim(deps, wanted),
      record: (delivery, attempt, outcome, now) => record(db, delivery, attempt, outcome, now),
    },
    sender: createWebhookSender({ clock, privateAddresses }),
    clock,
    limits,
    pause,
    onAttempt: (delivery, attempt, outcome) => {
      attempted({ outcome: outcome.kind }, attempt.durationMs / SECOND_MS)
      if (outcome.kind !== 'delivered') warn(...failureLine(delivery, attempt, outcome))
    },
    onError,
  })
  return {
    addEvents: createOutbox(jobs),
    /** Sends what is due now, and returns at once. */
    jobs: { 'webhook.deliver': async () => dispatcher.look() },
    /** Looks for due events from now on. */
    start: () => {
      const looking = repeat(async () => dispatcher.look(), { everyMs: LOOK_EVERY_MS, onError })
      return { stop: () => looking.stop().then(() => dispatcher.stop()) }
    },
  }
}

async function claim({ db, keys }: Deps, wanted: Claim): Promise<Delivery | undefined> {
  const claimed = await claimDelivery(db, wanted)
  if (claimed === undefined) return undefined
  const { secretsEnc, ...delivery } = claimed
  return { ...delivery, secrets: secretsEnc.map((sealed) => keys.open(delivery.providerId, sealed)) }
}

/** One transaction: the state of the event, the log of the attempt, and the end of a webhook that is gone. */
const record = (db: Database, delivery: Delivery, attempt: Attempt, outcome: Outcome, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const { eventId, providerId, url, attempt: number } = delivery
    const { status, error, durationMs } = attempt
    await settleDelivery(tx, { eventId, attempt: number, ...nextOf(outcome, now), status, error, now })
    await logAttempt(tx, { eventId, attempt: number, status, error, durationMs, now })
    if (outcome.kind === 'gone') await disableWebhook(tx, providerId, url, now)
  })

const FAILURES: Partial<Record<Outcome['kind'], string>> = { failed: 'webhook given up', gone: 'webhook switched off' }

/** Whose receiver, which kind of event, and its answer: no id, no body, no address. */
const failureLine = (
  { providerId: provider, type, attempt: tries }: Delivery,
  { status, error }: Attempt,
  { kind }: Outcome,
): Parameters<Warn> => [
  FAILURES[kind] ?? 'webhook not delivered',
  { provider, type, tries, ...(status === null ? { reason: error } : { status }) },
]

type Next = { state: EventState; nextAttemptAt: Date | null; uncounted: boolean }

/** The state of the event after an attempt, and when it is due again. */
function nextOf(outcome: Outcome, now: Date): Next {
  const counted = { state: 'pending', uncounted: false } as const
  if (outcome.kind === 'again') return { ...counted, nextAttemptAt: outcome.at }
  // Due as soon as the webhook is enabled again.
  if (outcome.kind === 'gone') return { ...counted, nextAttemptAt: now }
  if (outcome.kind === 'interrupted') return { state: 'pending', nextAttemptAt: now, uncounted: true }
  return { state: outcome.kind, nextAttemptAt: null, uncounted: false }
}
