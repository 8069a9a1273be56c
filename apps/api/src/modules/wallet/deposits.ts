import { AppError, bankEvent, HOUR_MS, type ReturnReason, WALLET_CURRENCY, WALLET_MAX_BALANCE } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Streaks } from '../../platform/database/streaks.ts'
import { sweepOf } from '../../platform/database/sweep.ts'
import { readUnknownEvent } from '../../platform/partner-event.ts'
import type { Audit } from '../audit/index.ts'
import { lockMaintenance } from '../switches/index.ts'
import { addDeposit, agreesWithKnown, type Incoming } from './deposit-store.ts'
import { BANK, lockAccounts, isBooked, post, RETURNS } from './ledger-store.ts'
import { findReferences, referenceHash } from './reference.ts'
import { orderReturn, returnFromWallet } from './returning.ts'
import { lockWalletsOf, type OwnedWallet } from './wallet-store.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  warn: (event: string, details: object) => void
  streaks: Streaks
}

/** The end of a payment that came in; a reason says that it goes back. */
export type Received = 'repeat' | 'contradiction' | 'credited' | 'several_wallets' | ReturnReason

type Deposit = Incoming & { id: string }

/**
 * One transaction: the payment once, into the wallet that it names or on its way back; which one of several was meant is not
 * guessed. A different report of a known payment, or a known report of a different payment, is a contradiction and changes
 * nothing.
 */
export const receiveDeposit = ({ db, audit }: Pick<Deps, 'db' | 'audit'>, incoming: Incoming): Promise<Received> =>
  db.transaction(async (tx) => {
    const isBookable = isBooked(incoming)
    const [wallet, ...others] = isBookable ? await lockWalletsOf(tx, incoming.referenceHashes) : []
    const isClear = others.length === 0
    const deposit = { ...incoming, id: newId('dep') }
    const availableId = isClear && wallet?.active === true ? wallet.availableId : null
    if (!(await addDeposit(tx, { ...deposit, availableId }))) return repeated(tx, audit, incoming)
    if (!isBookable) {
      const isForeign = incoming.currency !== WALLET_CURRENCY
      return sendBack(tx, audit, deposit, isForeign ? 'foreign_currency' : 'balance_limit')
    }
    if (wallet === undefined) return refuse(tx, audit, deposit, 'unknown_reference')
    if (!isClear) {
      await refuse(tx, audit, deposit, 'unknown_reference')
      return 'several_wallets'
    }
    return wallet.active ? credit(tx, audit, deposit, wallet) : refuse(tx, audit, deposit, 'account_closed')
  })

async function repeated(tx: Executor, audit: Audit, incoming: Incoming): Promise<Received> {
  if (await agreesWithKnown(tx, incoming)) return 'repeat'
  await audit.append(tx, { type: 'wallet.contradiction', reason: incoming.paymentId })
  return 'contradiction'
}

async function sendBack(tx: Executor, audit: Audit, deposit: Deposit, reason: ReturnReason) {
  const { id, amount, now } = deposit
  await orderReturn(tx, { depositId: id, amount, reason, now })
  await audit.append(tx, { type: 'wallet.return_ordered', reason })
  return reason
}

/** Goes back to the bank without having been in a wallet. */
async function refuse(tx: Executor, audit: Audit, deposit: Deposit, reason: ReturnReason) {
  const { id, amount, now } = deposit
  await lockAccounts(tx, [BANK, RETURNS])
  const lines = [[BANK, -amount] as const, [RETURNS, amount] as const]
  await post(tx, { kind: 'deposit', cause: `deposit:${id}`, at: now, lines })
  return sendBack(tx, audit, deposit, reason)
}

/** Books a deposit into the wallet, and its return if it can't be credited. */
async function credit(tx: Executor, audit: Audit, deposit: Deposit, wallet: OwnedWallet): Promise<Received> {
  const { id, amount, now } = deposit
  const { accountId, availableId, reservedId } = wallet
  const inMaintenance = await lockMaintenance(tx)
  const held = await lockAccounts(tx, [BANK, RETURNS, availableId, reservedId])
  const total = held(availableId).balance + held(reservedId).balance + amount
  const reason = inMaintenance ? 'maintenance' : total > WALLET_MAX_BALANCE ? 'balance_limit' : undefined
  const lines = [[BANK, -amount] as const, [availableId, amount] as const]
  await post(tx, { kind: 'deposit', cause: `deposit:${id}`, at: now, lines })
  if (reason !== undefined) await returnFromWallet(tx, availableId, { depositId: id, amount, reason, now })
  await audit.append(
    tx,
    { type: 'wallet.deposited', accountId, reason: id },
    ...(reason === undefined ? [] : [{ type: 'wallet.return_ordered', accountId, reason } as const]),
  )
  return reason ?? 'credited'
}

/** Money that comes in by the bank. What can't be kept goes back. */
export class Deposits {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * A verified message of the bank. What is not understood is not refused, because the bank would repeat it
   * for ever; where it may be about money, a person has to look. @throws AppError payment_contradicts
   */
  async receive(eventId: string, message: unknown): Promise<Received | 'ignored'> {
    const event = bankEvent.safeParse(message)
    if (!event.success) {
      const { type, data: unread } = readUnknownEvent(message)
      const isAboutMoney =
        type === 'none' || type.startsWith('payment.') || 'payment_id' in unread || 'amount' in unread
      this.#deps.warn(isAboutMoney ? 'bank event not understood' : 'bank event ignored', { type, message: eventId })
      if (isAboutMoney) await this.#deps.streaks.bad('bank message', eventId, { why: 'error' })
      return 'ignored'
    }
    const { data } = event.data
    const received = await receiveDeposit(this.#deps, {
      eventId,
      paymentId: data.payment_id,
      amount: data.amount,
      currency: data.currency,
      referenceHashes: findReferences(data.reference).map(referenceHash),
      now: this.#deps.clock(),
    })
    if (received === 'several_wallets') this.#deps.warn('deposit names several wallets', { paymentId: data.payment_id })
    if (received !== 'contradiction') return received
    this.#deps.warn('bank contradicts itself', { paymentId: data.payment_id })
    throw new AppError('payment_contradicts')
  }
}

/** A message that is not understood stays a row for the operator for so long, whatever the bank sends afterwards. */
const UNREAD_DAYS = 7
export const sweepUnread = sweepOf({
  keepMs: UNREAD_DAYS * 24 * HOUR_MS,
  table: 'failure_streak',
  where: "t.kind = 'bank message' and t.failing_since <= $3",
})
