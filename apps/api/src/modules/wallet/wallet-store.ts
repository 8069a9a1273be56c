import type { Executor } from '../../platform/database/database.ts'
import { bigint, bool, row, text } from '../../platform/database/rows.ts'

/** Two accounts of the ledger. Only the wallet links them to a person. */
export type Wallet = { availableId: string; reservedId: string }

const WALLET = row({ available_id: text, reserved_id: text })
const FIND = 'select available_id, reserved_id from wallet where account_id = $1'

const LOCK_ACCOUNT = `select 1 from account where id = $1 and state = 'active' for no key update`
const ADD_ACCOUNTS = `insert into ledger_account (id, kind) values ($1, 'available'), ($2, 'reserved')`
const ADD = 'insert into wallet (account_id, available_id, reserved_id, reference_hash) values ($1, $2, $3, $4)'

/** Locks the owners' accounts, so that their ends come before or after the deposit. */
const BY_REFERENCES = `
  select w.account_id, w.available_id, w.reserved_id, a.state = 'active' as active
  from wallet w join account a on a.id = w.account_id where w.reference_hash = any($1) order by a.id for share of a`
const OWNED = row({ account_id: text, available_id: text, reserved_id: text, active: bool })

const BALANCES = 'select id, balance from ledger_account where id in ($1, $2)'
const BALANCE = row({ id: text, balance: bigint })

export async function findWallet(db: Executor, accountId: string): Promise<Wallet | undefined> {
  const [found] = await db.query(FIND, [accountId], WALLET)
  return found && { availableId: found.available_id, reservedId: found.reserved_id }
}

/** Locks the account, so that one wallet is opened for it. @returns false when the account has ended */
export const lockActiveAccount = async (tx: Executor, accountId: string): Promise<boolean> =>
  (await tx.query(LOCK_ACCOUNT, [accountId])).length > 0

export type NewWallet = Wallet & { accountId: string; referenceHash: Buffer }

/** The wallet and its two ledger accounts. */
export async function addWallet(tx: Executor, wallet: NewWallet): Promise<void> {
  const { accountId, availableId, reservedId, referenceHash } = wallet
  await tx.query(ADD_ACCOUNTS, [availableId, reservedId])
  await tx.query(ADD, [accountId, availableId, reservedId, referenceHash])
}

export type OwnedWallet = Wallet & { accountId: string; active: boolean }

/** `active`: its owner's account has not ended. */
export async function lockWalletsOf(tx: Executor, referenceHashes: readonly Buffer[]): Promise<OwnedWallet[]> {
  const found = await tx.query(BY_REFERENCES, [referenceHashes], OWNED)
  return found.map(({ account_id, available_id, reserved_id, active }) => ({
    accountId: account_id,
    availableId: available_id,
    reservedId: reserved_id,
    active,
  }))
}

/** Reads both balances, in minor units, by one statement, so that money moving between them is counted once. */
export async function balanceOf(db: Executor, { availableId, reservedId }: Wallet) {
  const balances = await db.query(BALANCES, [availableId, reservedId], BALANCE)
  const of = (id: string) => balances.find((account) => account.id === id)?.balance
  const [available, reserved] = [of(availableId), of(reservedId)]
  if (available === undefined || reserved === undefined) throw new Error('a wallet without its ledger accounts')
  return { available, reserved }
}
