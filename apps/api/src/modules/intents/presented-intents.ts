import { AppError, type IntentOutcome, MINIMUM_AGE, type ProofMethod } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Answers } from './answers.ts'
import type { Ending, Endings } from './endings.ts'
import { findIntent, findIntentByCode } from './intent-store.ts'
import { isOpen } from './steps.ts'

/** An intent that the visitor can answer by showing a proof; `isBound`: their own account has it. */
type PresentableIntent = { intentId: string; isBound: boolean; minimumAge: number }
type Answer = { intentId: string; result: 'yes' | 'no'; method: ProofMethod }
/** An answer with its signed verdict, which only has to be written. */
export type PreparedAnswer = { ending: Ending; outcome: IntentOutcome }
type Deps = {
  db: Database
  clock: Clock
  endings: Endings
  answers: Answers
  /** The methods that this installation answers by. */
  switchedOn: readonly ProofMethod[]
}

/** Intents that an age app or an ID wallet answers. */
export class PresentedIntents {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError mintid_not_exist, mintid_used, method_not_possible */
  async find(mintid: string, method: ProofMethod, accountId: string | null): Promise<PresentableIntent> {
    const { db, clock, answers, switchedOn } = this.#deps
    const intent = await findIntentByCode(db, tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (!isOpen(intent.state) || intent.expiresAt <= clock()) throw new AppError('mintid_used')
    const isForeign = intent.accountId !== null && intent.accountId !== accountId
    if (isForeign) throw new AppError('mintid_used')
    const isPossible = intent.kind === 'age' && intent.accept.includes(method) && switchedOn.includes(method)
    if (!isPossible || answers.provesNothing(intent)) throw new AppError('method_not_possible')
    return { intentId: intent.id, isBound: intent.accountId !== null, minimumAge: intent.minimumAge ?? MINIMUM_AGE }
  }

  /** Signs the answer, before or in the caller's transaction. @throws AppError mintid_used */
  async prepare(db: Executor, { intentId, ...answer }: Answer): Promise<PreparedAnswer> {
    const intent = await findIntent(db, intentId)
    if (intent === undefined) throw new AppError('mintid_used')
    const isYes = answer.result === 'yes'
    return {
      ending: this.#deps.answers.presentedEnding(intent, answer),
      outcome: { status: isYes ? 'confirmed' : 'denied', data: { redirect_uri: intent.redirectUri, result: isYes } },
    }
  }

  /** Gives the provider its answer in the caller's transaction, once. @throws AppError mintid_used */
  async answer(tx: Executor, { ending, outcome }: PreparedAnswer, isBound: boolean): Promise<IntentOutcome> {
    if (!(await this.#deps.endings.answerUnseen(tx, ending, isBound))) throw new AppError('mintid_used')
    return outcome
  }
}
