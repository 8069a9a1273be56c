import { AppError, isApproved, MINIMUM_AGE, type ProofMethod, type VerdictClaims } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import { random } from '../../platform/random.ts'
import type { IntentDeps } from './deps.ts'
import { answerIntent, type Ending, endIntent } from './endings.ts'
import { eventOf } from './events.ts'
import { type Intent, type Proof, readProof } from './intent-store.ts'
import { isYoungEnough, oldestProofDay } from './proof-age.ts'

type Deps = Omit<IntentDeps, 'providers' | 'report'>
type Verdict = { result: 'yes' | 'no'; sub: Buffer; verifiedOn: string | null; method: ProofMethod }

const DAY_LENGTH = 'YYYY-MM-DD'.length
const dayOf = (now: Date): string => now.toISOString().slice(0, DAY_LENGTH)
/** A subject that is another one with each answer, as long as those of accounts. */
const SUBJECT_BYTES = 32

/** Tells that it is a test, which no account's proof answers. */
export const provesNothing = (
  { testsProveNothing }: Pick<Deps, 'testsProveNothing'>,
  { live, testStatus }: Pick<Intent, 'live' | 'testStatus'>,
): boolean => !live && (testsProveNothing || testStatus !== null)

/** The proof of an account, or the choice of a test's visitor. */
export async function proofFor(deps: Deps, intent: Intent, accountId: string): Promise<Proof | undefined> {
  if (!provesNothing(deps, intent)) return readProof(deps.db, accountId)
  const adult = intent.testStatus !== null && isApproved(intent.testStatus)
  return { adult, final: intent.testStatus === 'UNDERAGED', verifiedOn: dayOf(deps.clock()) }
}

/**
 * Answers a bound intent by what the account has proven. @returns false when it had been answered before
 * @throws AppError wrong_verification while nothing is proven, or the proof is too old
 */
export async function answerAgeIntent(deps: Deps, intent: Intent, accountId: string): Promise<boolean> {
  const now = deps.clock()
  const proof = await proofFor(deps, intent, accountId)
  const oldestProof = oldestProofDay(intent.maxProofAgeDays, now)
  const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldestProof)
  // An account shows 18: a lower age is proven with it, but not disproven.
  const isNo = proof?.final === true && (intent.minimumAge ?? MINIMUM_AGE) >= MINIMUM_AGE
  if (proof === undefined || !(proven || isNo)) throw new AppError('wrong_verification')
  const isTest = provesNothing(deps, intent)
  const verdict: Verdict = {
    result: proven ? 'yes' : 'no',
    // The same for an account in all tests of a website, and not the one of its live requests.
    sub: deps.keys.subjects.mac(isTest ? 'test-subject' : 'subject', intent.providerId, accountId),
    verifiedOn: proof.verifiedOn,
    method: 'identity_check',
  }
  const ending = { ...endingOf(deps, intent, verdict, now), step: 'answer' } as const
  return isTest ? endIntent(deps, ending, accountId) : answerIntent(deps, { ...ending, accountId, oldestProof })
}

/** How an intent ends by what a visitor shows without an account. */
export function presentedEnding(
  deps: Deps,
  intent: Intent,
  { result, method }: Pick<Verdict, 'result' | 'method'>,
): Ending {
  const now = deps.clock()
  const verdict: Verdict = { result, sub: random(SUBJECT_BYTES), verifiedOn: dayOf(now), method }
  return { ...endingOf(deps, intent, verdict, now), step: 'present' }
}

/** As a visitor would answer who has everything. */
const testMethodOf = ({ accept }: Intent): ProofMethod => accept[0] ?? 'identity_check'

/** Answers a test intent without a visitor: the subject is made up, and a different one for each intent. */
export async function answerTestIntent(deps: Deps, intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
  const now = deps.clock()
  const sub = deps.keys.subjects.mac('test-subject', intent.providerId, intent.id)
  const verdict: Verdict = { result, sub, verifiedOn: dayOf(now), method: testMethodOf(intent) }
  return endIntent(deps, { ...endingOf(deps, intent, verdict, now), step: 'answer_test' })
}

/** The signed verdict, and the end of the intent with the event that carries it. */
function endingOf({ signer, publicUrl }: Deps, intent: Intent, answer: Verdict, now: Date) {
  const { result, sub, verifiedOn, method } = answer
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
    method,
    verified_on: result === 'yes' && intent.maxProofAgeDays !== null ? verifiedOn : null,
  }
  const verdict = signer.sign(claims)
  const state = result === 'yes' ? 'confirmed' : 'denied'
  const event = eventOf(intent, `intent.${state}`, now, { answer: { result, verdict } })
  return { intentId: intent.id, state, result, verdict, method, event, now } as const
}
