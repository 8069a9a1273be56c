import {
  AppError,
  type DepositInstructions,
  WALLET_CURRENCY,
  WALLET_MAX_BALANCE,
  type WalletBalance,
  type WalletEntry,
  type WalletReceipt,
} from '@avouch/contract'
import type { Database } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { Audit } from '../audit/index.ts'
import type { Switches } from '../switches/index.ts'
import { referenceHash, referenceOf } from './reference.ts'
import { entriesOf, entryOf, type EntryRow } from './wallet-entry-store.ts'
import { addWallet, balanceOf, findWallet, lockActiveAccount, type NewWallet, type Wallet } from './wallet-store.ts'

const PAGE_SIZE = 20

type Deps = {
  db: Database
  switches: Switches
  /** Derive the reference for deposits. */
  keys: Keys
  audit: Audit
  /** The account that transfers go to. Without an address for returns the product has no bank and takes no deposits. */
  bank: { iban: string | null; accountHolder: string | null; returnsUrl: string | undefined }
}
type Page = { limit?: number | undefined; cursor?: string | undefined }

/** The account's wallet, or the new one when it has none. @returns undefined when the account has ended */
export const openWallet = ({ db, audit }: Pick<Deps, 'db' | 'audit'>, fresh: NewWallet): Promise<Wallet | undefined> =>
  db.transaction(async (tx) => {
    const { accountId, availableId, reservedId } = fresh
    if (!(await lockActiveAccount(tx, accountId))) return undefined
    const known = await findWallet(tx, accountId)
    if (known !== undefined) return known
    await addWallet(tx, fresh)
    await audit.append(tx, { type: 'wallet.opened', accountId })
    return { availableId, reservedId }
  })

/** An entry as its owner sees it. */
export const toWalletEntry = (entry: EntryRow): WalletEntry => ({
  id: entry.id,
  kind: entry.kind,
  at: entry.at.toISOString(),
  available_change: entry.availableChange,
  reserved_change: entry.reservedChange,
  currency: WALLET_CURRENCY,
  provider: entry.provider === null ? null : { name: entry.provider },
  description: entry.description,
})

/** The signed-in user's own wallet. It is opened by the first look at the deposit instructions, or the first payment. */
export class Wallets {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The wallet, opened if need be. @throws AppError invalid_token when the account has ended */
  async opened(accountId: string): Promise<Wallet> {
    const found = await findWallet(this.#deps.db, accountId)
    if (found !== undefined) return found
    const fresh = { availableId: newId('lac'), reservedId: newId('lac') }
    const reference = referenceHash(referenceOf(this.#deps.keys, fresh.availableId))
    const wallet = await openWallet(this.#deps, { ...fresh, accountId, referenceHash: reference })
    if (wallet === undefined) throw new AppError('invalid_token')
    return wallet
  }

  async balance(accountId: string): Promise<WalletBalance> {
    const { db } = this.#deps
    const wallet = await findWallet(db, accountId)
    const held = wallet === undefined ? { available: 0, reserved: 0 } : await balanceOf(db, wallet)
    return { ...held, currency: WALLET_CURRENCY }
  }

  async entries(accountId: string, { limit = PAGE_SIZE, cursor }: Page) {
    const { db } = this.#deps
    const wallet = await findWallet(db, accountId)
    if (wallet === undefined) return { data: [], next_cursor: null }
    // One row more than the page: its presence means that another page follows.
    const found = await entriesOf(db, wallet, { before: cursor, limit: limit + 1 })
    const page = found.slice(0, limit)
    return { data: page.map(toWalletEntry), next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
  }

  /** @throws AppError not_found, the same for an unknown entry and one of another wallet */
  async receipt(accountId: string, entryId: string): Promise<WalletReceipt> {
    const { db } = this.#deps
    const wallet = await findWallet(db, accountId)
    const entry = wallet === undefined ? undefined : await entryOf(db, wallet, entryId)
    if (entry === undefined) throw new AppError('not_found')
    const transaction = entry.intentId === null ? null : transactionLabel(entry.intentId)
    const { reference, refunded, returnReason } = entry
    return { entry: toWalletEntry(entry), transaction, reference, refunded, return_reason: returnReason }
  }

  /** @throws AppError invalid_token when the account has ended */
  async depositInstructions(accountId: string): Promise<DepositInstructions> {
    const { switches, keys, bank } = this.#deps
    const { availableId } = await this.opened(accountId)
    const { maintenance } = await switches.values()
    return {
      open: bank.returnsUrl !== undefined && maintenance === '0',
      reference: referenceOf(keys, availableId),
      iban: bank.iban,
      account_holder: bank.accountHolder,
      currency: WALLET_CURRENCY,
      max_balance: WALLET_MAX_BALANCE,
    }
  }
}
