import type { Wallet, WalletStore } from './ports.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { bigint, row, text } from '../../platform/database/rows.ts'
import { entriesOf, entryOf } from './wallet-entries.ts'

type WalletRow = { available_id: string; reserved_id: string }

const FIND = 'select available_id, reserved_id from wallet where account_id = $1'

/** Whoever holds the account's row is alone with its wallet's beginning. */
const HOLD_ACCOUNT = `select 1 from account where id = $1 and state = 'active' for no key update`
const ADD_ACCOUNTS = `insert into ledger_account (id, kind) values ($1, 'available'), ($2, 'reserved')`
const ADD = 'insert into wallet (account_id, available_id, reserved_id, reference_hash) values ($1, $2, $3, $4)'

const BALANCES = row({ id: text, balance: bigint })
const BALANCE = 'select id, balance from ledger_account where id in ($1, $2)'

export async function findWallet(db: Executor, accountId: string): Promise<Wallet | undefined> {
  const [row] = await db.query<WalletRow>(FIND, [accountId])
  return row && { availableId: row.available_id, reservedId: row.reserved_id }
}

/** Both from one look: what moves between them is in one of them. */
export async function balanceOf(db: Executor, { availableId, reservedId }: Wallet) {
  const rows = await db.query(BALANCE, [availableId, reservedId], BALANCES)
  const of = (id: string) => rows.find((found) => found.id === id)?.balance
  const [available, reserved] = [of(availableId), of(reservedId)]
  if (available === undefined || reserved === undefined) throw new Error('a wallet without its ledger accounts')
  return { available, reserved }
}

export function createWalletStore(db: Database, append: AppendEvents): WalletStore {
  return {
    find: (accountId) => findWallet(db, accountId),

    open: ({ accountId, availableId, reservedId, referenceHash }) =>
      db.transaction(async (tx) => {
        const active = await tx.query(HOLD_ACCOUNT, [accountId])
        if (active.length === 0) return undefined
        const known = await findWallet(tx, accountId)
        if (known !== undefined) return known
        await tx.query(ADD_ACCOUNTS, [availableId, reservedId])
        await tx.query(ADD, [accountId, availableId, reservedId, referenceHash])
        await append(tx, { type: 'wallet.opened', accountId })
        return { availableId, reservedId }
      }),

    balance: (wallet) => balanceOf(db, wallet),
    entries: (wallet, page) => entriesOf(db, wallet, page),
    entry: (wallet, id) => entryOf(db, wallet, id),
  }
}
