import type { IntentEvent } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { WEBHOOK_OUTBOX } from './delivery-store.ts'
import { addEvent } from './event-store.ts'

/** An event before it has its number in the provider's sequence. */
export type NewEvent = Omit<IntentEvent, 'sequence'>

/**
 * The transactional outbox: an event exists exactly when the change that it reports does. It locks its provider's row until the end
 * of the transaction, so it comes last.
 */
export async function addEvents(
  tx: Transaction,
  events: readonly { providerId: string; event: NewEvent }[],
  now: Date,
): Promise<void> {
  await announce(tx, WEBHOOK_OUTBOX.name)
  for (const { providerId, event } of events) {
    const { id, type, data } = event
    await addEvent(tx, { id, intentId: data.intent_id, providerId, type, body: bodyOf(event), now })
  }
}

/** As it is sent: what is before the sequence number, which the database gives, and after it. */
function bodyOf({ id, type, timestamp, data }: NewEvent): [string, string] {
  const before = JSON.stringify({ id, type, timestamp }).slice(0, -1)
  return [`${before},"sequence":`, `,"data":${JSON.stringify(data)}}`]
}
