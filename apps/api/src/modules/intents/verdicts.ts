import { AppError, MINIMUM_AGE, type VerdictClaims } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import type { IntentDeps } from './deps.ts'
import { answerIntent, endIntent } from './endings.ts'
import { eventOf } from './events.ts'
import { type Intent, readProof } from './intent-store.ts'
import { isYoungEnough, oldestProofDay } from './proof-age.ts'

type Deps = Omit<IntentDeps, 'providers' | 'report'>
type Verdict = { result: 'yes' | 'no'; sub: Buffer; verifiedOn: string | null }

const DAY_LENGTH = 'YYYY-MM-DD'.length

/**
 * Answers a bound intent by what the account has proven. @returns false when it had been answered before
 * @throws AppError wrong_verification while nothing is proven, or the proof is too old
 */
export async function answerAgeIntent(deps: Deps, intent: Intent, accountId: string): Promise<boolean> {
  const now = deps.clock()
  const proof = await readProof(deps.db, accountId)
  const oldestProof = oldestProofDay(intent.maxProofAgeDays, now)
  const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldestProof)
  // An account shows 18: a lower age is proven with it, but not disproven.
  const isNo = proof?.final === true && (intent.minimumAge ?? MINIMUM_AGE) >= MINIMUM_AGE
  if (proof === undefined || !(proven || isNo)) throw new AppError('wrong_verification')
  const verdict: Verdict = {
    result: proven ? 'yes' : 'no',
    sub: deps.keys.subjects.mac('subject', intent.providerId, accountId),
    verifiedOn: proof.verifiedOn,
  }
  return answerIntent(deps, { ...(await endingOf(deps, intent, verdict, now)), step: 'answer', accountId, oldestProof })
}

/** Answers a test intent without a visitor: the subject is made up, and a different one for each intent. */
export async function answerTestIntent(deps: Deps, intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
  const now = deps.clock()
  const sub = deps.keys.subjects.mac('test-subject', intent.providerId, intent.id)
  const verdict: Verdict = { result, sub, verifiedOn: now.toISOString().slice(0, DAY_LENGTH) }
  return endIntent(deps, { ...(await endingOf(deps, intent, verdict, now)), step: 'answer_test' })
}

/** The signed verdict, and the end of the intent with the event that carries it. */
async function endingOf({ signer, publicUrl }: Deps, intent: Intent, { result, sub, verifiedOn }: Verdict, now: Date) {
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
    verified_on: result === 'yes' && intent.maxProofAgeDays !== null ? verifiedOn : null,
  }
  const { method } = claims
  const verdict = await signer.sign(claims)
  const state = result === 'yes' ? 'confirmed' : 'denied'
  const event = eventOf(intent, `intent.${state}`, now, { answer: { result, verdict } })
  return { intentId: intent.id, state, result, verdict, method, event, now } as const
}
