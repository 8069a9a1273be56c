import type { ReceiptClaims } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import { eventOf } from './events.ts'
import type { Intent, VerdictSigner } from './ports.ts'

type Deps = { signer: Pick<VerdictSigner, 'signReceipt'>; publicUrl: string }
export type Receipts = ReturnType<typeof createReceipts>

/** What a provider gets for a payment: signed, and nothing about who has paid. */
export function createReceipts({ signer, publicUrl }: Deps) {
  return async (intent: Intent, now: Date) => {
    if (intent.payment === null) throw new Error('a receipt for what is no payment')
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
    const receipt = await signer.signReceipt(claims)
    return { receipt, event: eventOf(intent, 'payment.executed', now, { receipt }) }
  }
}
