import { AppError, type Refund, WALLET_CURRENCY } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { eventOf } from '../intents/index.ts'
import type { ProviderAccess } from '../providers/index.ts'
import type { RefundRow, RefundStore } from './ports.ts'

export type Refunds = ReturnType<typeof createRefunds>

const REFUSED = {
  not_found: 'not_found',
  not_executed: 'payment_not_executed',
  too_much: 'refund_exceeds_payment',
} as const

const toRefund = ({ id, intentId, amount, currency, createdAt }: RefundRow): Refund => ({
  id,
  intent_id: intentId,
  amount,
  currency,
  created_at: createdAt.toISOString(),
})

/** What a provider pays back to whoever has paid, without learning who that is. */
export function createRefunds({ store, clock }: { store: RefundStore; clock: Clock }) {
  /** @throws AppError not_found, payment_not_executed, refund_exceeds_payment, idempotency_key_reused */
  async function create(asker: ProviderAccess, intentId: string, amount: number | undefined, idempotencyKey: string) {
    const now = clock()
    const requestHash = tokenHash(JSON.stringify([amount ?? null]))
    const fresh = { id: newId('ref'), asker, intentId, amount: amount ?? null, idempotencyKey, requestHash, now }
    const outcome = await store.refund(fresh, (intent, refund) => {
      const refunded = (intent.payment?.refunded ?? 0) + refund.amount
      const news = { refunded, refund: { id: refund.id, amount: refund.amount } }
      return eventOf(intent, 'payment.refunded', now, news)
    })
    if (typeof outcome === 'string') throw new AppError(REFUSED[outcome])
    if (!outcome.requestHash.equals(requestHash)) throw new AppError('idempotency_key_reused')
    return toRefund(outcome.refund)
  }

  /** @throws AppError not_found */
  async function list(asker: ProviderAccess, intentId: string): Promise<{ data: Refund[] }> {
    const found = await store.list(asker, intentId)
    if (found === undefined) throw new AppError('not_found')
    return { data: found.map(toRefund) }
  }

  const balance = async (asker: ProviderAccess) => ({
    payable: asker.live ? await store.payable(asker) : 0,
    currency: WALLET_CURRENCY,
    live: asker.live,
  })

  return { create, list, balance }
}
