import type { IntentEvent, IntentEventType } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import type { NewEvent } from '../webhooks/index.ts'
import type { Intent } from './intent-store.ts'

type Answer = { result: 'yes' | 'no'; verdict: string }
type PaymentChange = { receipt?: string; refunded?: number; refund?: { id: string; amount: number } }

/** The type of the event for an intent that ended without an answer. */
export const endedAs = ({ kind }: Pick<Intent, 'kind'>, how: 'expired' | 'cancelled'): IntentEventType =>
  kind === 'payment' ? `payment.${how}` : `intent.${how}`

function paymentOf({ payment }: Intent, change: PaymentChange): IntentEvent['data']['payment'] {
  if (payment === null) return null
  const { amount, currency } = payment
  const { receipt = payment.receipt, refunded = payment.refunded, refund = null } = change
  return { amount, currency, refunded_amount: refunded, refund, receipt }
}

/** The event for the provider, about the end of an intent or a refund. */
export function eventOf(
  intent: Intent,
  type: IntentEventType,
  now: Date,
  { answer, ...change }: PaymentChange & { answer?: Answer } = {},
): NewEvent {
  const { id: intent_id, reference, live } = intent
  const { result, verdict } = answer ?? { result: null, verdict: null }
  return {
    id: newId('evt'),
    type,
    timestamp: now.toISOString(),
    data: { intent_id, reference, live, result, verdict, payment: paymentOf(intent, change) },
  }
}
