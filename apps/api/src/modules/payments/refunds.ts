import { AppError, type Refund, WALLET_CURRENCY } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Audit } from '../audit/index.ts'
import { eventOf, findIntent, type Intent } from '../intents/index.ts'
import type { ProviderAccess } from '../providers/index.ts'
import { lockAccounts, post, returnAll, RETURNS } from '../wallet/index.ts'
import { addEvents, type NewEvent } from '../webhooks/index.ts'
import { payableOf } from './money.ts'
import { findPayable } from './payment-store.ts'
import { addRefund, findRefund, lockRefundable, paymentExists, readRefunds, type RefundEntry } from './refund-store.ts'

type Deps = { db: Database; clock: Clock; audit: Audit }

export type RefundOrder = {
  id: string
  owner: ProviderAccess
  intentId: string
  /** null: all that is left. */
  amount: number | null
  idempotencyKey: string
  requestHash: Buffer
  now: Date
}

type Refunded = { refund: RefundEntry; requestHash: Buffer } | 'not_found' | 'not_executed' | 'too_much'

const REFUSED = {
  not_found: 'not_found',
  not_executed: 'payment_not_executed',
  too_much: 'refund_exceeds_payment',
} as const

type RefundRequest = Pick<RefundOrder, 'intentId' | 'amount' | 'idempotencyKey'>

/** One transaction: the refund, or the earlier one of the same idempotency key. */
export const refund = (
  { db, audit }: Omit<Deps, 'clock'>,
  order: RefundOrder,
  eventFor: (intent: Intent, refund: RefundEntry) => NewEvent,
): Promise<Refunded> =>
  db.transaction(async (tx) => {
    const { id, owner, intentId, idempotencyKey, requestHash, now } = order
    const held = await lockRefundable(tx, intentId, owner)
    if (held === undefined) return 'not_found'
    const known = await findRefund(tx, intentId, idempotencyKey)
    if (known !== undefined) return known
    const intent = await findIntent(tx, intentId)
    if (intent?.state !== 'executed' || intent.payment === null) return 'not_executed'
    const left = intent.payment.amount - intent.payment.refunded
    const amount = order.amount ?? left
    if (amount > left || amount === 0) return 'too_much'
    await addRefund(tx, { id, intentId, amount, idempotencyKey, requestHash, createdAt: now })
    const { providerId } = owner
    const { availableId } = held
    if (availableId !== null) await payBack(tx, { id, intentId, providerId, availableId, amount, now })
    const made = { id, intentId, amount, currency: intent.payment.currency, createdAt: now }
    const events = [{ providerId, event: eventFor(intent, made) }]
    // An act of the provider: its event names the intent, and therefore not the payer.
    await audit.append(tx, { type: 'payment.refunded', reason: intentId })
    await addEvents(tx, events, now)
    return { refund: made, requestHash }
  })

type Movement = { id: string; intentId: string; providerId: string; availableId: string; amount: number; now: Date }

/** Pays into the wallet; a closed wallet returns the money to where it came from. */
async function payBack(tx: Executor, { id, intentId, providerId, availableId, amount, now }: Movement): Promise<void> {
  const payable = await payableOf(tx, providerId)
  const held = await lockAccounts(tx, [payable, availableId, RETURNS])
  const lines = [[payable, -amount] as const, [availableId, amount] as const]
  await post(tx, { kind: 'refund', cause: `refund:${id}`, intentId, at: now, lines })
  if (held(availableId).closed) await returnAll(tx, availableId, now)
}

const toRefund = ({ id, intentId, amount, currency, createdAt }: RefundEntry): Refund => ({
  id,
  intent_id: intentId,
  amount,
  currency,
  created_at: createdAt.toISOString(),
})

/** Pays back from a provider to a payer, whom the provider does not learn. */
export class Refunds {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError not_found, payment_not_executed, refund_exceeds_payment, idempotency_key_reused */
  async create(owner: ProviderAccess, request: RefundRequest): Promise<Refund> {
    const now = this.#deps.clock()
    const requestHash = tokenHash(JSON.stringify([request.amount]))
    const outcome = await refund(
      this.#deps,
      { ...request, id: newId('ref'), owner, requestHash, now },
      (intent, made) => {
        const refunded = (intent.payment?.refunded ?? 0) + made.amount
        return eventOf(intent, 'payment.refunded', now, { refunded, refund: { id: made.id, amount: made.amount } })
      },
    )
    if (typeof outcome === 'string') throw new AppError(REFUSED[outcome])
    if (!outcome.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return toRefund(outcome.refund)
  }

  /** @throws AppError not_found */
  async list(owner: ProviderAccess, intentId: string): Promise<{ data: Refund[] }> {
    const { db } = this.#deps
    if (!(await paymentExists(db, intentId, owner))) throw new AppError('not_found')
    return { data: (await readRefunds(db, intentId)).map(toRefund) }
  }

  /** Sums the provider's payments, less refunds, in minor units. Test keys have no money. */
  async balance({ providerId, live }: ProviderAccess) {
    const { db } = this.#deps
    return {
      payable: live ? ((await findPayable(db, providerId))?.balance ?? 0) : 0,
      currency: WALLET_CURRENCY,
      live,
    }
  }
}
