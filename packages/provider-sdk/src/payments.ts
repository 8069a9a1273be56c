import { callProduct, type Transport } from './call.ts'
import { AvouchUnavailable, InvalidVerdict } from './errors.ts'
import { INTENTS, type Intents } from './intents.ts'
import type { Reader } from './signed.ts'
import type { Balance, Intent, NewPayment, Receipt, Refund } from './types.ts'

const TYPE = 'avouch-receipt+jwt'

const isRefund = (value: unknown): value is Refund => {
  const { id, amount } = (value ?? {}) as Partial<Record<keyof Refund, unknown>>
  return typeof id === 'string' && Number.isSafeInteger(amount)
}
const isReceipt = (claims: object): claims is Receipt => {
  const { intent_id, amount, status, live } = claims as Partial<Record<keyof Receipt, unknown>>
  const texts = typeof intent_id === 'string' && status === 'paid'
  return texts && Number.isSafeInteger(amount) && typeof live === 'boolean'
}

export type Payments = ReturnType<typeof createPayments>

/** Payments and refunds. Your key needs the scopes payments:read and payments:write. */
export function createPayments(transport: Transport, intents: Pick<Intents, 'create'>, read: Reader) {
  const refunds = (intentId: string) => `${INTENTS}/${encodeURIComponent(intentId)}/refunds`

  function checked(value: unknown): Refund {
    if (!isRefund(value)) throw new AvouchUnavailable('the product answered with something else than a refund')
    return value
  }

  return {
    /** Requests a payment. The same idempotency key is the same payment. @throws AvouchUnavailable, AvouchRefusal */
    create: (payment: NewPayment, idempotencyKey?: string): Promise<Intent> =>
      intents.create({ ...payment, kind: 'payment' }, idempotencyKey),

    /**
     * Refunds a part, or the rest. The same idempotency key is the same refund, however often you call.
     * @throws AvouchUnavailable, AvouchRefusal refund_exceeds_payment
     */
    async refund(intentId: string, amount: number | undefined, idempotencyKey: string): Promise<Refund> {
      const headers = { 'idempotency-key': idempotencyKey }
      const body = amount === undefined ? {} : { amount }
      return checked(await callProduct(transport, { method: 'POST', path: refunds(intentId), headers, body }))
    },

    /** The refunds, the oldest first. @throws AvouchUnavailable, AvouchRefusal not_found */
    async refunds(intentId: string): Promise<Refund[]> {
      const list = (await callProduct(transport, { method: 'GET', path: refunds(intentId) })) as { data?: unknown }
      if (!Array.isArray(list.data)) throw new AvouchUnavailable('the product answered with something else than a list')
      return list.data.map(checked)
    },

    /** @throws AvouchUnavailable, AvouchRefusal */
    async balance(): Promise<Balance> {
      const balance = (await callProduct(transport, { method: 'GET', path: '/provider/v1/balance' })) as Balance
      if (!Number.isSafeInteger(balance.payable)) throw new AvouchUnavailable('the product answered without a balance')
      return balance
    },

    /**
     * Verifies the receipt of this payment: that it is paid, and the amount.
     * @throws InvalidVerdict, AvouchUnavailable when the keys cannot be fetched
     */
    async verify(receipt: string, intentId: string): Promise<Receipt> {
      const claims: object = await read(receipt, TYPE)
      if (!isReceipt(claims)) throw new InvalidVerdict('not a receipt')
      if (claims.intent_id !== intentId) throw new InvalidVerdict('the receipt of another payment')
      return claims
    },
  }
}
