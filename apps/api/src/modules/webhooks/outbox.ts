import type { IntentEvent } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { addEvent, takeSequence } from './event-store.ts'

/** An event before it has its number in the provider's sequence. */
export type NewEvent = Omit<IntentEvent, 'sequence'>

/** The transactional outbox: an event exists exactly when the change that it reports does. */
export type AddEvents = (
  tx: Executor,
  events: readonly { providerId: string; event: NewEvent }[],
  now: Date,
) => Promise<void>

/** Writes events as part of the caller's transaction, and enqueues the job that sends them. */
export const createOutbox =
  (jobs: Pick<Jobs, 'enqueue'>): AddEvents =>
  async (tx, events, now) => {
    for (const { providerId, event } of events) await add(tx, providerId, event, now)
    await jobs.enqueue(tx, 'webhook.deliver', {})
  }

/** An event of a provider without a webhook is kept, and not sent. */
async function add(tx: Executor, providerId: string, event: NewEvent, now: Date): Promise<void> {
  const { id, type, timestamp, data } = event
  const { sequence, hasWebhook } = await takeSequence(tx, providerId)
  const body = JSON.stringify({ id, type, timestamp, sequence, data })
  const delivery = hasWebhook
    ? ({ state: 'pending', lastError: null } as const)
    : ({ state: 'failed', lastError: 'no_webhook' } as const)
  await addEvent(tx, { id, intentId: data.intent_id, providerId, type, sequence, body, ...delivery, now })
}
