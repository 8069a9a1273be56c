import { AppError, type IntentStatus, type ProviderIntent } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { ProviderAccess } from '../providers/index.ts'
import type { Answers } from './answers.ts'
import { type Creation, type IntentRequest, requirePayments } from './creation.ts'
import { forgetUnopened } from './intent-change-store.ts'
import { findPage } from './intent-pages.ts'
import { findIntent, findOwnIntent, type Intent, readIntents } from './intent-store.ts'
import type { MerchantCodes } from './merchant-codes.ts'
import { isOpen } from './steps.ts'

const PAGE_SIZE = 20

type IntentListing = {
  status?: IntentStatus | undefined
  reference?: string | undefined
  mode?: 'live' | 'test' | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

const ENDED = {
  confirmed: 'intent_answered',
  denied: 'intent_answered',
  executed: 'intent_answered',
  expired: 'intent_expired',
  cancelled: 'intent_cancelled',
} as const

type Deps = { db: Database; clock: Clock; creation: Creation; answers: Answers; codes: MerchantCodes }

/** Intents for the website that created them. */
export class ProviderIntents {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * @throws AppError redirect_uri_not_registered, idempotency_key_reused, currency_not_supported, insufficient_scope,
   * method_not_possible, too_many_requests
   */
  async create(owner: ProviderAccess, request: IntentRequest): Promise<ProviderIntent> {
    return this.#shown(await this.#deps.creation.create(owner, request))
  }

  /** @throws AppError not_found, the same for an unknown intent, another provider's, and one of the other mode */
  async read(owner: ProviderAccess, id: string): Promise<ProviderIntent> {
    return this.#shown(await this.#own(owner, id))
  }

  /** @throws AppError invalid_request for a malformed cursor */
  async list(owner: ProviderAccess, { status, reference, mode, limit = PAGE_SIZE, cursor }: IntentListing) {
    const { db, clock } = this.#deps
    if (mode !== undefined && (mode === 'live') !== owner.live) return { data: [], next_cursor: null }
    const { providerId, live } = owner
    const { ids, next_cursor } = await findPage(db, {
      providerId,
      live,
      status,
      reference,
      cursor,
      limit,
      now: clock(),
    })
    return { data: (await readIntents(db, ids)).map((intent) => this.#shown(intent)), next_cursor }
  }

  /** Takes the intent back; repeating it changes nothing. @throws AppError not_found, intent_answered, intent_expired */
  async cancel(owner: ProviderAccess, id: string): Promise<ProviderIntent> {
    const intent = await this.#own(owner, id)
    if (intent.kind === 'payment') requirePayments(owner)
    await this.#deps.answers.withdraw(intent)
    const ended = await this.#own(owner, id)
    if (ended.state !== 'cancelled') this.#refuseEnded(ended)
    return this.#shown(ended)
  }

  /** @throws AppError test_key_required, not_found, intent_answered, intent_expired, intent_cancelled */
  async answerTest(owner: ProviderAccess, id: string, result: 'yes' | 'no'): Promise<ProviderIntent> {
    if (owner.live) throw new AppError('test_key_required')
    const intent = await this.#own(owner, id)
    if (intent.kind === 'payment') requirePayments(owner)
    this.#refuseEnded(intent)
    const answered = await this.#deps.answers.answerTest(intent, result)
    const ended = await this.#own(owner, id)
    if (!answered) this.#refuseEnded(ended)
    return this.#shown(ended)
  }

  /** Ends a request that goes back to its website: one without an answer is cancelled, and forgotten if no visitor read it. */
  async endForClient(id: string): Promise<Intent | undefined> {
    const { db, answers } = this.#deps
    const intent = await findIntent(db, id)
    if (intent === undefined || !isOpen(intent.state)) return intent
    if (await forgetUnopened(db, id)) return undefined
    await answers.withdraw(intent)
    return findIntent(db, id)
  }

  async #own(owner: ProviderAccess, id: string): Promise<Intent> {
    const intent = await findOwnIntent(this.#deps.db, id, owner)
    if (intent === undefined) throw new AppError('not_found')
    return intent
  }

  /** Counts it as expired by time, even before the expiry job has run. */
  #statusOf({ state, expiresAt }: Intent): IntentStatus {
    return isOpen(state) && expiresAt <= this.#deps.clock() ? 'expired' : state
  }

  /** @throws AppError intent_answered, intent_expired, intent_cancelled */
  #refuseEnded(intent: Intent): void {
    const status = this.#statusOf(intent)
    if (status !== 'created' && status !== 'bound' && status !== 'reserved') throw new AppError(ENDED[status])
  }

  #shown(intent: Intent): ProviderIntent {
    const { codes } = this.#deps
    return {
      id: intent.id,
      mintid: codes.codeOf(intent.id),
      url: codes.addressOf(intent),
      live: intent.live,
      status: this.#statusOf(intent),
      kind: intent.kind,
      minimum_age: intent.minimumAge,
      accept: intent.kind === 'age' ? intent.accept : [],
      max_proof_age_days: intent.maxProofAgeDays,
      reference: intent.reference,
      redirect_uri: intent.redirectUri,
      return: intent.returnTab,
      payment: paymentOf(intent),
      created_at: intent.createdAt.toISOString(),
      expires_at: intent.expiresAt.toISOString(),
      result: intent.result,
      verdict: intent.verdict,
    }
  }
}

function paymentOf({ payment }: Intent): ProviderIntent['payment'] {
  if (payment === null) return null
  const { refunded: refunded_amount, ...terms } = payment
  return { ...terms, refunded_amount }
}
