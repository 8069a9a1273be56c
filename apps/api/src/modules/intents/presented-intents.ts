import { AppError, type IntentOutcome, MINIMUM_AGE, type ProofMethod } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { IntentDeps } from './deps.ts'
import { findIntent, findIntentByCode } from './intent-store.ts'
import { isOpen } from './steps.ts'
import { answerPresented } from './verdicts.ts'

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
  if (!isPossible) throw new AppError('method_not_possible')
  return { intentId: intent.id, isBound: intent.accountId !== null, minimumAge: intent.minimumAge ?? MINIMUM_AGE }
}

type Answer = { intentId: string; isBound: boolean; result: 'yes' | 'no'; method: ProofMethod }

/** In the caller's transaction: gives the provider its answer, once. @throws AppError mintid_used */
export async function answer(deps: IntentDeps, tx: Executor, given: Answer): Promise<IntentOutcome> {
  const { intentId, isBound, result, method } = given
  const intent = await findIntent(tx, intentId)
  const answered = intent !== undefined && (await answerPresented(deps, tx, { intent, isBound, result, method }))
  if (!answered) throw new AppError('mintid_used')
  const status = result === 'yes' ? 'confirmed' : 'denied'
  return { status, data: { redirect_uri: intent.redirectUri, result: result === 'yes' } }
}
