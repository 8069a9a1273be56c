import { AppError, HOUR_MS, type IntentOutcome, isApproved, type KycStatus, MINIMUM_AGE } from '@avouch/contract'
import type { ProofMethod, VendorOutcome } from '@avouch/contract'
import { tokenHash } from '../../platform/identifier.ts'
import type { IntentDeps } from './deps.ts'
import { answerUnseen } from './endings.ts'
import { writeTestStatus } from './intent-change-store.ts'
import { findIntent, findIntentByCode, type Intent } from './intent-store.ts'
import { withdrawIntent } from './provider-intents.ts'
import { answerAgeIntent, presentedEnding, provesNothing } from './verdicts.ts'
import { bind } from './visitor-intents.ts'

/** As long as an intent whose visitor's real check is under review. */
const REVIEW_MS = 2 * HOUR_MS

type Choice = { mintid: string; method: ProofMethod; status: VendorOutcome; accountId: string | null }

/**
 * Stores the choice of a test request's visitor, in place of a check or an app. Nothing of it is the account's.
 * @throws AppError mintid_not_exist, mintid_used, test_key_required, method_not_possible, invalid_token, invalid_request
 */
export async function choose(deps: IntentDeps, { mintid, method, status, accountId }: Choice): Promise<IntentOutcome> {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined) throw new AppError('mintid_not_exist')
  if (intent.live) throw new AppError('test_key_required')
  if (intent.kind !== 'age' || !intent.accept.includes(method)) throw new AppError('method_not_possible')
  if (method !== 'identity_check') await answerByApp(deps, intent, { method, status, accountId })
  else if (accountId === null) throw new AppError('invalid_token')
  else await chooseForAccount(deps, { intentId: intent.id, mintid, status, accountId })
  const { state = intent.state } = (await findIntent(deps.db, intent.id)) ?? {}
  return { status: state, data: { redirect_uri: intent.redirectUri, result: isApproved(status) } }
}

type AccountsChoice = { intentId: string; mintid: string; status: VendorOutcome; accountId: string }

/** The account confirms a yes as after a check. Under age answers at once, as then. */
async function chooseForAccount(deps: IntentDeps, { mintid, ...choice }: AccountsChoice): Promise<void> {
  await bind(deps, mintid, choice.accountId)
  const now = deps.clock()
  if (!(await writeTestStatus(deps.db, { ...choice, now, reviewMs: REVIEW_MS }))) throw new AppError('mintid_used')
  if (choice.status !== 'UNDERAGED') return
  const intent = await findIntent(deps.db, choice.intentId)
  if (intent === undefined) throw new AppError('mintid_used')
  if ((intent.minimumAge ?? MINIMUM_AGE) >= MINIMUM_AGE) await answerAgeIntent(deps, intent, choice.accountId)
  else await withdrawIntent(deps, intent)
}

async function answerByApp(deps: IntentDeps, intent: Intent, choice: Omit<Choice, 'mintid'>): Promise<void> {
  const { method, status, accountId } = choice
  if (!isApproved(status) && status !== 'UNDERAGED') throw new AppError('invalid_request')
  const isForeign = intent.accountId !== null && intent.accountId !== accountId
  const ending = presentedEnding(deps, intent, { result: isApproved(status) ? 'yes' : 'no', method })
  const isBound = intent.accountId !== null
  const answered = !isForeign && (await deps.db.transaction((tx) => answerUnseen(deps, tx, ending, isBound)))
  if (!answered) throw new AppError('mintid_used')
}

/**
 * Reads the account's choice for its test request; undefined where a check answers it, outside production.
 * @throws AppError mintid_used for every other request, and another account's
 */
export async function testStatusOf(
  deps: IntentDeps,
  mintid: string,
  accountId: string,
): Promise<KycStatus | undefined> {
  const intent = await findIntentByCode(deps.db, tokenHash(mintid))
  if (intent === undefined || intent.live) throw new AppError('mintid_used')
  if (intent.accountId !== null && intent.accountId !== accountId) throw new AppError('mintid_used')
  return provesNothing(deps, intent) ? (intent.testStatus ?? '') : undefined
}
