import { newId } from '../../platform/identifier.ts'
import type { Executor } from '../../platform/database/database.ts'
import { minorUnits } from '../../platform/minor-units.ts'

export const BANK = 'bank'
export const RETURNS = 'returns'

export type LedgerEntry = {
  kind: 'deposit' | 'return' | 'returned' | 'reservation' | 'release' | 'payment' | 'refund'
  /** Named after what caused it: the same moves money once. */
  cause: string
  intentId?: string
  at: Date
  /** Plus and minus; together nothing. */
  lines: readonly (readonly [account: string, amount: number])[]
}
export type HeldAccount = { balance: number; closed: boolean }

/**
 * Whoever needs several accounts takes them in the order of their names: two never wait for each other. A row that names an
 * account keeps nobody from holding it, because two deposits of one wallet are written down before either holds.
 */
const HOLD = `
  select id, balance, closed_at is not null as closed from ledger_account where id = any($1)
  order by id for no key update`

/** Alone with the accounts until the end of the transaction. Behind intents, before providers and the audit trail. */
export async function holdAccounts(tx: Executor, ids: readonly string[]): Promise<(id: string) => HeldAccount> {
  const rows = await tx.query<{ id: string; balance: unknown; closed: boolean }>(HOLD, [ids])
  const held = new Map(rows.map(({ id, balance, closed }) => [id, { balance: minorUnits(balance), closed }]))
  return (id) => {
    const account = held.get(id)
    if (account === undefined) throw new Error('an account of the ledger is not there')
    return account
  }
}

const POST = `
  with entry as (
    insert into ledger_entry (id, kind, cause, intent_id, at) values ($1, $2, $3, $4, $5) returning id)
  insert into ledger_line (entry_id, account_id, amount)
  select entry.id, line.account, line.amount from entry, unnest($6::text[], $7::bigint[]) as line(account, amount)`

/**
 * Moves money. The balances follow; one that would fall below nothing, and lines that do not sum to nothing, are refused
 * by the database. The caller holds the accounts.
 * @returns the entry's id
 */
export async function post(tx: Executor, { kind, cause, intentId, at, lines }: LedgerEntry): Promise<string> {
  const id = newId('ent')
  const [accounts, amounts] = [lines.map(([account]) => account), lines.map(([, amount]) => amount)]
  await tx.query(POST, [id, kind, cause, intentId ?? null, at, accounts, amounts])
  return id
}
