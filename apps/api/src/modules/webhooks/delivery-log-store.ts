import { DELIVERY_STATES, type DeliveryState } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { int, nullable, oneOf, row, text, timestamp } from '../../platform/database/rows.ts'

const SELECT = `
  select id, type, sequence, intent_id, state, attempts, last_status, last_error, next_attempt_at, created_at, delivered_at
  from webhook_event where provider_id = $1`
const DELIVERY = row({
  id: text,
  type: text,
  sequence: int,
  intent_id: text,
  state: oneOf(DELIVERY_STATES),
  attempts: int,
  last_status: nullable(int),
  last_error: nullable(text),
  next_attempt_at: timestamp,
  created_at: timestamp,
  delivered_at: nullable(timestamp),
})

/** The sequence has no gaps and only grows: a page stays as it is while new events arrive. */
const PAGE = 'and sequence < coalesce($2::bigint, 2147483648) order by sequence desc limit $3'
const OF_STATE = `and state = $4 ${PAGE}`

const toDelivery = (found: ReturnType<typeof DELIVERY.parse>) => ({
  id: found.id,
  type: found.type,
  sequence: found.sequence,
  intentId: found.intent_id,
  state: found.state,
  attempts: found.attempts,
  lastStatus: found.last_status,
  lastError: found.last_error,
  nextAttemptAt: found.next_attempt_at,
  createdAt: found.created_at,
  deliveredAt: found.delivered_at,
})
export type DeliveryEntry = ReturnType<typeof toDelivery>

type Query = { providerId: string; state: DeliveryState | undefined; before: number | undefined; limit: number }

/** Reads deliveries, the newest first. */
export async function readDeliveries(db: Executor, { providerId, state, before, limit }: Query) {
  const values = [providerId, before ?? null, limit]
  const found = await (state === undefined
    ? db.query(`${SELECT} ${PAGE}`, values, DELIVERY)
    : db.query(`${SELECT} ${OF_STATE}`, [...values, state], DELIVERY))
  return found.map(toDelivery)
}

/** Finds an event of this provider. */
export async function findDelivery(db: Executor, providerId: string, id: string): Promise<DeliveryEntry | undefined> {
  const [found] = await db.query(`${SELECT} and id = $2`, [providerId, id], DELIVERY)
  return found && toDelivery(found)
}

/** Reads the deliveries of an intent of this provider, the oldest first. */
export const deliveriesOf = async (db: Executor, providerId: string, intentId: string): Promise<DeliveryEntry[]> =>
  (await db.query(`${SELECT} and intent_id = $2 order by sequence`, [providerId, intentId], DELIVERY)).map(toDelivery)

export async function readBody(db: Executor, id: string): Promise<string> {
  const [found] = await db.query('select body from webhook_event where id = $1', [id], row({ body: text }))
  return found?.body ?? ''
}
