import { AppError, disprovesUnderAge, HOUR_MS, type IntentOutcome, isApproved, type KycStatus } from '@avouch/contract'
import type { ProofMethod, VendorOutcome } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Answers } from './answers.ts'
import type { Endings } from './endings.ts'
import { writeTestStatus } from './intent-change-store.ts'
import { findIntent, findIntentByCode, type Intent } from './intent-store.ts'
import type { VisitorIntents } from './visitor-intents.ts'

/** As long as an intent during a real review. */
const REVIEW_MS = 2 * HOUR_MS

type Choice = { mintid: string; method: ProofMethod; status: VendorOutcome; accountId: string | null }
type AccountsChoice = { intentId: string; mintid: string; status: VendorOutcome; accountId: string }
type Deps = { db: Database; clock: Clock; endings: Endings; answers: Answers; visitors: VisitorIntents }

/** Stores what a test request's visitor chooses, in place of a check or an app. Nothing of it is the account's. */
export class TestOutcomes {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError mintid_not_exist, mintid_used, test_key_required, method_not_possible, invalid_token, invalid_request */
  async choose({ mintid, method, status, accountId }: Choice): Promise<IntentOutcome> {
    const { db } = this.#deps
    const intent = await findIntentByCode(db, tokenHash(mintid))
    if (intent === undefined) throw new AppError('mintid_not_exist')
    if (intent.live) throw new AppError('test_key_required')
    if (intent.kind !== 'age' || !intent.accept.includes(method)) throw new AppError('method_not_possible')
    if (method !== 'identity_check') await this.#answerByApp(intent, { method, status, accountId })
    else if (accountId === null) throw new AppError('invalid_token')
    else await this.#chooseForAccount({ intentId: intent.id, mintid, status, accountId })
    const { state = intent.state } = (await findIntent(db, intent.id)) ?? {}
    return { status: state, data: { redirect_uri: intent.redirectUri, result: isApproved(status) } }
  }

  /**
   * Reads the account's choice for its test request; undefined where a check answers it, outside production.
   * @throws AppError mintid_used for every other request, and another account's
   */
  async statusOf(mintid: string, accountId: string): Promise<KycStatus | undefined> {
    const { db, answers } = this.#deps
    const intent = await findIntentByCode(db, tokenHash(mintid))
    if (intent === undefined || intent.live) throw new AppError('mintid_used')
    if (intent.accountId !== null && intent.accountId !== accountId) throw new AppError('mintid_used')
    return answers.provesNothing(intent) ? (intent.testStatus ?? '') : undefined
  }

  /** The account confirms a yes as after a check. Under age answers immediately, as then. */
  async #chooseForAccount({ mintid, ...choice }: AccountsChoice): Promise<void> {
    const { db, clock, answers, visitors } = this.#deps
    await visitors.bind(mintid, choice.accountId)
    if (!(await writeTestStatus(db, { ...choice, now: clock(), reviewMs: REVIEW_MS })))
      throw new AppError('mintid_used')
    if (choice.status !== 'UNDERAGED') return
    const intent = await findIntent(db, choice.intentId)
    if (intent === undefined) throw new AppError('mintid_used')
    if (disprovesUnderAge(intent.kind, intent.minimumAge)) await answers.answer(intent, choice.accountId)
    else await answers.withdraw(intent)
  }

  async #answerByApp(intent: Intent, { method, status, accountId }: Omit<Choice, 'mintid'>): Promise<void> {
    const { db, endings, answers } = this.#deps
    if (!isApproved(status) && status !== 'UNDERAGED') throw new AppError('invalid_request')
    const isForeign = intent.accountId !== null && intent.accountId !== accountId
    const ending = answers.presentedEnding(intent, { result: isApproved(status) ? 'yes' : 'no', method })
    const isBound = intent.accountId !== null
    const answered = !isForeign && (await db.transaction((tx) => endings.answerUnseen(tx, ending, isBound)))
    if (!answered) throw new AppError('mintid_used')
  }
}
