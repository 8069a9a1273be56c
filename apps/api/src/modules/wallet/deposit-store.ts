import { type ReturnReason, WALLET_CURRENCY, WALLET_MAX_BALANCE } from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import type { DepositStore, Incoming, Received } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { BANK, holdAccounts, post, RETURNS } from './ledger.ts'
import { orderReturn, returnFromWallet } from './returning.ts'

/** Whoever ends the account meanwhile waits, or is waited for. */
const WALLET = `
  select w.account_id, w.available_id, w.reserved_id, a.state = 'active' as active
  from wallet w join account a on a.id = w.account_id where w.reference_hash = $1 for share of a`
type WalletRow = { account_id: string; available_id: string; reserved_id: string; active: boolean }

const ADD = `
  insert into deposit (id, event_id, payment_id, available_id, amount, currency, received_at)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict do nothing returning id`

/** Whether all that is known under these names says the same. */
const SAYS_THE_SAME = `
  select bool_and(payment_id = $2 and amount = $3 and currency = $4) as same from deposit
  where event_id = $1 or payment_id = $2`

/** Whoever turns the switch meanwhile waits: a deposit comes before or after. */
const MAINTENANCE = `select value from switch where name = 'maintenance' for share`

type Deposit = Incoming & { id: string }

export function createDepositStore(db: Database, append: AppendEvents): DepositStore {
  const isClosed = async (tx: Executor) => (await tx.query<{ value: string }>(MAINTENANCE))[0]?.value === '1'

  async function sendBack(tx: Executor, { id, amount, now }: Deposit, reason: ReturnReason): Promise<ReturnReason> {
    await orderReturn(tx, { depositId: id, amount, reason, now })
    await append(tx, { type: 'wallet.return_ordered', reason })
    return reason
  }

  async function repeated(tx: Executor, { eventId, paymentId, amount, currency }: Incoming): Promise<Received> {
    const [known] = await tx.query<{ same: boolean }>(SAYS_THE_SAME, [eventId, paymentId, amount, currency])
    if (known?.same === true) return 'repeat'
    await append(tx, { type: 'wallet.contradiction', reason: paymentId })
    return 'contradiction'
  }

  /** It is nobody's: from the bank straight back to it. */
  async function refuse(tx: Executor, deposit: Deposit, reason: ReturnReason): Promise<ReturnReason> {
    const { id, amount, now } = deposit
    await holdAccounts(tx, [BANK, RETURNS])
    const lines = [[BANK, -amount] as const, [RETURNS, amount] as const]
    await post(tx, { kind: 'deposit', cause: `deposit:${id}`, at: now, lines })
    return sendBack(tx, deposit, reason)
  }

  /** Its holder sees it come, and go when it can't stay. */
  async function take(tx: Executor, deposit: Deposit, wallet: WalletRow): Promise<Received> {
    const { id, amount, now } = deposit
    const { account_id: accountId, available_id: availableId, reserved_id: reservedId } = wallet
    const closed = await isClosed(tx)
    const held = await holdAccounts(tx, [BANK, RETURNS, availableId, reservedId])
    const holds = held(availableId).balance + held(reservedId).balance
    const tooMuch = holds + amount > WALLET_MAX_BALANCE ? 'balance_limit' : undefined
    const reason = closed ? 'maintenance' : tooMuch
    const lines = [[BANK, -amount] as const, [availableId, amount] as const]
    await post(tx, { kind: 'deposit', cause: `deposit:${id}`, at: now, lines })
    if (reason !== undefined) await returnFromWallet(tx, availableId, { depositId: id, amount, reason, now })
    await append(
      tx,
      { type: 'wallet.deposited', accountId, reason: id },
      ...(reason === undefined ? [] : [{ type: 'wallet.return_ordered', accountId, reason } as const]),
    )
    return reason ?? 'credited'
  }

  return {
    receive: (incoming) =>
      db.transaction(async (tx) => {
        const { eventId, paymentId, amount, currency, referenceHash, now } = incoming
        const isForeign = currency !== WALLET_CURRENCY
        const [wallet] = isForeign ? [] : await tx.query<WalletRow>(WALLET, [referenceHash])
        const id = newId('dep')
        const availableId = wallet?.active === true ? wallet.available_id : null
        const added = await tx.query(ADD, [id, eventId, paymentId, availableId, amount, currency, now])
        if (added.length === 0) return repeated(tx, incoming)
        const deposit = { ...incoming, id }
        if (isForeign) return sendBack(tx, deposit, 'foreign_currency')
        if (wallet === undefined) return refuse(tx, deposit, 'unknown_reference')
        return wallet.active ? take(tx, deposit, wallet) : refuse(tx, deposit, 'account_closed')
      }),
  }
}
