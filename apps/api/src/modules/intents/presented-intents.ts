import { AppError, type IntentOutcome, MINIMUM_AGE, type ProofMethod } from '@avouch/contract'
import type { Executor, Transaction } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { IntentDeps } from './deps.ts'
import { answerUnseen, type Ending } from './endings.ts'
import { findIntent, findIntentByCode } from './intent-store.ts'
import { isOpen } from './steps.ts'
import { presentedEnding, provesNothing } from './verdicts.ts'

/** An intent that the visitor can answer by showing a proof; `isBound`: their own account has it. */
export type PresentableIntent = { intentId: string; isBound: boolean; minimumAge: number }

/** @throws AppError mintid_not_exist, mintid_used, method_not_possible */
export async function presentable(
  deps: IntentDeps,
  mintid: string,
  method: ProofMethod,
  accountId: string | null,
): Promise<PresentableIntent> {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined) throw new AppError('mintid_not_exist')
  if (!isOpen(intent.state) || intent.expiresAt <= deps.clock()) throw new AppError('mintid_used')
  const isForeign = intent.accountId !== null && intent.accountId !== accountId
  if (isForeign) throw new AppError('mintid_used')
  const isPossible = intent.kind === 'age' && intent.accept.includes(method) && deps.switchedOn.includes(method)
  if (!isPossible || provesNothing(deps, intent)) throw new AppError('method_not_possible')
  return { intentId: intent.id, isBound: intent.accountId !== null, minimumAge: intent.minimumAge ?? MINIMUM_AGE }
}

type Answer = { intentId: string; result: 'yes' | 'no'; method: ProofMethod }
/** An answer with its signed verdict, which only has to be written. */
export type PreparedAnswer = { ending: Ending; outcome: IntentOutcome }

/** Before or in the caller's transaction. @throws AppError mintid_used */
export async function prepareAnswer(deps: IntentDeps, db: Executor, given: Answer): Promise<PreparedAnswer> {
  const { intentId, ...answer } = given
  const intent = await findIntent(db, intentId)
  if (intent === undefined) throw new AppError('mintid_used')
  const isYes = answer.result === 'yes'
  return {
    ending: presentedEnding(deps, intent, answer),
    outcome: { status: isYes ? 'confirmed' : 'denied', data: { redirect_uri: intent.redirectUri, result: isYes } },
  }
}

/** In the caller's transaction: gives the provider its answer, once. @throws AppError mintid_used */
export async function answer(
  deps: IntentDeps,
  tx: Transaction,
  { ending, outcome }: PreparedAnswer,
  isBound: boolean,
): Promise<IntentOutcome> {
  if (!(await answerUnseen(deps, tx, ending, isBound))) throw new AppError('mintid_used')
  return outcome
}
