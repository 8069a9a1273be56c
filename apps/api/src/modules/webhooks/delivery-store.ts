import { HOUR_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { nullable, row, text } from '../../platform/database/rows.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import type { EventState } from './event-store.ts'

/** Events that wait for their provider's receiver. One that is switched off keeps them waiting. */
export const WEBHOOK_OUTBOX = {
  name: 'webhook.deliver',
  table: 'webhook_event',
  key: 'id',
  attempts: 'attempts',
  dueAt: 'next_attempt_at',
  open: `t.state = 'pending' and exists (
    select from provider p where p.id = t.provider_id
      and p.webhook_url is not null and p.webhook_disabled_at is null and p.suspended_at is null)`,
  group: 't.provider_id',
} as const

const READ = `
  select e.provider_id, e.type, e.body, p.webhook_url, p.webhook_secret_enc,
    case when p.previous_secret_until is null or p.previous_secret_until > $2 then p.previous_secret_enc end
      as previous_secret_enc
  from webhook_event e join provider p on p.id = e.provider_id
  where e.id = $1 and e.state = 'pending' and p.webhook_url is not null and p.webhook_disabled_at is null`
const FOUND = row({
  provider_id: text,
  type: text,
  body: text,
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

/** Reads an event with its receiver's address and secrets. */
export async function readDelivery(db: Executor, eventId: string, now: Date) {
  const [found] = await db.query(READ, [eventId, now], FOUND)
  if (found === undefined) return undefined
  const previous = found.previous_secret_enc
  return {
    providerId: found.provider_id,
    type: found.type,
    url: found.webhook_url,
    /** The newest first; during a change of the secret the one before too. */
    secretsEnc: [found.webhook_secret_enc, ...(previous === null ? [] : [previous])],
    body: found.body,
  }
}
export type Delivery = NonNullable<Awaited<ReturnType<typeof readDelivery>>>

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
  by: 'attempted_at',
})
