import type { IntentEvent, IntentEventType } from '@avouch/contract'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import { releaseReservations } from '../wallet/index.ts'
import { addEvents, type NewEvent } from '../webhooks/index.ts'
import {
  forgetUnopened,
  lockProof,
  lockUnproven,
  type IntentEnd,
  writeEnd,
  writeReceipt,
} from './intent-change-store.ts'
import { findIntent, type Intent } from './intent-store.ts'
import { isOpen } from './steps.ts'

/** Ends without an answer. */
const STEPS = { expired: 'expire', cancelled: 'cancel' } as const

/** How an intent ends, with the event for its provider. `receipt`: of an executed payment. */
export type Ending = IntentEnd & { receipt?: string; event: NewEvent }

/** A visitor's answer, and the day from which on their proof is accepted. */
export type VisitorAnswer = Ending & { accountId: string; oldestProof: string | null }

type Ended = Ending & { providerId: string; accountId: string | undefined }

/** Ends intents, each once, with all that follows: released money, the audit trail, and the event for the provider. */
export class Endings {
  readonly #db: Database
  readonly #audit: Audit

  constructor({ db, audit }: { db: Database; audit: Audit }) {
    this.#db = db
    this.#audit = audit
  }

  /** Ends an intent in one transaction. @returns false when the intent had ended, or is not bound to `accountId` if that is given */
  end(ending: Ending, accountId?: string): Promise<boolean> {
    return this.#db.transaction((tx) => this.#endOne(tx, ending, accountId))
  }

  /**
   * Answers a bound intent once, in one transaction. A yes needs an adult account at that moment, so a running deactivation
   * is waited for. @returns false when it had ended, or the account's proof has changed
   */
  answer({ accountId, oldestProof, ...ending }: VisitorAnswer): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const adult = await lockProof(tx, accountId, oldestProof)
      if (adult !== (ending.result === 'yes')) return false
      return this.#endOne(tx, ending, accountId)
    })
  }

  /**
   * Answers an intent in the caller's transaction, without looking at an account. @returns false when it had ended, or is bound
   * while it should not be, or the reverse; then nothing is written
   */
  async answerUnseen(tx: Executor, ending: Ending, isBound: boolean): Promise<boolean> {
    const providerId = await writeEnd(tx, ending, { isBound })
    if (providerId === undefined) return false
    await this.#finish(tx, [{ ...ending, providerId, accountId: undefined }], ending.now)
    return true
  }

  /** Ends an intent that is past its time, or forgets one that never reached a visitor, in one transaction. */
  expire(id: string, now: Date): Promise<boolean> {
    return this.#db.transaction(
      async (tx) => {
        const intent = await findIntent(tx, id)
        if (intent === undefined || !isOpen(intent.state) || (await forgetUnopened(tx, id))) return false
        return this.#endUnanswered(tx, intent, 'expired', now)
      },
      { hurry: false },
    )
  }

  /** Cancels, as the payer would, a payment after its payer has lost the proof that it needs. */
  cancelUnproven(id: string, now: Date): Promise<boolean> {
    return this.#db.transaction(
      async (tx) => {
        const intent = (await lockUnproven(tx, id, now)) ? await findIntent(tx, id) : undefined
        return intent !== undefined && this.#endUnanswered(tx, intent, 'cancelled', now)
      },
      { hurry: false },
    )
  }

  #endUnanswered(tx: Executor, intent: Intent, state: keyof typeof STEPS, now: Date): Promise<boolean> {
    const event = eventOf(intent, endedAs(intent, state), now)
    const end = { intentId: intent.id, step: STEPS[state], state, result: null, verdict: null } as const
    return this.#endOne(tx, { ...end, event, now }, undefined)
  }

  async #endOne(tx: Executor, ending: Ending, accountId: string | undefined): Promise<boolean> {
    const providerId = await writeEnd(tx, ending, { accountId })
    if (providerId === undefined) return false
    await this.#finish(tx, [{ ...ending, providerId, accountId }], ending.now)
    return true
  }

  /**
   * Releases reserved money when intents have ended, and writes the audit trail and the events. In
   * this order of locks: ledger accounts, and providers, after which no other lock is taken.
   */
  async #finish(tx: Executor, ended: readonly Ended[], now: Date): Promise<void> {
    if (ended.length === 0) return
    const payments = ended.filter(({ event }) => event.data.payment !== null).map(({ intentId }) => intentId)
    if (payments.length > 0) await releaseReservations(tx, payments, now)
    for (const { intentId, receipt } of ended) if (receipt !== undefined) await writeReceipt(tx, intentId, receipt)
    await this.#audit.append(tx, ...ended.map(auditEventOf))
    await addEvents(tx, ended, now)
  }
}

/** Names the account, or without one the intent: both would say, for 90 days, who was at which website. */
export const aboutVisitor = (accountId: string | null | undefined, intentId: string) =>
  accountId ? { accountId } : { reason: intentId }

function auditEventOf({ intentId, state, accountId, event }: Ended): AuditEvent {
  const about = aboutVisitor(accountId, intentId)
  if (event.data.payment === null && state !== 'executed') return { ...about, type: `intent.${state}` }
  if (state === 'confirmed' || state === 'denied') throw new Error('a payment that ended as a proof of age')
  return { ...about, type: `payment.${state}` }
}

type Signed = { result: 'yes' | 'no'; verdict: string }
type PaymentChange = { receipt?: string; refunded?: number; refund?: { id: string; amount: number } }

/** Names the type of the event for an intent that ended without an answer. */
export const endedAs = ({ kind }: Pick<Intent, 'kind'>, how: 'expired' | 'cancelled'): IntentEventType =>
  kind === 'payment' ? `payment.${how}` : `intent.${how}`

function paymentOf({ payment }: Intent, change: PaymentChange): IntentEvent['data']['payment'] {
  if (payment === null) return null
  const { amount, currency } = payment
  const { receipt = payment.receipt, refunded = payment.refunded, refund = null } = change
  return { amount, currency, refunded_amount: refunded, refund, receipt }
}

/** Makes the event for the provider, about the end of an intent or a refund. */
export function eventOf(
  intent: Intent,
  type: IntentEventType,
  now: Date,
  { answer, ...change }: PaymentChange & { answer?: Signed } = {},
): NewEvent {
  const { id: intent_id, reference, live } = intent
  const { result, verdict } = answer ?? { result: null, verdict: null }
  return {
    id: newId('evt'),
    type,
    timestamp: now.toISOString(),
    data: { intent_id, reference, live, result, verdict, payment: paymentOf(intent, change) },
  }
}
