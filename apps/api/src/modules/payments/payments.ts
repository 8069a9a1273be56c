import { AppError, HOUR_MS, MINUTE_MS, type Payment } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import { tokenHash } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import { type Intent, type Intents, type IntentStore, isOpen } from '../intents/index.ts'
import type { Session } from '../sessions/index.ts'
import type { Wallets } from '../wallet/index.ts'
import type { Captured, PaymentStore, Reserved } from './ports.ts'

/** Who pays has signed in a moment ago, with PIN and SMS code. */
const FRESH_MS = 5 * MINUTE_MS

type Deps = {
  store: PaymentStore
  intents: Pick<IntentStore, 'findByCode' | 'bind'>
  receiptFor: Intents['receiptFor']
  withdraw: Intents['withdraw']
  wallets: Pick<Wallets, 'opened'>
  clock: Clock
  /** How long payments wait after the PIN was set anew in an unknown browser. */
  holdHours: number
  report: Report
}
export type Payments = ReturnType<typeof createPayments>
type Done = { repeated: boolean; payment: Payment }
/** An intent whose terms are known. */
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

/** The payer's side of a payment: look, confirm, execute, let go. Confirming sets the amount aside, executing pays it. */
export function createPayments({ store, intents, receiptFor, withdraw, wallets, clock, holdHours, report }: Deps) {
  /** Nobody's yet, or the payer's own. @throws AppError mintid_used for every other code */
  async function find(mintid: string, accountId: string): Promise<PaymentIntent> {
    const intent = await intents.findByCode(tokenHash(mintid))
    const isOthers = intent !== undefined && intent.accountId !== null && intent.accountId !== accountId
    if (intent === undefined || isOthers || intent.payment === null) throw new AppError('mintid_used')
    // Executed long ago, and the payer is gone: nobody's.
    if (intent.state === 'executed' && intent.accountId === null) throw new AppError('mintid_used')
    return { ...intent, payment: intent.payment }
  }

  /** @throws AppError intent_expired, intent_cancelled */
  function refuseEnded({ state, expiresAt }: Intent): void {
    if (state === 'cancelled') throw new AppError('intent_cancelled')
    if (state === 'expired' || (isOpen(state) && expiresAt <= clock())) throw new AppError('intent_expired')
  }

  /** The first one who wants to pay is the one who pays. @throws AppError mintid_used when somebody else was first */
  async function own(mintid: string, accountId: string): Promise<PaymentIntent> {
    const found = await find(mintid, accountId)
    refuseEnded(found)
    if (found.accountId === accountId) return found
    await intents.bind(tokenHash(mintid), accountId, clock())
    const bound = await find(mintid, accountId)
    refuseEnded(bound)
    if (bound.accountId !== accountId) throw new AppError('mintid_used')
    return bound
  }

  const isConfirmed = ({ state }: Intent) => state === 'reserved' || state === 'executed'

  /** How it is now, for who was first a moment ago, or came twice. */
  async function repeat(intent: Intent, mintid: string, accountId: string, type: 'confirm' | 'execute'): Promise<Done> {
    await report({ type: `payment.${type}_repeated`, accountId, reason: intent.id })
    return { repeated: true, payment: shown(await find(mintid, accountId)) }
  }

  /** @throws AppError mintid_used, intent_expired, intent_cancelled, insufficient_balance, age_proof_required */
  async function confirm(mintid: string, { accountId }: Session): Promise<Done> {
    const intent = await own(mintid, accountId)
    if (isConfirmed(intent)) return repeat(intent, mintid, accountId, 'confirm')
    const wallet = await wallets.opened(accountId)
    const outcome = await store.reserve({ intentId: intent.id, accountId, wallet, now: clock() })
    if (outcome === 'reserved') return { repeated: false, payment: shown(await find(mintid, accountId)) }
    const now = await own(mintid, accountId)
    if (isConfirmed(now)) return repeat(now, mintid, accountId, 'confirm')
    if (outcome === 'lost') throw new AppError('mintid_used')
    await report({ type: 'payment.refused', accountId, reason: outcome })
    throw new AppError(REFUSED[outcome])
  }

  async function refuse(outcome: Exclude<Captured, { kind: 'executed' }>, accountId: string): Promise<AppError> {
    if (outcome.kind === 'lost') return new AppError('mintid_used')
    await report({ type: 'payment.refused', accountId, reason: outcome.kind })
    if (outcome.kind === 'not_adult') return new AppError('age_proof_required')
    const until = later(outcome.since, holdHours * HOUR_MS)
    return new AppError('payment_held', { retry_after: secondsUntil(until, clock()) })
  }

  /**
   * @throws AppError mintid_used, intent_expired, intent_cancelled, payment_not_confirmed, step_up_required, payment_held,
   * age_proof_required
   */
  async function execute(mintid: string, { accountId, authenticatedAt }: Session): Promise<Done> {
    const intent = await find(mintid, accountId)
    refuseEnded(intent)
    if (intent.state === 'executed') return repeat(intent, mintid, accountId, 'execute')
    if (!isConfirmed(intent)) throw new AppError('payment_not_confirmed')
    const now = clock()
    if (later(authenticatedAt, FRESH_MS) <= now) {
      await report({ type: 'payment.refused', accountId, reason: 'step_up' })
      throw new AppError('step_up_required')
    }
    const proof = await receiptFor(intent, now)
    const heldSince = later(now, -holdHours * HOUR_MS)
    const outcome = await store.capture({ intentId: intent.id, accountId, ...proof, now, heldSince })
    if (outcome.kind === 'executed') return { repeated: false, payment: shown(await find(mintid, accountId)) }
    const after = await find(mintid, accountId)
    if (after.state === 'executed') return repeat(after, mintid, accountId, 'execute')
    refuseEnded(after)
    throw await refuse(outcome, accountId)
  }

  /**
   * The payer lets go of it, and the provider is told as when it takes it back itself. What nobody has begun to pay is
   * nobody's to end. @throws AppError mintid_used, intent_answered, intent_expired
   */
  async function release(mintid: string, { accountId }: Session): Promise<Done> {
    const intent = await find(mintid, accountId)
    if (intent.accountId !== accountId) throw new AppError('mintid_used')
    const released = await withdraw(intent, accountId)
    const after = await find(mintid, accountId)
    if (after.state === 'executed') throw new AppError('intent_answered')
    if (after.state !== 'cancelled') throw new AppError('intent_expired')
    return { repeated: !released, payment: shown(after) }
  }

  /** @throws AppError mintid_used */
  async function read(mintid: string, { accountId }: Session): Promise<Payment> {
    const intent = await find(mintid, accountId)
    const over = isOpen(intent.state) && intent.expiresAt <= clock()
    return shown(over ? { ...intent, state: 'expired' } : intent)
  }

  return { read, confirm, execute, release }
}
