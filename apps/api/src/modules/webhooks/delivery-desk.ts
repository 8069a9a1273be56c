import type { DeliveryDesk } from './ports.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'

type EventRow = {
  id: string
  provider_id: string
  intent_id: string
  type: string
  sequence: number
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  last_status: number | null
  last_error: string | null
  next_attempt_at: Date
}
type AttemptRow = { attempted_at: Date; status: number | null; error: string | null; duration_ms: number }

const EVENTS = `
  select id, provider_id, intent_id, type, sequence, state, attempts, last_status, last_error, next_attempt_at
  from webhook_event
  where ($1::text is null or provider_id = $1) and ($2::text is null or state = $2)
  order by created_at desc, sequence desc limit $3`

/** With all its tries again. What is under way is left to whoever has it. */
const RESEND = `
  update webhook_event set state = 'pending', delivered_at = null, attempts = 0, next_attempt_at = $2
  where id = $1 and state <> 'pending' returning id`

const ATTEMPTS = `
  select attempted_at, status, error, duration_ms from webhook_attempt where event_id = $1 order by attempted_at, number`

export const createDeliveryDesk = (db: Database, append: AppendEvents): DeliveryDesk => ({
  async events({ providerId, state, limit }) {
    const rows = await db.query<EventRow>(EVENTS, [providerId ?? null, state ?? null, limit])
    return rows.map((row) => ({
      id: row.id,
      providerId: row.provider_id,
      intentId: row.intent_id,
      type: row.type,
      sequence: row.sequence,
      state: row.state,
      attempts: row.attempts,
      lastStatus: row.last_status,
      lastError: row.last_error,
      nextAttemptAt: row.next_attempt_at,
    }))
  },

  exists: async (eventId) => (await db.query('select 1 from webhook_event where id = $1', [eventId])).length > 0,

  resend: (eventId, now) =>
    db.transaction(async (tx) => {
      const sent = (await tx.query(RESEND, [eventId, now])).length > 0
      if (sent) await append(tx, { type: 'operator.event_resent', reason: eventId })
      return sent
    }),

  async attempts(eventId) {
    const rows = await db.query<AttemptRow>(ATTEMPTS, [eventId])
    return rows.map(({ attempted_at, status, error, duration_ms }) => ({
      at: attempted_at,
      status,
      error,
      durationMs: duration_ms,
    }))
  },
})
