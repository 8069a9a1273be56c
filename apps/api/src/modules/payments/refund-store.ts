import type { Executor } from '../../platform/database/database.ts'
import { bigint, bytes, nullable, row, text, timestamp } from '../../platform/database/rows.ts'

/** Locks the payment, so that refunds can't exceed it together. */
const LOCK_PAYMENT = `
  select y.available_id from intent i join payment y on y.intent_id = i.id
  where i.id = $1 and i.provider_id = $2 and i.live = $3 for update of y`
const HELD = row({ available_id: nullable(text) })

const SELECT = `
  select r.id, r.intent_id, r.amount, y.currency, r.created_at, r.request_hash
  from payment_refund r join payment y on y.intent_id = r.intent_id`
const REFUND = row({
  id: text,
  intent_id: text,
  amount: bigint,
  currency: text,
  created_at: timestamp,
  request_hash: bytes,
})

const ADD = `
  insert into payment_refund (id, intent_id, amount, idempotency_key, request_hash, created_at)
  values ($1, $2, $3, $4, $5, $6)`
const ADD_REFUNDED = 'update payment set refunded = refunded + $2 where intent_id = $1'
const FIND_PAYMENT = `select 1 from intent where id = $1 and provider_id = $2 and live = $3 and kind = 'payment'`

type Owner = { providerId: string; live: boolean }

/** `amount`: minor units. */
export type RefundEntry = { id: string; intentId: string; amount: number; currency: string; createdAt: Date }
type NewRefund = Omit<RefundEntry, 'currency'> & { idempotencyKey: string; requestHash: Buffer }

const read = async (db: Executor, rest: string, values: unknown[]) =>
  (await db.query(`${SELECT} ${rest}`, values, REFUND)).map((found) => ({
    refund: {
      id: found.id,
      intentId: found.intent_id,
      amount: found.amount,
      currency: found.currency,
      createdAt: found.created_at,
    },
    requestHash: found.request_hash,
  }))

/**
 * `availableId`: the payer's account in the ledger; null when no money was moved.
 * @returns undefined when the provider has no such payment
 */
export async function lockRefundable(tx: Executor, intentId: string, { providerId, live }: Owner) {
  const [held] = await tx.query(LOCK_PAYMENT, [intentId, providerId, live], HELD)
  return held && { availableId: held.available_id }
}

export async function findRefund(tx: Executor, intentId: string, idempotencyKey: string) {
  const [found] = await read(tx, 'where r.intent_id = $1 and r.idempotency_key = $2', [intentId, idempotencyKey])
  return found
}

export async function addRefund(tx: Executor, refund: NewRefund): Promise<void> {
  const { id, intentId, amount, idempotencyKey, requestHash, createdAt } = refund
  await tx.query(ADD, [id, intentId, amount, idempotencyKey, requestHash, createdAt])
  await tx.query(ADD_REFUNDED, [intentId, amount])
}

export const paymentExists = async (db: Executor, intentId: string, { providerId, live }: Owner): Promise<boolean> =>
  (await db.query(FIND_PAYMENT, [intentId, providerId, live])).length > 0

/** The oldest first. */
export async function readRefunds(db: Executor, intentId: string): Promise<RefundEntry[]> {
  const found = await read(db, 'where r.intent_id = $1 order by r.created_at, r.id', [intentId])
  return found.map(({ refund }) => refund)
}
