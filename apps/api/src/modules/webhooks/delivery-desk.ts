import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { eventExists, readAttempts, readEvents } from './event-store.ts'
import { resend, resendFailed } from './resend.ts'

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
    resend: (eventId: string, now: Date) => resend(deps, eventId, undefined, now),
    resendFailed: (failed: Parameters<typeof resendFailed>[1]) => resendFailed(deps, failed),
    attempts: (eventId: string) => readAttempts(db, eventId),
  }
}
