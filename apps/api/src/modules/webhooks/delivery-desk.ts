import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { eventExists, readAttempts, readEvents, resendEvent } from './event-store.ts'

type Deps = { db: Database; append: AppendEvents }
export type DeliveryDesk = ReturnType<typeof createDeliveryDesk>

/** What the operator sees of deliveries, and may repeat. */
export function createDeliveryDesk(deps: Deps) {
  const { db } = deps
  return {
    events: (query: Parameters<typeof readEvents>[1]) => readEvents(db, query),
    /** One event, without what it says. */
    event: async (id: string) => (await readEvents(db, { providerId: undefined, state: undefined, limit: 1, id }))[0],
    exists: (eventId: string) => eventExists(db, eventId),
    resend: (eventId: string, now: Date) => resend(deps, eventId, now),
    attempts: (eventId: string) => readAttempts(db, eventId),
  }
}

/** Due now, with all its attempts again. @returns false when it waits for its next attempt anyway */
const resend = ({ db, append }: Deps, eventId: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const resent = await resendEvent(tx, eventId, now)
    if (resent) await append(tx, { type: 'operator.event_resent', reason: eventId })
    return resent
  })
