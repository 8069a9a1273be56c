import { DEPOSIT_MAX_AMOUNT, WALLET_CURRENCY } from '@avouch/contract'
import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, row, text } from '../../platform/database/rows.ts'
import { newId } from '../../platform/identifier.ts'

export const BANK = 'bank'
export const RETURNS = 'returns'

/** Euros in amounts that a number can sum exactly. Everything else goes back as it came, without an entry. */
export const isBooked = ({ amount, currency }: { amount: number; currency: string }): boolean =>
  currency === WALLET_CURRENCY && amount <= DEPOSIT_MAX_AMOUNT

/** `amount`: minor units, positive or negative. */
type LedgerLine = readonly [account: string, amount: number]

type LedgerEntry = {
  kind: 'deposit' | 'return' | 'returned' | 'reservation' | 'release' | 'payment' | 'refund'
  /** Names what caused it. It is unique, so that one cause moves money once. */
  cause: string
  intentId?: string
  at: Date
  /** Their sum is zero. */
  lines: readonly LedgerLine[]
}

/**
 * Accounts are locked in the order of their ids, so that two transactions never deadlock. The lock allows rows that refer
 * to an account: two deposits of one wallet are inserted before either locks it.
 */
const LOCK = `
  select id, balance, closed_at is not null as closed from ledger_account where id = any($1)
  order by id for no key update`
const HELD = row({ id: text, balance: bigint, closed: bool })

const POST = `
  with entry as (
    insert into ledger_entry (id, kind, cause, intent_id, at) values ($1, $2, $3, $4, $5) returning id)
  insert into ledger_line (entry_id, account_id, amount)
  select entry.id, line.account, line.amount from entry, unnest($6::text[], $7::bigint[]) as line(account, amount)`

const CLOSE = 'update ledger_account set closed_at = $2 where id = any($1) and closed_at is null'

export type HeldAccount = { balance: number; closed: boolean }

/** Locks ledger accounts until the end of the transaction. Rows are locked in this order: account, intent, ledger accounts, provider. */
export async function lockAccounts(tx: Executor, ids: readonly string[]): Promise<(id: string) => HeldAccount> {
  const accounts = await tx.query(LOCK, [ids], HELD)
  const held = new Map(accounts.map(({ id, balance, closed }) => [id, { balance, closed }]))
  return (id) => {
    const account = held.get(id)
    if (account === undefined) throw new Error('an account of the ledger does not exist')
    return account
  }
}

/**
 * Moves money; the balances follow. The database refuses lines that do not sum to zero, and a balance below zero. The
 * caller has to lock the accounts.
 * @returns the entry's id
 */
export async function post(tx: Executor, { kind, cause, intentId, at, lines }: LedgerEntry): Promise<string> {
  const id = newId('ent')
  const [accounts, amounts] = [lines.map(([account]) => account), lines.map(([, amount]) => amount)]
  await tx.query(POST, [id, kind, cause, intentId ?? null, at, accounts, amounts])
  return id
}

/** Money that later comes to a closed account returns to the bank. */
export const closeAccounts = async (tx: Executor, ids: readonly string[], now: Date): Promise<void> =>
  void (await tx.query(CLOSE, [ids, now]))
