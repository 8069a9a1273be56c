import { AppError, MINIMUM_AGE, type VerdictClaims } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import { newId } from '../../platform/identifier.ts'
import { eventOf } from './events.ts'
import type { Intent, IntentStore, VerdictSigner } from './ports.ts'
import { isYoungEnough, oldestProofDay } from './proof-age.ts'

type Deps = {
  store: Pick<IntentStore, 'proof' | 'answer' | 'end'>
  signer: VerdictSigner
  clock: Clock
  subjectMac: (...parts: string[]) => Buffer
  publicUrl: string
}
type Said = { result: 'yes' | 'no'; sub: Buffer; verifiedOn: string | null }

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** The answer to an intent, signed; and the event that carries it. */
export function createVerdicts({ store, signer, clock, subjectMac, publicUrl }: Deps) {
  /** Everything that an intent ends with, for one answer. */
  async function ending(intent: Intent, { result, sub, verifiedOn }: Said, now: Date) {
    const claims: VerdictClaims = {
      iss: publicUrl,
      aud: intent.providerId,
      sub: sub.toString('base64url'),
      jti: newId('ver'),
      iat: Math.floor(now.getTime() / 1_000),
      intent_id: intent.id,
      reference: intent.reference,
      live: intent.live,
      minimum_age: intent.minimumAge ?? MINIMUM_AGE,
      result,
      method: 'identity_check',
      verified_on: result === 'yes' ? verifiedOn : null,
    }
    const verdict = await signer.sign(claims)
    const state = result === 'yes' ? 'confirmed' : 'denied'
    const event = eventOf(intent, `intent.${state}`, now, { answer: { result, verdict } })
    return { intentId: intent.id, state, result, verdict, event, now } as const
  }

  /**
   * Answers a bound intent from what the account has proven. False when it had been answered before.
   * @throws AppError wrong_verification while nothing is proven, or the proof is too old
   */
  async function answer(intent: Intent, accountId: string): Promise<boolean> {
    const now = clock()
    const proof = await store.proof(accountId)
    const oldestProof = oldestProofDay(intent.maxProofAgeDays, now)
    const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldestProof)
    if (proof === undefined || !(proven || proof.final)) throw new AppError('wrong_verification')
    const said: Said = {
      result: proven ? 'yes' : 'no',
      sub: subjectMac('subject', intent.providerId, accountId),
      verifiedOn: proof.verifiedOn,
    }
    return store.answer({ ...(await ending(intent, said, now)), step: 'answer', accountId, oldestProof })
  }

  /** Answers a test intent without a visitor: the person in it is made up, and another one each time. */
  async function answerTest(intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
    const now = clock()
    const sub = subjectMac('test-subject', intent.providerId, intent.id)
    const said: Said = { result, sub, verifiedOn: now.toISOString().slice(0, DAY_LENGTH) }
    return store.end({ ...(await ending(intent, said, now)), step: 'answer_test' })
  }

  return { answer, answerTest }
}
export type Verdicts = ReturnType<typeof createVerdicts>
