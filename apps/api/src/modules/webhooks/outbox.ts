import type { IntentEvent } from '@avouch/contract'
import type { Transaction } from '../../platform/database/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Write } from '../../platform/database/write-all.ts'
import { addEvent } from './event-store.ts'

/** An event before it has its number in the provider's sequence. */
export type NewEvent = Omit<IntentEvent, 'sequence'>

/**
 * The transactional outbox: an event exists exactly when the change that it reports does. Its transaction ends with the last event,
 * which takes along what else there is to write: an event keeps others of its provider waiting until then.
 */
export type AddEvents = (
  tx: Transaction,
  events: readonly { providerId: string; event: NewEvent }[],
  now: Date,
  writes: readonly Write[],
) => Promise<void>

/** Enqueues the job that sends the events, writes them, and commits. */
export const createOutbox =
  (jobs: Pick<Jobs, 'enqueue'>): AddEvents =>
  async (tx, events, now, writes) => {
    await jobs.enqueue(tx, 'webhook.deliver', {})
    for (const [n, { providerId, event }] of events.entries()) {
      const { id, type, data } = event
      const added = { id, intentId: data.intent_id, providerId, type, body: bodyOf(event), now }
      if (n < events.length - 1) await addEvent(tx, added, [])
      else await tx.lastly((last) => addEvent(last, added, writes))
    }
  }

/** As it is sent: what is before the sequence number, which the database gives, and after it. */
function bodyOf({ id, type, timestamp, data }: NewEvent): [string, string] {
  const before = JSON.stringify({ id, type, timestamp }).slice(0, -1)
  return [`${before},"sequence":`, `,"data":${JSON.stringify(data)}}`]
}
