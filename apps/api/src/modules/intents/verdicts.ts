import { AppError, type VerdictClaims } from '@avouch/contract'
import type { Clock } from '../clock.ts'
import { newId } from '../identifier.ts'
import type { Intent, IntentStore, VerdictSigner } from './ports.ts'

type Deps = {
  store: Pick<IntentStore, 'proof' | 'answer'>
  signer: VerdictSigner
  clock: Clock
  subjectMac: (...parts: string[]) => Buffer
  publicUrl: string
}

/** The answer to an intent, signed; and the event that carries it. */
export function createVerdicts({ store, signer, clock, subjectMac, publicUrl }: Deps) {
  /**
   * Answers a bound intent from what the account has proven. False when it had been answered before.
   * @throws AppError wrong_verification while nothing is proven
   */
  async function answer(intent: Intent, accountId: string): Promise<boolean> {
    const proof = await store.proof(accountId)
    if (proof === undefined || !(proof.adult || proof.final)) throw new AppError('wrong_verification')
    const now = clock()
    const result = proof.adult ? 'yes' : 'no'
    const claims: VerdictClaims = {
      iss: publicUrl,
      aud: intent.providerId,
      sub: subjectMac('subject', intent.providerId, accountId).toString('base64url'),
      jti: newId('ver'),
      iat: Math.floor(now.getTime() / 1_000),
      intent_id: intent.id,
      reference: intent.reference,
      minimum_age: intent.minimumAge,
      result,
      method: 'identity_check',
      verified_on: proof.adult ? proof.verifiedOn : null,
    }
    const verdict = await signer.sign(claims)
    const data = { intent_id: intent.id, reference: intent.reference, result, verdict } as const
    const type = result === 'yes' ? 'intent.confirmed' : 'intent.denied'
    const event = { id: newId('evt'), body: { type, timestamp: now.toISOString(), data } as const }
    return store.answer({ intentId: intent.id, accountId, result, verdict, event, now })
  }

  return { answer }
}
