import type { ReceiptClaims } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import { eventOf } from './events.ts'
import type { Intent } from './intent-store.ts'
import type { VerdictSigner } from './verdict-signer.ts'

type Deps = { signer: Pick<VerdictSigner, 'signReceipt'>; publicUrl: string }

/** The provider's signed receipt of a payment, and the event that carries it. It says nothing about the payer. */
export function receiptFor({ signer, publicUrl }: Deps, intent: Intent, now: Date) {
  if (intent.payment === null) throw new Error('a receipt for an intent that is no payment')
  const claims: ReceiptClaims = {
    iss: publicUrl,
    aud: intent.providerId,
    jti: newId('rec'),
    iat: Math.floor(now.getTime() / 1_000),
    intent_id: intent.id,
    reference: intent.reference,
    live: intent.live,
    amount: intent.payment.amount,
    currency: intent.payment.currency,
    status: 'paid',
  }
  const receipt = signer.signReceipt(claims)
  return { receipt, event: eventOf(intent, 'payment.executed', now, { receipt }) }
}
