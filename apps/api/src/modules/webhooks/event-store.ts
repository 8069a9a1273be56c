import type * as z from 'zod/mini'
import { SECOND_MS } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { type Backlog, BACKLOG, backlogOf, COUNTED, type Looking } from '../../platform/database/backlog.ts'
import { int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'
import { LEASE_MS } from '../../platform/outbox.ts'

const EVENT_STATES = ['pending', 'delivered', 'failed'] as const
export type EventState = (typeof EVENT_STATES)[number]

/**
 * One statement, which takes the provider's next sequence number. It locks that row until the end of the transaction, so that the
 * numbers have no gaps; sent with the commit, it does so for no longer than the server takes for both. An event of a provider without a webhook is kept, and not sent; one of a provider that is not there has no
 * number, and fails.
 */
const ADD = `
  with next as (
    update provider set last_sequence = last_sequence + 1 where id = $1
    returning last_sequence as sequence, webhook_url is not null as has_webhook)
  insert into webhook_event
    (id, intent_id, provider_id, type, sequence, body, created_at, next_attempt_at, state, last_error)
  select $2, $3, $1, $4, sequence, $5::text || sequence || $6::text, $7, $7,
    case when has_webhook then 'pending' else 'failed' end, case when has_webhook then null else 'no_webhook' end
  from (select 1) one left join next on true`

const LISTED = `id, provider_id, intent_id, type, sequence, state, attempts, last_status, last_error, next_attempt_at,
  created_at, delivered_at`
/** By each state apart, as the indexes are. The numbers of a provider grow with time. */
const newestOf = (condition: string, order: string) => `
  select e.* from unnest($1::text[]) s (state) cross join lateral (
    select ${LISTED} from webhook_event e where e.state = s.state and ${condition} order by ${order} limit $2) e
  order by created_at desc, sequence desc limit $2`
const LIST = newestOf('true', 'e.created_at desc, e.sequence desc')
const LIST_OF_PROVIDER = newestOf('e.provider_id = $3', 'e.sequence desc')
const FIND = `select ${LISTED} from webhook_event where id = $1`
const EVENT = row({
  id: text,
  provider_id: text,
  intent_id: text,
  type: text,
  sequence: int,
  state: oneOf(EVENT_STATES),
  attempts: int,
  last_status: nullable(int),
  last_error: nullable(text),
  next_attempt_at: timestamp,
  created_at: timestamp,
  delivered_at: nullable(timestamp),
})

/**
 * An event that ended begins its attempts again; one that waits continues with them. One that is being sent has a lease, which no result
 * of this attempt follows, and is left as it is; so is one that is due within the time of a lease anyway.
 */
const RESEND = `
  update webhook_event e set state = 'pending', delivered_at = null, next_attempt_at = $2,
    attempts = case when state = 'pending' then attempts else 0 end
  where id = $1 and (state <> 'pending' or next_attempt_at > $2::timestamptz + make_interval(secs => $3)
    or exists (select from webhook_attempt a
      where a.event_id = e.id and a.number = e.attempts and a.attempted_at > e.next_attempt_at - make_interval(secs => $3)))
  returning id`

/** Events of a provider without a webhook have no receiver. */
const RESEND_FAILED = `
  update webhook_event set state = 'pending', attempts = 0, next_attempt_at = $2
  where state = 'failed' and created_at >= $1
    and exists (select from provider p where p.id = provider_id and p.webhook_url is not null)`
const RESENT = 'returning 1 as resent'

const ATTEMPTS = `
  select attempted_at, status, error, duration_ms from webhook_attempt where event_id = $1 order by attempted_at, number`
const ATTEMPT = row({ attempted_at: timestamp, status: nullable(int), error: nullable(text), duration_ms: int })

/**
 * Goes from receiver to receiver, by the two ends of each in an index, however many events wait. The last one is ahead while one is
 * under way, or waits for its next attempt. The orders name the receiver too, and no condition sets it equal: otherwise the planner reads the events of all others.
 */
const COUNT = `
  with recursive receiver as (
    (select provider_id, next_attempt_at, created_at from webhook_event
      where state = 'pending' order by provider_id, next_attempt_at limit 1)
    union all
    select e.* from receiver r cross join lateral (
      select provider_id, next_attempt_at, created_at from webhook_event
      where state = 'pending' and provider_id > r.provider_id order by provider_id, next_attempt_at limit 1) e)
  select k.kind, coalesce(sum(total), 0)::int as waiting,
    extract(epoch from $1::timestamptz - min(case when k.kind = 'due' then r.next_attempt_at else oldest end))::float8 as oldest
  from (values ('due'), ('undelivered')) k (kind) left join (
      receiver r join provider p on p.id = r.provider_id
        and p.webhook_url is not null and p.webhook_disabled_at is null and p.suspended_at is null
      cross join lateral (
        select count(*) as total, max(next_attempt_at) as last_at, least(r.created_at, min(created_at)) as oldest
        from (select provider_id, next_attempt_at, created_at from webhook_event
          where state = 'pending' and provider_id between r.provider_id and r.provider_id
          order by provider_id desc, next_attempt_at desc limit ${COUNTED}) latest) e)
    on k.kind = 'undelivered' or last_at <= $1
  group by k.kind`
const BY_KIND = row({ kind: oneOf(['due', 'undelivered']), ...BACKLOG })

/** Counts events that wait for this program, and all undelivered ones, also those that wait behind a slow receiver. */
export const webhookBacklog = async (look: Looking, now: Date): Promise<Backlog[]> =>
  (await look.query(COUNT, [now], BY_KIND)).map(({ kind, ...found }) => ({
    ...backlogOf(`webhooks ${kind}`, found),
    mayWait: kind === 'undelivered',
  }))

const WAITING = `
  select p.id from provider p
  where p.id = any($1) and p.stage = 'live' and p.webhook_url is not null and p.webhook_disabled_at is null
    and p.suspended_at is null and exists (select from webhook_event e where e.provider_id = p.id and e.state = 'pending')`

/** Those of the live providers to whom events are to be sent. */
export const waitingReceivers = async (look: Looking, providerIds: readonly string[]): Promise<string[]> =>
  (await look.query(WAITING, [providerIds], row({ id: text }))).map(({ id }) => id)

type AddedEvent = {
  id: string
  intentId: string
  providerId: string
  type: string
  /** The text before its sequence number, and after it. */
  body: readonly [string, string]
  now: Date
}

export async function addEvent(tx: Executor, event: AddedEvent): Promise<void> {
  const { id, intentId, providerId, type, body, now } = event
  await tx.atCommit(ADD, [providerId, id, intentId, type, ...body, now])
}

export type EventQuery = { providerId: string | undefined; state: EventState | undefined; limit: number }

const toEvent = (event: z.output<typeof EVENT>) => ({
  id: event.id,
  providerId: event.provider_id,
  intentId: event.intent_id,
  type: event.type,
  sequence: event.sequence,
  state: event.state,
  attempts: event.attempts,
  lastStatus: event.last_status,
  lastError: event.last_error,
  nextAttemptAt: event.next_attempt_at,
  createdAt: event.created_at,
  deliveredAt: event.delivered_at,
})

/** Reads events, the newest first. */
export async function readEvents(db: Executor, { providerId, state, limit }: EventQuery) {
  const values = [state === undefined ? EVENT_STATES : [state], limit]
  const events = await (providerId === undefined
    ? db.query(LIST, values, EVENT)
    : db.query(LIST_OF_PROVIDER, [...values, providerId], EVENT))
  return events.map(toEvent)
}

export async function findEvent(db: Executor, id: string) {
  const [event] = await db.query(FIND, [id], EVENT)
  return event && toEvent(event)
}

export const eventExists = async (db: Executor, eventId: string): Promise<boolean> =>
  (await db.query('select 1 from webhook_event where id = $1', [eventId])).length > 0

/** Makes an event due now. @returns false when it is being sent, or does not exist */
export const resendEvent = async (tx: Executor, eventId: string, now: Date): Promise<boolean> =>
  (await tx.query(RESEND, [eventId, now, LEASE_MS / SECOND_MS])).length > 0

/** Makes every event that failed due now, of one provider or of all. @returns how many */
export const resendFailedEvents = async (
  tx: Executor,
  { providerId, since, now }: { providerId: string | undefined; since: Date; now: Date },
): Promise<number> => {
  const found = await (providerId === undefined
    ? tx.query(`${RESEND_FAILED} ${RESENT}`, [since, now])
    : tx.query(`${RESEND_FAILED} and provider_id = $3 ${RESENT}`, [since, now, providerId]))
  return found.length
}

/** Reads an event's attempts, the oldest first. */
export async function readAttempts(db: Executor, eventId: string) {
  const attempts = await db.query(ATTEMPTS, [eventId], ATTEMPT)
  return attempts.map(({ attempted_at, status, error, duration_ms }) => ({
    at: attempted_at,
    status,
    error,
    durationMs: duration_ms,
  }))
}
