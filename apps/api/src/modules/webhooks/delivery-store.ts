import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { int, nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { EventState } from './event-store.ts'

/** Takes an event by moving its next attempt on, so that no other process sees it as due. */
const CLAIM = `
  update webhook_event e set attempts = e.attempts + 1, next_attempt_at = $2
  from provider p
  where p.id = e.provider_id and e.id = (
    select d.id from webhook_event d join provider o on o.id = d.provider_id
    where d.state = 'pending' and d.next_attempt_at <= $1
      and o.webhook_url is not null and o.webhook_disabled_at is null and o.suspended_at is null
      and o.id <> all($3) and d.id <> all($4)
    order by d.next_attempt_at, d.sequence limit 1
    for update of d skip locked)
  returning e.id, e.provider_id, e.type, e.body, e.attempts, p.webhook_url, p.webhook_secret_enc,
    case when p.previous_secret_until is null or p.previous_secret_until > $1 then p.previous_secret_enc end
      as previous_secret_enc`
const CLAIMED = row({
  id: text,
  provider_id: text,
  type: text,
  body: text,
  attempts: int,
  webhook_url: text,
  webhook_secret_enc: text,
  previous_secret_enc: nullable(text),
})

/** The result of an attempt counts only while no later one was begun; a delivery always counts. */
const SETTLE = `
  update webhook_event set state = $3, next_attempt_at = coalesce($4, next_attempt_at), last_status = $5,
    last_error = $6, attempts = attempts - $8, delivered_at = case when $3 = 'delivered' then $7::timestamptz end
  where id = $1 and state <> 'delivered' and (attempts = $2 or $3 = 'delivered')`

const LOG = `
  insert into webhook_attempt (event_id, number, attempted_at, status, error, duration_ms)
  values ($1, $2, $3, $4, $5, $6) on conflict do nothing`

const DISABLE = `
  update provider set webhook_disabled_at = $2 where id = $1 and webhook_url = $3 and webhook_disabled_at is null`

export type Claim = {
  now: Date
  /** No other process takes the event before. */
  holdUntil: Date
  /** Providers that have as many deliveries under way as they may have. */
  exceptProviders: string[]
  /** Events under way in this process. */
  exceptEvents: string[]
}

/** One statement: the event that has been due the longest, for this process alone. */
export async function claimDelivery(db: Executor, { now, holdUntil, exceptProviders, exceptEvents }: Claim) {
  const [claimed] = await db.query(CLAIM, [now, holdUntil, exceptProviders, exceptEvents], CLAIMED)
  if (claimed === undefined) return undefined
  const previous = claimed.previous_secret_enc
  return {
    eventId: claimed.id,
    providerId: claimed.provider_id,
    type: claimed.type,
    url: claimed.webhook_url,
    /** The newest first. */
    secretsEnc: [claimed.webhook_secret_enc, ...(previous === null ? [] : [previous])],
    body: claimed.body,
    attempt: claimed.attempts,
  }
}

type Settled = {
  eventId: string
  attempt: number
  state: EventState
  /** null: no further attempt. */
  nextAttemptAt: Date | null
  /** The attempt does not count. */
  uncounted: boolean
  status: number | null
  error: string | null
  now: Date
}

export async function settleDelivery(tx: Executor, settled: Settled): Promise<void> {
  const { eventId, attempt, state, nextAttemptAt, status, error, now, uncounted } = settled
  await tx.query(SETTLE, [eventId, attempt, state, nextAttemptAt, status, error, now, uncounted ? 1 : 0])
}

type LoggedAttempt = {
  eventId: string
  attempt: number
  status: number | null
  error: string | null
  durationMs: number
  now: Date
}

export async function logAttempt(tx: Executor, logged: LoggedAttempt): Promise<void> {
  const { eventId, attempt, now, status, error, durationMs } = logged
  await tx.query(LOG, [eventId, attempt, now, status, error, durationMs])
}

/** Sends nothing more to this address of the provider. */
export async function disableWebhook(tx: Executor, providerId: string, url: string, now: Date): Promise<void> {
  await tx.query(DISABLE, [providerId, now, url])
}

/** The record of attempts; an event goes with its intent. */
export const sweepAttempts = sweepOf({
  keepMs: 30 * 24 * HOUR_MS,
  table: 'webhook_attempt',
  where: 't.attempted_at <= $1',
})
