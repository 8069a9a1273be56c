import type { Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { AuditEvent } from '../audit/index.ts'
import { addReturned, lockReturnable } from './deposit-store.ts'
import { closeAccounts, lockAccounts, post, RETURNS } from './ledger-store.ts'
import { addReturnOrder, type NewReturn } from './return-store.ts'
import { findWallet } from './wallet-store.ts'

export async function orderReturn(tx: Executor, given: Omit<NewReturn, 'id'>): Promise<string> {
  const id = newId('ret')
  await addReturnOrder(tx, { ...given, id })
  return id
}

/** Orders the return of a deposit, or of a part, out of a wallet. Needs the locks of its account and of the account of returns. */
export async function returnFromWallet(tx: Executor, availableId: string, given: Omit<NewReturn, 'id'>): Promise<void> {
  const { depositId, amount, now } = given
  const id = await orderReturn(tx, given)
  await addReturned(tx, depositId, amount)
  const lines = [[availableId, -amount] as const, [RETURNS, amount] as const]
  await post(tx, { kind: 'return', cause: `return:${id}`, at: now, lines })
}

/** Returns the whole balance of a closed wallet. It came in by deposits, and goes back by them, the newest first. */
export async function returnAll(
  tx: Executor,
  availableId: string,
  now: Date,
  deletionHash?: Buffer | null,
): Promise<void> {
  let left = (await lockAccounts(tx, [availableId, RETURNS]))(availableId).balance
  const deposits = left === 0 ? [] : await lockReturnable(tx, availableId)
  for (const { id, rest } of deposits) {
    const amount = Math.min(left, rest)
    if (amount === 0) break
    await returnFromWallet(tx, availableId, { depositId: id, amount, reason: 'account_closed', now, deletionHash })
    left -= amount
  }
  if (left > 0) throw new Error('a wallet holds more than came in')
}

/**
 * Closes the wallet of an account that is about to be erased. Needs the lock of the account's row.
 * @returns events for the audit trail; undefined while something is reserved, which ends by itself
 */
export async function closeWallet(
  tx: Executor,
  accountId: string,
  now: Date,
  deletionHash: Buffer | null,
): Promise<AuditEvent[] | undefined> {
  const wallet = await findWallet(tx, accountId)
  if (wallet === undefined) return []
  const { availableId, reservedId } = wallet
  const held = await lockAccounts(tx, [availableId, reservedId, RETURNS])
  if (held(reservedId).balance > 0) return undefined
  await closeAccounts(tx, [availableId, reservedId], now)
  if (held(availableId).balance === 0) return []
  await returnAll(tx, availableId, now, deletionHash)
  return [{ type: 'wallet.return_ordered', accountId, reason: 'account_closed' }]
}
