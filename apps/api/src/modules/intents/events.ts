import type { IntentEvent, IntentEventType } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import type { Intent } from './ports.ts'
import type { NewEvent } from '../webhooks/index.ts'

type Answer = { result: 'yes' | 'no'; verdict: string }
type PaymentNews = { receipt?: string; refunded?: number; refund?: { id: string; amount: number } }

/** What an intent ended as, for its provider. */
export const endedAs = ({ kind }: Pick<Intent, 'kind'>, how: 'expired' | 'cancelled'): IntentEventType =>
  kind === 'payment' ? `payment.${how}` : `intent.${how}`

function paymentOf({ payment }: Intent, news: PaymentNews): IntentEvent['data']['payment'] {
  if (payment === null) return null
  const { amount, currency } = payment
  const { receipt = payment.receipt, refunded = payment.refunded, refund = null } = news
  return { amount, currency, refunded_amount: refunded, refund, receipt }
}

/** What the provider is told of an intent that ended, or of a refund. */
export function eventOf(
  intent: Intent,
  type: IntentEventType,
  now: Date,
  { answer, ...news }: PaymentNews & { answer?: Answer } = {},
): NewEvent {
  const { id: intent_id, reference, live } = intent
  const { result, verdict } = answer ?? { result: null, verdict: null }
  return {
    id: newId('evt'),
    type,
    timestamp: now.toISOString(),
    data: { intent_id, reference, live, result, verdict, payment: paymentOf(intent, news) },
  }
}
