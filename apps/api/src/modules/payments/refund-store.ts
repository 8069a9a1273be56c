import type { NewRefund, RefundRow, RefundStore, Refunded } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { addEvent } from '../webhooks/index.ts'
import { type IntentRow, type NudgeDelivery, SELECT_INTENT, toIntent } from '../intents/index.ts'
import { holdAccounts, post, returnAll, RETURNS } from '../wallet/index.ts'
import { minorUnits } from '../../platform/minor-units.ts'
import { payableOf } from './payment-store.ts'

/** Whoever holds the payment is alone with its refunds. */
const HOLD = `
  select y.available_id from intent i join payment y on y.intent_id = i.id
  where i.id = $1 and i.provider_id = $2 and i.live = $3 for update of y`
const INTENT = `${SELECT_INTENT} where i.id = $1`

const REFUNDS = `
  select r.id, r.intent_id, r.amount, y.currency, r.created_at, r.request_hash
  from payment_refund r join payment y on y.intent_id = r.intent_id`
const ADD = `
  insert into payment_refund (id, intent_id, amount, idempotency_key, request_hash, created_at)
  values ($1, $2, $3, $4, $5, $6)`
const COUNT = 'update payment set refunded = refunded + $2 where intent_id = $1'
type Row = {
  id: string
  intent_id: string
  amount: unknown
  currency: string
  created_at: Date
  request_hash: Uint8Array
}

const toRefund = ({ id, intent_id, amount, currency, created_at }: Row): RefundRow => ({
  id,
  intentId: intent_id,
  amount: minorUnits(amount),
  currency,
  createdAt: created_at,
})

type Hooks = { nudgeDelivery: NudgeDelivery; append: AppendEvents }
type Move = { id: string; intentId: string; providerId: string; availableId: string; amount: number; now: Date }

/** Back into the wallet, or on to where its money came from when it is nobody's any more. */
async function payBack(tx: Executor, { id, intentId, providerId, availableId, amount, now }: Move): Promise<void> {
  const payable = await payableOf(tx, providerId)
  const held = await holdAccounts(tx, [payable, availableId, RETURNS])
  const lines = [[payable, -amount] as const, [availableId, amount] as const]
  await post(tx, { kind: 'refund', cause: `refund:${id}`, intentId, at: now, lines })
  if (held(availableId).closed) await returnAll(tx, availableId, now)
}

export function createRefundStore(db: Database, { nudgeDelivery, append }: Hooks): RefundStore {
  const earlier = async (tx: Executor, { intentId, idempotencyKey }: NewRefund) =>
    (await tx.query<Row>(`${REFUNDS} where r.intent_id = $1 and r.idempotency_key = $2`, [intentId, idempotencyKey]))[0]

  return {
    refund: (asked, eventOf) =>
      db.transaction(async (tx): Promise<Refunded> => {
        const { id, asker, intentId, idempotencyKey, requestHash, now } = asked
        const { providerId, live } = asker
        const [held] = await tx.query<{ available_id: string | null }>(HOLD, [intentId, providerId, live])
        if (held === undefined) return 'not_found'
        const known = await earlier(tx, asked)
        if (known !== undefined) return { refund: toRefund(known), requestHash: Buffer.from(known.request_hash) }
        const [row] = await tx.query<IntentRow>(INTENT, [intentId])
        const intent = row && toIntent(row)
        if (intent?.state !== 'executed' || intent.payment === null) return 'not_executed'
        const left = intent.payment.amount - intent.payment.refunded
        const amount = asked.amount ?? left
        if (amount > left || amount === 0) return 'too_much'
        await tx.query(ADD, [id, intentId, amount, idempotencyKey, requestHash, now])
        await tx.query(COUNT, [intentId, amount])
        const availableId = held.available_id
        if (availableId !== null) await payBack(tx, { id, intentId, providerId, availableId, amount, now })
        const refund = { id, intentId, amount, currency: intent.payment.currency, createdAt: now }
        await addEvent(tx, providerId, eventOf(intent, refund), now)
        await nudgeDelivery(tx)
        await append(tx, { type: 'payment.refunded', accountId: intent.accountId ?? undefined, reason: intentId })
        return { refund, requestHash }
      }),

    async list({ providerId, live }, intentId) {
      const found = await db.query(
        `select 1 from intent where id = $1 and provider_id = $2 and live = $3 and kind = 'payment'`,
        [intentId, providerId, live],
      )
      if (found.length === 0) return undefined
      return (await db.query<Row>(`${REFUNDS} where r.intent_id = $1 order by r.created_at, r.id`, [intentId])).map(
        toRefund,
      )
    },

    async payable({ providerId }) {
      const [row] = await db.query<{ balance: unknown }>('select balance from ledger_account where provider_id = $1', [
        providerId,
      ])
      return row === undefined ? 0 : minorUnits(row.balance)
    },
  }
}
