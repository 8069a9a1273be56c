import { AppError, disprovesUnderAge, HOUR_MS, isApproved, MINIMUM_AGE, type ProofMethod } from '@avouch/contract'
import type { ReceiptClaims, VerdictClaims } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { random } from '../../platform/random.ts'
import { endedAs, type Ending, type Endings, eventOf } from './endings.ts'
import { type Intent, type Proof, readProof } from './intent-store.ts'
import type { VerdictSigner } from './verdict-signer.ts'

const DAY_MS = 24 * HOUR_MS
const DAY_LENGTH = 'YYYY-MM-DD'.length
const dayOf = (at: Date): string => at.toISOString().slice(0, DAY_LENGTH)
/** A random subject, different in each answer and as long as those of accounts. */
const SUBJECT_BYTES = 32

/** Computes the oldest acceptable day of a proof, in UTC as proofs keep it; null when any day is acceptable. */
export const oldestProofDay = (maxAgeDays: number | null, now: Date): string | null =>
  maxAgeDays === null ? null : dayOf(later(now, -maxAgeDays * DAY_MS))

/** Days as text (YYYY-MM-DD) sort by time. */
export const isYoungEnough = (verifiedOn: string | null, oldest: string | null): boolean =>
  oldest === null || (verifiedOn !== null && verifiedOn >= oldest)

type Verdict = { result: 'yes' | 'no'; sub: Buffer; verifiedOn: string | null; method: ProofMethod }
type Deps = {
  db: Database
  clock: Clock
  endings: Endings
  signer: VerdictSigner
  /** Derive pairwise subjects. */
  subjects: Keys
  settings: {
    publicUrl: string
    /** No check and no app answers a test: its visitor chooses. */
    testsProveNothing: boolean
  }
}

/** Answers intents, with a signed verdict or receipt, and takes them back. */
export class Answers {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** True for a test, which no account's proof answers. */
  provesNothing({ live, testStatus }: Pick<Intent, 'live' | 'testStatus'>): boolean {
    return !live && (this.#deps.settings.testsProveNothing || testStatus !== null)
  }

  /** Reads the proof of an account, or the choice of a test's visitor. */
  async proofFor(intent: Intent, accountId: string): Promise<Proof | undefined> {
    const { db, clock } = this.#deps
    if (!this.provesNothing(intent)) return readProof(db, accountId)
    const adult = intent.testStatus !== null && isApproved(intent.testStatus)
    return { adult, final: intent.testStatus === 'UNDERAGED', verifiedOn: dayOf(clock()) }
  }

  /**
   * Answers a bound intent by what the account has proven. @returns false when it had been answered before
   * @throws AppError wrong_verification while nothing is proven, or the proof is too old
   */
  async answer(intent: Intent, accountId: string): Promise<boolean> {
    const now = this.#deps.clock()
    const proof = await this.proofFor(intent, accountId)
    const oldestProof = oldestProofDay(intent.maxProofAgeDays, now)
    const proven = proof?.adult === true && isYoungEnough(proof.verifiedOn, oldestProof)
    const isNo = proof?.final === true && disprovesUnderAge(intent.kind, intent.minimumAge)
    if (proof === undefined || !(proven || isNo)) throw new AppError('wrong_verification')
    const isTest = this.provesNothing(intent)
    const verdict: Verdict = {
      result: proven ? 'yes' : 'no',
      // The same for an account in all tests of a website, and not the one of its live requests.
      sub: this.#deps.subjects.mac(isTest ? 'test-subject' : 'subject', intent.providerId, accountId),
      verifiedOn: proof.verifiedOn,
      method: 'identity_check',
    }
    const ending = { ...this.#signedEnding(intent, verdict, now), step: 'answer' } as const
    const { endings } = this.#deps
    return isTest ? endings.end(ending, accountId) : endings.answer({ ...ending, accountId, oldestProof })
  }

  /** Signs how an intent ends by what a visitor shows without an account. */
  presentedEnding(intent: Intent, { result, method }: Pick<Verdict, 'result' | 'method'>): Ending {
    const now = this.#deps.clock()
    const verdict: Verdict = { result, sub: random(SUBJECT_BYTES), verifiedOn: dayOf(now), method }
    return { ...this.#signedEnding(intent, verdict, now), step: 'present' }
  }

  /** Answers a test intent without a visitor, or ends a test payment as its payer would. @returns false when it had ended */
  answerTest(intent: Intent, result: 'yes' | 'no'): Promise<boolean> {
    const { clock, endings, subjects } = this.#deps
    const now = clock()
    if (intent.kind === 'age') {
      // Made up, and a different one for each intent.
      const sub = subjects.mac('test-subject', intent.providerId, intent.id)
      // As a visitor would answer who has everything.
      const method = intent.accept[0] ?? 'identity_check'
      const ending = this.#signedEnding(intent, { result, sub, verifiedOn: dayOf(now), method }, now)
      return endings.end({ ...ending, step: 'answer_test' })
    }
    const end = { intentId: intent.id, step: 'answer_test', result: null, verdict: null, now } as const
    if (result === 'yes') return endings.end({ ...end, state: 'executed', ...this.receiptFor(intent, now) })
    return endings.end({ ...end, state: 'cancelled', event: eventOf(intent, 'payment.cancelled', now) })
  }

  /** Cancels an intent and releases what was reserved. @returns false when it had ended, or is not the payer's */
  withdraw(intent: Intent, payerId?: string): Promise<boolean> {
    const now = this.#deps.clock()
    const event = eventOf(intent, endedAs(intent, 'cancelled'), now)
    const end = { step: 'cancel', state: 'cancelled', result: null, verdict: null } as const
    return this.#deps.endings.end({ ...end, intentId: intent.id, event, now }, payerId)
  }

  /** Signs the provider's receipt of a payment, and makes the event that carries it. It says nothing about the payer. */
  receiptFor(intent: Intent, now: Date) {
    if (intent.payment === null) throw new Error('a receipt for an intent that is no payment')
    const { signer, settings } = this.#deps
    const claims: ReceiptClaims = {
      iss: settings.publicUrl,
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

  /** Signs the verdict, and makes the end of the intent with the event that carries it. */
  #signedEnding(intent: Intent, { result, sub, verifiedOn, method }: Verdict, now: Date) {
    const { signer, settings } = this.#deps
    const claims: VerdictClaims = {
      iss: settings.publicUrl,
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
}
