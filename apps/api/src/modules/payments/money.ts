import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Audit } from '../audit/index.ts'
import { lockAccounts, post, type Wallet } from '../wallet/index.ts'
import { addEvents, type NewEvent } from '../webhooks/index.ts'
import * as store from './payment-store.ts'

/** lost: the payment can't be confirmed or executed by this payer any more. */
export type Reserved = 'reserved' | 'insufficient' | 'not_adult' | 'lost'
export type Captured = { kind: 'executed' } | { kind: 'not_adult' } | { kind: 'lost' } | { kind: 'held'; since: Date }

export type Reservation = { intentId: string; accountId: string; wallet: Wallet; now: Date }

export type Capture = {
  intentId: string
  accountId: string
  receipt: string
  event: NewEvent
  now: Date
  /** A PIN that was reset in an unknown browser after this moment delays payments. */
  heldSince: Date
}

const isTooYoung = ({ minimumAge }: store.HeldPayment, { adult }: store.Payer) => minimumAge !== null && !adult

/** One transaction: sets the amount aside, once. A test payment moves no money. */
export const reserve = (
  { db, audit }: { db: Database; audit: Audit },
  { intentId, accountId, wallet: { availableId, reservedId }, now }: Reservation,
): Promise<Reserved> =>
  db.transaction(async (tx) => {
    const payer = await store.lockPayer(tx, accountId)
    const payment = await store.lockPayment(tx, 'reserve', intentId, accountId, now)
    if (payer === undefined || payment === undefined) return 'lost'
    if (isTooYoung(payment, payer)) return 'not_adult'
    if (payment.live) {
      const { amount } = payment
      const held = await lockAccounts(tx, [availableId, reservedId])
      if (held(availableId).balance < amount) return 'insufficient'
      await store.setAside(tx, intentId, availableId, reservedId)
      const lines = [[availableId, -amount] as const, [reservedId, amount] as const]
      await post(tx, { kind: 'reservation', cause: `reservation:${intentId}`, intentId, at: now, lines })
    }
    await store.markReserved(tx, intentId)
    await audit.append(tx, { type: 'payment.reserved', accountId })
    return 'reserved'
  })

/** One transaction: pays what was set aside, once, with the event for the provider. */
export const capture = (
  { db, audit }: { db: Database; audit: Audit },
  { intentId, accountId, receipt, event, now, heldSince }: Capture,
): Promise<Captured> =>
  db.transaction(async (tx) => {
    const payer = await store.lockPayer(tx, accountId)
    const payment = await store.lockPayment(tx, 'execute', intentId, accountId, now)
    if (payer === undefined || payment === undefined) return { kind: 'lost' }
    if (isTooYoung(payment, payer)) return { kind: 'not_adult' }
    const since = payer.resetInUnknownBrowserAt
    if (since !== null && since > heldSince) return { kind: 'held', since }
    await pay(tx, payment, now)
    await store.markExecuted(tx, intentId, receipt, now)
    await audit.append(tx, { type: 'payment.executed', accountId })
    await addEvents(tx, [{ providerId: payment.providerId, event }], now)
    return { kind: 'executed' }
  })

async function pay(tx: Executor, payment: store.HeldPayment, now: Date): Promise<void> {
  const { intentId, live, providerId, amount, reservedId } = payment
  if (!live || reservedId === null) return
  const payable = await payableOf(tx, providerId)
  await lockAccounts(tx, [reservedId, payable])
  const lines = [[reservedId, -amount] as const, [payable, amount] as const]
  await post(tx, { kind: 'payment', cause: `payment:${intentId}`, intentId, at: now, lines })
}

/** The id of the provider's account in the ledger, added if need be. */
export async function payableOf(tx: Executor, providerId: string): Promise<string> {
  const known = await store.findPayable(tx, providerId)
  if (known !== undefined) return known.id
  await store.addPayable(tx, newId('lac'), providerId)
  const added = await store.findPayable(tx, providerId)
  if (added === undefined) throw new Error('a provider without an account in the ledger')
  return added.id
}
