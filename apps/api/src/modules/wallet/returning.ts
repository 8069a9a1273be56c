import type { ReturnReason } from '@avouch/contract'
import type { AuditEvent } from '../audit/index.ts'
import { newId } from '../../platform/identifier.ts'
import type { Executor } from '../../platform/database/database.ts'
import { holdAccounts, post, RETURNS } from './ledger.ts'
import { minorUnits } from '../../platform/minor-units.ts'

const ORDER = `
  insert into return_order (id, deposit_id, amount, reason, next_attempt_at, created_at) values ($1, $2, $3, $4, $5, $5)`

export type NewReturn = { depositId: string; amount: number; reason: ReturnReason; now: Date }

/** Written down for the bank, as part of what caused it. */
export async function orderReturn(tx: Executor, { depositId, amount, reason, now }: NewReturn): Promise<string> {
  const id = newId('ret')
  await tx.query(ORDER, [id, depositId, amount, reason, now])
  return id
}

/** Out of a wallet. The caller holds its account and the one of returns. */
export async function returnFromWallet(tx: Executor, availableId: string, given: NewReturn): Promise<void> {
  const { depositId, amount, now } = given
  const id = await orderReturn(tx, given)
  await tx.query('update deposit set returned = returned + $2 where id = $1', [depositId, amount])
  const lines = [[availableId, -amount] as const, [RETURNS, amount] as const]
  await post(tx, { kind: 'return', cause: `return:${id}`, at: now, lines })
}

/** All that a wallet holds came in by deposits, so it finds its way back; the newest one first. */
const DEPOSITS = `
  select id, amount - returned as rest from deposit where available_id = $1 and returned < amount
  order by received_at desc, id for update`

/** What is in a wallet that is nobody's any more goes back to where it came from. */
export async function returnAll(tx: Executor, availableId: string, now: Date): Promise<void> {
  let left = (await holdAccounts(tx, [availableId, RETURNS]))(availableId).balance
  const deposits = left === 0 ? [] : await tx.query<{ id: string; rest: unknown }>(DEPOSITS, [availableId])
  for (const { id, rest } of deposits) {
    const amount = Math.min(left, minorUnits(rest))
    if (amount === 0) break
    await returnFromWallet(tx, availableId, { depositId: id, amount, reason: 'account_closed', now })
    left -= amount
  }
  if (left > 0) throw new Error('a wallet holds more than came in')
}

const WALLET = 'select available_id, reserved_id from wallet where account_id = $1'
const CLOSE = 'update ledger_account set closed_at = $2 where id = any($1) and closed_at is null'

/**
 * Closes the wallet of an account that is about to be erased. The caller holds the account's row.
 * @returns what the audit trail is to say; undefined while something is reserved, which will end by itself
 */
export async function closeWallet(tx: Executor, accountId: string, now: Date): Promise<AuditEvent[] | undefined> {
  const [wallet] = await tx.query<{ available_id: string; reserved_id: string }>(WALLET, [accountId])
  if (wallet === undefined) return []
  const held = await holdAccounts(tx, [wallet.available_id, wallet.reserved_id, RETURNS])
  if (held(wallet.reserved_id).balance > 0) return undefined
  await tx.query(CLOSE, [[wallet.available_id, wallet.reserved_id], now])
  const { balance } = held(wallet.available_id)
  if (balance === 0) return []
  await returnAll(tx, wallet.available_id, now)
  return [{ type: 'wallet.return_ordered', accountId, reason: 'account_closed' }]
}
