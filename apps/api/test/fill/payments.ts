import { HOUR_MS, type IntentEvent, MINUTE_MS, WALLET_CURRENCY } from '@avouch/contract'
import { MerchantCodes } from '../../src/modules/intents/merchant-codes.ts'
import { later } from '../../src/platform/clock.ts'
import { tokenHash } from '../../src/platform/identifier.ts'
import { createDeliveries, EVENT_TABLES } from './deliveries.ts'
import type { Row } from './load.ts'
import { createChance, daysBefore, earlier } from './plan.ts'
import type { Needs } from './requests.ts'
import type { Website } from './websites.ts'

export const PAYMENT_TABLES = ['intent', 'payment', 'payment_refund', ...EVENT_TABLES] as const
type AddRow = (table: (typeof PAYMENT_TABLES)[number], row: Row) => void

/** Moves an amount from one account of the ledger to another one. */
export type Entry = {
  kind: 'deposit' | 'reservation' | 'release' | 'payment' | 'refund'
  cause: string
  intentId?: string
  at: Date
  amount: number
  from: string
  to: string
}
export type Payer = { accountId: string; availableId: string; reservedId: string }
type Payment = { id: string; website: Website; reference: string; amount: number }

const PRICES_CENTS = [199, 499, 999, 1_299]
const STATES = { executed: 0.9, reserved: 0.03, cancelled: 0.07 } as const
type State = keyof typeof STATES
const REFUNDED = 0.05
/** Payments that came to nothing are kept as long, and events. */
const KEPT_DAYS = 90
const DESCRIPTIONS = ['Eintrittskarte', 'Zwei Flaschen Riesling', 'Abendkarte', 'Whisky, 0,7 l']

/** Payments to websites, with the entries that they make in the ledger. */
export function createPayments({ plan, websites, keyring, signer, publicUrl }: Needs) {
  const { seed, now } = plan
  const chance = createChance(seed, 'payments')
  const codes = new MerchantCodes({ keys: keyring.for('mintid'), publicUrl })
  const deliveries = createDeliveries(plan, 'payments')
  const isLive = ({ stage }: Website) => stage === 'live'
  const payables = new Map(websites.all.filter(isLive).map(({ id }) => [id, chance.id('lac')]))
  const payableRows = Array.from(payables, ([provider_id, id]): Row => ({ id, kind: 'payable', provider_id }))

  function createdIn(state: State, since: Date): Date {
    if (state === 'reserved') return chance.between(later(now, -10 * MINUTE_MS), now)
    const from = state === 'executed' ? since : daysBefore(now, KEPT_DAYS - 1)
    return chance.between(from > since ? from : since, later(now, -15 * MINUTE_MS))
  }

  function receiptOf({ id, website, reference, amount }: Payment, at: Date): string {
    return signer.signReceipt({
      iss: publicUrl,
      aud: website.id,
      jti: chance.id('rec'),
      iat: Math.floor(at.getTime() / 1_000),
      intent_id: id,
      reference,
      live: true,
      amount,
      currency: WALLET_CURRENCY,
      status: 'paid',
    })
  }

  function intentOf({ id, website, reference, amount }: Payment, payer: Payer, state: State, createdAt: Date) {
    const endedAt = state === 'reserved' ? null : later(createdAt, 5 * MINUTE_MS)
    return {
      id,
      mintid_hash: tokenHash(codes.codeOf(id)),
      provider_id: website.id,
      live: true,
      kind: 'payment',
      minimum_age: null,
      accept: [],
      reference,
      redirect_uri: website.redirectUri,
      state,
      account_id: payer.accountId,
      request_hash: tokenHash(JSON.stringify([website.redirectUri, reference, amount])),
      created_at: createdAt,
      expires_at: later(createdAt, 30 * MINUTE_MS),
      answered_at: state === 'executed' ? endedAt : null,
      ended_at: endedAt,
      opened_at: later(createdAt, MINUTE_MS / 4),
      bound_at: later(createdAt, MINUTE_MS / 2),
    }
  }

  /** Gives all of a payment back. @returns the id of the refund */
  function refund(addRow: AddRow, { id: intentId, amount }: Payment, at: Date): string {
    const id = chance.id('ref')
    addRow('payment_refund', {
      id,
      intent_id: intentId,
      amount,
      idempotency_key: chance.id('idem'),
      request_hash: tokenHash(JSON.stringify([amount])),
      created_at: at,
    })
    return id
  }

  /** One payment of a wallet that has money since then. @returns its entries: set aside, then paid or given back */
  function add(addRow: AddRow, payer: Payer, since: Date): Entry[] {
    const { availableId, reservedId } = payer
    const website = websites.pick(chance)
    const payable = payables.get(website.id)
    if (payable === undefined) return []
    const state = chance.of(STATES)
    const [id, amount] = [chance.id('int'), chance.one(PRICES_CENTS)]
    const payment = { id, website, reference: `ticket-${chance.bytes(4).toString('hex')}`, amount }
    const intent = intentOf(payment, payer, state, createdIn(state, since))
    const { created_at: createdAt, ended_at: endedAt, reference } = intent
    const isRefunded = state === 'executed' && chance.is(REFUNDED)
    const receipt = state === 'executed' && endedAt !== null ? receiptOf(payment, endedAt) : null
    addRow('intent', intent)
    addRow('payment', {
      intent_id: id,
      amount,
      currency: WALLET_CURRENCY,
      description: chance.one(DESCRIPTIONS),
      available_id: availableId,
      reserved_id: reservedId,
      held: state === 'reserved',
      refunded: isRefunded ? amount : 0,
      receipt,
    })
    const moved = (kind: Entry['kind'], at: Date, from: string, to: string, cause = `${kind}:${id}`): Entry => ({
      kind,
      cause,
      intentId: id,
      at,
      amount,
      from,
      to,
    })
    const reservation = moved('reservation', later(createdAt, MINUTE_MS), availableId, reservedId)
    if (endedAt === null) return [reservation]
    const isKept = endedAt > daysBefore(now, KEPT_DAYS)
    const report = (type: IntentEvent['type'], at: Date, refunded: { id: string; amount: number } | null = null) => {
      const terms = {
        amount,
        currency: WALLET_CURRENCY,
        refunded_amount: refunded?.amount ?? 0,
        refund: refunded,
        receipt,
      }
      const data = { intent_id: id, reference, live: true, result: null, verdict: null, payment: terms }
      if (isKept) deliveries.add(addRow, { website, type, at, data })
    }
    report(state === 'executed' ? 'payment.executed' : 'payment.cancelled', endedAt)
    if (state !== 'executed') return [reservation, moved('release', endedAt, reservedId, availableId)]
    const paid = [reservation, moved('payment', endedAt, reservedId, payable)]
    if (!isRefunded) return paid
    const refundedAt = earlier(later(endedAt, 24 * HOUR_MS), now)
    const refundId = refund(addRow, payment, refundedAt)
    report('payment.refunded', refundedAt, { id: refundId, amount })
    return [...paid, moved('refund', refundedAt, payable, availableId, `refund:${refundId}`)]
  }

  return { payableRows, add }
}
