import { AppError, HOUR_MS, MINUTE_MS, type Payment } from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { Audit } from '../audit/index.ts'
import { type Answers, bindIntent, findIntentByCode, type Intent, isOpen } from '../intents/index.ts'
import type { Session } from '../sessions/index.ts'
import type { Wallets } from '../wallet/index.ts'
import { capture, type Captured, reserve, type Reserved } from './money.ts'

/** The payer must have signed in this recently, with PIN and SMS code. */
const FRESH_MS = 5 * MINUTE_MS

type Deps = {
  db: Database
  answers: Answers
  wallets: Wallets
  clock: Clock
  audit: Audit
  /** Hours for which payments are held after a PIN reset in an unrecognised browser. */
  holdHours: number
}
type Done = { repeated: boolean; payment: Payment }
/** An intent with payment terms. */
type PaymentIntent = Intent & { payment: NonNullable<Intent['payment']> }

const REFUSED: Readonly<Record<Exclude<Reserved, 'reserved' | 'lost'>, 'insufficient_balance' | 'age_proof_required'>> =
  {
    insufficient: 'insufficient_balance',
    not_adult: 'age_proof_required',
  }

const shown = (intent: PaymentIntent): Payment => ({
  status: intent.state,
  data: {
    redirect_uri: intent.redirectUri,
    result: intent.state === 'executed',
    provider: { name: intent.providerName },
    amount: intent.payment.amount,
    currency: intent.payment.currency,
    description: intent.payment.description,
    live: intent.live,
    transaction: transactionLabel(intent.id),
    expires_at: intent.expiresAt.toISOString(),
  },
})

const isConfirmed = ({ state }: Intent) => state === 'reserved' || state === 'executed'

/** Payments by their payers: confirmed, which reserves the amount, and then executed. */
export class Payments {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError mintid_used */
  async read(mintid: string, { accountId, authenticatedAt }: Session): Promise<Payment> {
    const intent = await this.#find(mintid, accountId)
    const over = isOpen(intent.state) && intent.expiresAt <= this.#deps.clock()
    const { status, data } = shown(over ? { ...intent, state: 'expired' } : intent)
    return { status, data: { ...data, step_up_after: later(authenticatedAt, FRESH_MS).toISOString() } }
  }

