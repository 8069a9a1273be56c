import type { Delivery, DeliveryStore, Outcome } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'

type DeliveryRow = {
  id: string
  provider_id: string
  body: string
  attempts: number
  webhook_url: string
  webhook_secret_enc: string
  previous_secret_enc: string | null
}

/** Whoever takes an event moves its next attempt on: nobody else sees it as due before. */
const CLAIM = `
  update webhook_event e set attempts = e.attempts + 1, next_attempt_at = $2
  from provider p
  where p.id = e.provider_id and e.id = (
    select d.id from webhook_event d join provider o on o.id = d.provider_id
    where d.state = 'pending' and d.next_attempt_at <= $1
      and o.webhook_url is not null and o.webhook_disabled_at is null
      and o.id <> all($3) and d.id <> all($4)
    order by d.next_attempt_at, d.sequence limit 1
    for update of d skip locked)
  returning e.id, e.provider_id, e.body, e.attempts, p.webhook_url, p.webhook_secret_enc,
    case when p.previous_secret_until is null or p.previous_secret_until > $1 then p.previous_secret_enc end
      as previous_secret_enc`

/** An attempt that somebody else has meanwhile begun anew counts no more; what was taken is taken. */
const SETTLE = `
  update webhook_event set state = $3, next_attempt_at = coalesce($4, next_attempt_at), last_status = $5,
    last_error = $6, attempts = attempts - $8, delivered_at = case when $3 = 'delivered' then $7::timestamptz end
  where id = $1 and state <> 'delivered' and (attempts = $2 or $3 = 'delivered')`

const LOG = `
  insert into webhook_attempt (event_id, number, attempted_at, status, error, duration_ms)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

const DISABLE = `
  update provider set webhook_disabled_at = $2 where id = $1 and webhook_url = $3 and webhook_disabled_at is null`

/** When it is due again, and what it is until then. */
function nextOf(outcome: Outcome, now: Date): { state: string; at: Date | null; uncounted: number } {
  if (outcome.kind === 'again') return { state: 'pending', at: outcome.at, uncounted: 0 }
  // Due again as soon as somebody listens; the attempts that were made are forgiven then.
  if (outcome.kind === 'interrupted') return { state: 'pending', at: now, uncounted: 1 }
  if (outcome.kind === 'gone') return { state: 'pending', at: now, uncounted: 0 }
  return { state: outcome.kind, at: null, uncounted: 0 }
}

type OpenSecret = (providerId: string, sealed: string) => string

export function createDeliveryStore(db: Database, openSecret: OpenSecret): DeliveryStore {
  const settle = async (
    tx: Executor,
    { eventId, attempt }: Delivery,
    outcome: Outcome,
    values: unknown[],
    now: Date,
  ) => {
    const { state, at, uncounted } = nextOf(outcome, now)
    await tx.query(SETTLE, [eventId, attempt, state, at, ...values, now, uncounted])
  }

  return {
    async claim({ now, holdUntil, exceptProviders, exceptEvents }) {
      const [row] = await db.query<DeliveryRow>(CLAIM, [now, holdUntil, exceptProviders, exceptEvents])
      if (row === undefined) return undefined
      const { id, provider_id, body, attempts, webhook_url, webhook_secret_enc, previous_secret_enc } = row
      const sealed = [webhook_secret_enc, ...(previous_secret_enc === null ? [] : [previous_secret_enc])]
      const secrets = sealed.map((secret) => openSecret(provider_id, secret))
      return { eventId: id, providerId: provider_id, url: webhook_url, secrets, body, attempt: attempts }
    },

    record: (delivery, { status, error, durationMs }, outcome, now) =>
      db.transaction(async (tx) => {
        await settle(tx, delivery, outcome, [status, error], now)
        await tx.query(LOG, [delivery.eventId, delivery.attempt, now, status, error, durationMs])
        if (outcome.kind === 'gone') await tx.query(DISABLE, [delivery.providerId, now, delivery.url])
      }),
  }
}
