import type { IntentEvent } from '@avouch/contract'
import { announce } from '../../platform/announcements.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import { WEBHOOK_OUTBOX } from './delivery-store.ts'
import { addEvent, eventExists, resendEvent, resendFailedEvents } from './event-store.ts'

/** An event before it has its number in the provider's sequence. */
export type NewEvent = Omit<IntentEvent, 'sequence'>

/**
 * The transactional outbox: an event exists exactly when the change that it reports does. It locks its provider's row until the end
 * of the transaction, so it comes last.
 */
export async function addEvents(
  tx: Executor,
  events: readonly { providerId: string; event: NewEvent }[],
  now: Date,
): Promise<void> {
  await announce(tx, WEBHOOK_OUTBOX.name)
  for (const { providerId, event } of events) {
    const { id, type, data } = event
    await addEvent(tx, { id, intentId: data.intent_id, providerId, type, body: bodyOf(event), now })
  }
}

/** Writes the text before the sequence number, which the database gives, and the text after it. */
function bodyOf({ id, type, timestamp, data }: NewEvent): [string, string] {
  const before = JSON.stringify({ id, type, timestamp }).slice(0, -1)
  return [`${before},"sequence":`, `,"data":${JSON.stringify(data)}}`]
}

type Deps = { db: Database; audit: Audit }

/** sending: nothing was changed. unknown: no such event exists. */
type Resent = 'resent' | 'sending' | 'unknown'

/** Makes an event due now, one that ended with all its attempts again. */
export const resend = ({ db, audit }: Deps, id: string, providerId: string | undefined, now: Date): Promise<Resent> =>
  db.transaction(async (tx) => {
    if (!(await resendEvent(tx, id, now))) return (await eventExists(tx, id)) ? 'sending' : 'unknown'
    await audit.append(tx, { type: 'operator.event_resent', reason: [id, providerId].filter(Boolean).join(' ') })
    await announce(tx, WEBHOOK_OUTBOX.name)
    return 'resent'
  })

/** Makes every event that failed due now, of one provider or of all. @returns how many */
export const resendFailed = (
  { db, audit }: Deps,
  failed: { providerId: string | undefined; since: Date; now: Date },
): Promise<number> =>
  db.transaction(
    async (tx) => {
      const count = await resendFailedEvents(tx, failed)
      if (count === 0) return 0
      const reason = [`${count} since ${failed.since.toISOString()}`, failed.providerId].filter(Boolean).join(' ')
      await audit.append(tx, { type: 'operator.event_resent', reason })
      await announce(tx, WEBHOOK_OUTBOX.name)
      return count
    },
    { hurry: false },
  )
