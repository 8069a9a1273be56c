import { AppError, HOUR_MS, MINUTE_MS, type Payment } from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { AppendEvents, Report } from '../audit/index.ts'
import { type Answers, bindIntent, findIntentByCode, type Intent, isOpen } from '../intents/index.ts'
import type { Session } from '../sessions/index.ts'
import type { Wallets } from '../wallet/index.ts'
import { capture, type Captured, reserve, type Reserved } from './money.ts'

/** The payer must have signed in this recently, with PIN and SMS code. */
const FRESH_MS = 5 * MINUTE_MS

type Deps = {
  db: Database
  answers: Answers
  wallets: Pick<Wallets, 'opened'>
  clock: Clock
  append: AppendEvents
  /** How long payments wait after a PIN reset in an unknown browser. */
  holdHours: number
  report: Report
}
export type Payments = ReturnType<typeof createPayments>
type Done = { repeated: boolean; payment: Payment }
/** An intent with payment terms. */
type PaymentIntent = Intent & { payment: NonNullable<Intent['payment']> }

const REFUSED: Readonly<Record<Exclude<Reserved, 'reserved' | 'lost'>, 'insufficient_balance' | 'age_proof_required'>> =
  {
    insufficient: 'insufficient_balance',
    not_adult: 'age_proof_required',
  }

/** Payments by their payers: confirmed, which reserves the amount, and then executed. */
export const createPayments = (deps: Deps) => ({
  read: (mintid: string, session: Session) => read(deps, mintid, session),
  confirm: (mintid: string, session: Session) => confirm(deps, mintid, session),
  execute: (mintid: string, session: Session) => execute(deps, mintid, session),
  release: (mintid: string, session: Session) => release(deps, mintid, session),
})

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

/** @throws AppError mintid_used */
async function read(deps: Deps, mintid: string, { accountId }: Session): Promise<Payment> {
  const intent = await find(deps, mintid, accountId)
  const over = isOpen(intent.state) && intent.expiresAt <= deps.clock()
  return shown(over ? { ...intent, state: 'expired' } : intent)
}

/** @throws AppError mintid_used, intent_expired, intent_cancelled, insufficient_balance, age_proof_required */
async function confirm(deps: Deps, mintid: string, { accountId }: Session): Promise<Done> {
  const { clock, wallets, report } = deps
  const intent = await own(deps, mintid, accountId)
  if (isConfirmed(intent)) return repeat(deps, mintid, accountId, 'confirm')
  const wallet = await wallets.opened(accountId)
  const outcome = await reserve(deps, { intentId: intent.id, accountId, wallet, now: clock() })
  if (outcome === 'reserved') return { repeated: false, payment: shown(await find(deps, mintid, accountId)) }
  const now = await own(deps, mintid, accountId)
  if (isConfirmed(now)) return repeat(deps, mintid, accountId, 'confirm')
  if (outcome === 'lost') throw new AppError('mintid_used')
  await report({ type: 'payment.refused', accountId, reason: outcome })
  throw new AppError(REFUSED[outcome])
}

/**
 * @throws AppError mintid_used, intent_expired, intent_cancelled, payment_not_confirmed, step_up_required, payment_held,
 * age_proof_required
 */
async function execute(deps: Deps, mintid: string, { accountId, authenticatedAt }: Session): Promise<Done> {
  const { clock, answers, holdHours, report } = deps
  const intent = await find(deps, mintid, accountId)
  refuseEnded(deps, intent)
  if (intent.state === 'executed') return repeat(deps, mintid, accountId, 'execute')
  if (!isConfirmed(intent)) throw new AppError('payment_not_confirmed')
  const now = clock()
  if (later(authenticatedAt, FRESH_MS) <= now) {
    await report({ type: 'payment.refused', accountId, reason: 'step_up' })
    throw new AppError('step_up_required')
  }
  const proof = answers.receiptFor(intent, now)
  const heldSince = later(now, -holdHours * HOUR_MS)
  const outcome = await capture(deps, { intentId: intent.id, accountId, ...proof, now, heldSince })
  if (outcome.kind === 'executed') return { repeated: false, payment: shown(await find(deps, mintid, accountId)) }
  const after = await find(deps, mintid, accountId)
  if (after.state === 'executed') return repeat(deps, mintid, accountId, 'execute')
  refuseEnded(deps, after)
  throw await refusal(deps, outcome, accountId)
}

/**
 * The payer cancels it, and the provider gets the same event as after a cancellation of its own. Only a payment that is
 * bound to the payer can be cancelled. @throws AppError mintid_used, intent_answered, intent_expired
 */
async function release(deps: Deps, mintid: string, { accountId }: Session): Promise<Done> {
  const intent = await find(deps, mintid, accountId)
  if (intent.accountId !== accountId) throw new AppError('mintid_used')
  const released = await deps.answers.withdraw(intent, accountId)
  const after = await find(deps, mintid, accountId)
  if (after.state === 'executed') throw new AppError('intent_answered')
  if (after.state !== 'cancelled') throw new AppError('intent_expired')
  return { repeated: !released, payment: shown(after) }
}

const isConfirmed = ({ state }: Intent) => state === 'reserved' || state === 'executed'

/** A payment that is not bound yet, or bound to the payer. @throws AppError mintid_used for every other code */
async function find({ db }: Deps, mintid: string, accountId: string): Promise<PaymentIntent> {
  const intent = await findIntentByCode(db, tokenHash(mintid))
  const isOthers = intent !== undefined && intent.accountId !== null && intent.accountId !== accountId
  if (intent === undefined || isOthers || intent.payment === null) throw new AppError('mintid_used')
  // Executed, and its payer's account is erased.
  if (intent.state === 'executed' && intent.accountId === null) throw new AppError('mintid_used')
  return { ...intent, payment: intent.payment }
}

/** @throws AppError intent_expired, intent_cancelled */
function refuseEnded({ clock }: Deps, { state, expiresAt }: Intent): void {
  if (state === 'cancelled') throw new AppError('intent_cancelled')
  if (state === 'expired' || (isOpen(state) && expiresAt <= clock())) throw new AppError('intent_expired')
}

/** Binds the payment to its first payer. @throws AppError mintid_used when another payer was first */
async function own(deps: Deps, mintid: string, accountId: string): Promise<PaymentIntent> {
  const found = await find(deps, mintid, accountId)
  refuseEnded(deps, found)
  if (found.accountId === accountId) return found
  await bindIntent(deps, tokenHash(mintid), accountId, deps.clock())
  const bound = await find(deps, mintid, accountId)
  refuseEnded(deps, bound)
  if (bound.accountId !== accountId) throw new AppError('mintid_used')
  return bound
}

/** The payment as it is now, for a repeated request. */
async function repeat(deps: Deps, mintid: string, accountId: string, type: 'confirm' | 'execute'): Promise<Done> {
  await deps.report({ type: `payment.${type}_repeated`, accountId })
  return { repeated: true, payment: shown(await find(deps, mintid, accountId)) }
}

async function refusal(
  { clock, holdHours, report }: Deps,
  outcome: Exclude<Captured, { kind: 'executed' }>,
  accountId: string,
): Promise<AppError> {
  if (outcome.kind === 'lost') return new AppError('mintid_used')
  await report({ type: 'payment.refused', accountId, reason: outcome.kind })
  if (outcome.kind === 'not_adult') return new AppError('age_proof_required')
  const until = later(outcome.since, holdHours * HOUR_MS)
  return new AppError('payment_held', { retry_after: secondsUntil(until, clock()) })
}