  /** @throws AppError mintid_used, intent_expired, intent_cancelled, insufficient_balance, age_proof_required */
  async confirm(mintid: string, { accountId }: Session): Promise<Done> {
    const { clock, wallets, audit } = this.#deps
    const intent = await this.#own(mintid, accountId)
    if (isConfirmed(intent)) return this.#repeat(mintid, accountId, 'confirm')
    const wallet = await wallets.opened(accountId)
    const outcome = await reserve(this.#deps, { intentId: intent.id, accountId, wallet, now: clock() })
    if (outcome === 'reserved') return { repeated: false, payment: shown(await this.#find(mintid, accountId)) }
    const now = await this.#own(mintid, accountId)
    if (isConfirmed(now)) return this.#repeat(mintid, accountId, 'confirm')
    if (outcome === 'lost') throw new AppError('mintid_used')
    await audit.report({ type: 'payment.refused', accountId, reason: outcome })
    throw new AppError(REFUSED[outcome])
  }

  /**
   * @throws AppError mintid_used, intent_expired, intent_cancelled, payment_not_confirmed, step_up_required, payment_held,
   * age_proof_required
   */
  async execute(mintid: string, { accountId, authenticatedAt }: Session): Promise<Done> {
    const { clock, answers, holdHours, audit } = this.#deps
    const intent = await this.#find(mintid, accountId)
    this.#refuseEnded(intent)
    if (intent.state === 'executed') return this.#repeat(mintid, accountId, 'execute')
    if (!isConfirmed(intent)) throw new AppError('payment_not_confirmed')
    const now = clock()
    if (later(authenticatedAt, FRESH_MS) <= now) {
      await audit.report({ type: 'payment.refused', accountId, reason: 'step_up' })
      throw new AppError('step_up_required')
    }
    const proof = answers.receiptFor(intent, now)
    const heldSince = later(now, -holdHours * HOUR_MS)
    const outcome = await capture(this.#deps, { intentId: intent.id, accountId, ...proof, now, heldSince })
    if (outcome.kind === 'executed') return { repeated: false, payment: shown(await this.#find(mintid, accountId)) }
    const after = await this.#find(mintid, accountId)
    if (after.state === 'executed') return this.#repeat(mintid, accountId, 'execute')
    this.#refuseEnded(after)
    throw await this.#refusal(outcome, accountId)
  }

  /**
   * The payer cancels it, and the provider gets the same event as after its own cancellation. Only a payment that is
   * bound to the payer can be cancelled. @throws AppError mintid_used, intent_answered, intent_expired
   */
  async release(mintid: string, { accountId }: Session): Promise<Done> {
    const intent = await this.#find(mintid, accountId)
    if (intent.accountId !== accountId) throw new AppError('mintid_used')
    const released = await this.#deps.answers.withdraw(intent, accountId)
    const after = await this.#find(mintid, accountId)
    if (after.state === 'executed') throw new AppError('intent_answered')
    if (after.state !== 'cancelled') throw new AppError('intent_expired')
    return { repeated: !released, payment: shown(after) }
  }

  /** A payment that is not bound yet, or bound to the payer. @throws AppError mintid_used for every other code */
  async #find(mintid: string, accountId: string): Promise<PaymentIntent> {
    const { db } = this.#deps
    const intent = await findIntentByCode(db, tokenHash(mintid))
    const isOthers = intent !== undefined && intent.accountId !== null && intent.accountId !== accountId
    if (intent === undefined || isOthers || intent.payment === null) throw new AppError('mintid_used')
    // Executed, and its payer's account is erased.
    if (intent.state === 'executed' && intent.accountId === null) throw new AppError('mintid_used')
    return { ...intent, payment: intent.payment }
  }

  /** @throws AppError intent_expired, intent_cancelled */
  #refuseEnded({ state, expiresAt }: Intent): void {
    const { clock } = this.#deps
    if (state === 'cancelled') throw new AppError('intent_cancelled')
    if (state === 'expired' || (isOpen(state) && expiresAt <= clock())) throw new AppError('intent_expired')
  }

  /** Binds the payment to its first payer. @throws AppError mintid_used when another payer was first */
  async #own(mintid: string, accountId: string): Promise<PaymentIntent> {
    const found = await this.#find(mintid, accountId)
    this.#refuseEnded(found)
    if (found.accountId === accountId) return found
    await bindIntent(this.#deps, tokenHash(mintid), accountId, this.#deps.clock())
    const bound = await this.#find(mintid, accountId)
    this.#refuseEnded(bound)
    if (bound.accountId !== accountId) throw new AppError('mintid_used')
    return bound
  }

  /** The payment as it is now, for a repeated request. */
  async #repeat(mintid: string, accountId: string, type: 'confirm' | 'execute'): Promise<Done> {
    await this.#deps.audit.report({ type: `payment.${type}_repeated`, accountId })
    return { repeated: true, payment: shown(await this.#find(mintid, accountId)) }
  }

  async #refusal(outcome: Exclude<Captured, { kind: 'executed' }>, accountId: string): Promise<AppError> {
    const { clock, holdHours, audit } = this.#deps
    if (outcome.kind === 'lost') return new AppError('mintid_used')
    await audit.report({ type: 'payment.refused', accountId, reason: outcome.kind })
    if (outcome.kind === 'not_adult') return new AppError('age_proof_required')
    const until = later(outcome.since, holdHours * HOUR_MS)
    return new AppError('payment_held', { retry_after: secondsUntil(until, clock()) })
  }
}
