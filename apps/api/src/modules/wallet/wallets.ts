import {
  AppError,
  type DepositInstructions,
  WALLET_CURRENCY,
  WALLET_MAX_BALANCE,
  type WalletBalance,
  type WalletEntry,
  type WalletReceipt,
} from '@avouch/contract'
import { newId } from '../../platform/identifier.ts'
import { transactionLabel } from '../../platform/label.ts'
import type { Switches } from '../switches/index.ts'
import type { EntryRow, Wallet, WalletStore } from './ports.ts'
import { referenceHash, referenceOf } from './reference.ts'

const PAGE_SIZE = 20

type Deps = {
  store: WalletStore
  switches: Switches
  mac: (...parts: string[]) => Buffer
  /** Where transfers go; without a bank there are no deposits. */
  bankAccount: { iban: string | null; holder: string | null; connected: boolean }
}
type Page = { limit?: number | undefined; cursor?: string | undefined }
export type Wallets = ReturnType<typeof createWallets>

/** As it is told to its holder. */
export const toWalletEntry = (row: EntryRow): WalletEntry => ({
  id: row.id,
  kind: row.kind,
  at: row.at.toISOString(),
  available_change: row.availableChange,
  reserved_change: row.reservedChange,
  currency: WALLET_CURRENCY,
  provider: row.provider === null ? null : { name: row.provider },
  description: row.description,
})

/** The signed-in user's own wallet. It begins with the first look at how to top it up, or with the first payment. */
export function createWallets({ store, switches, mac, bankAccount }: Deps) {
  /** @throws AppError invalid_token when the account has ended */
  async function opened(accountId: string): Promise<Wallet> {
    const found = await store.find(accountId)
    if (found !== undefined) return found
    const fresh = { availableId: newId('lac'), reservedId: newId('lac') }
    const reference = referenceHash(referenceOf(mac, fresh.availableId))
    const wallet = await store.open({ ...fresh, accountId, referenceHash: reference })
    if (wallet === undefined) throw new AppError('invalid_token')
    return wallet
  }

  async function balance(accountId: string): Promise<WalletBalance> {
    const wallet = await store.find(accountId)
    const held = wallet === undefined ? { available: 0, reserved: 0 } : await store.balance(wallet)
    return { ...held, currency: WALLET_CURRENCY }
  }

  async function entries(accountId: string, { limit = PAGE_SIZE, cursor }: Page) {
    const wallet = await store.find(accountId)
    if (wallet === undefined) return { data: [], next_cursor: null }
    // One more than asked for tells whether there is another page.
    const found = await store.entries(wallet, { before: cursor, limit: limit + 1 })
    const page = found.slice(0, limit)
    return { data: page.map(toWalletEntry), next_cursor: found.length > limit ? (page.at(-1)?.id ?? null) : null }
  }

  /** @throws AppError not_found, the same for an entry that is not there and one of another wallet */
  async function receipt(accountId: string, entryId: string): Promise<WalletReceipt> {
    const wallet = await store.find(accountId)
    const row = wallet === undefined ? undefined : await store.entry(wallet, entryId)
    if (row === undefined) throw new AppError('not_found')
    const transaction = row.intentId === null ? null : transactionLabel(row.intentId)
    return { entry: toWalletEntry(row), transaction, return_reason: row.returnReason }
  }

  /** @throws AppError invalid_token when the account has ended */
  async function depositInstructions(accountId: string): Promise<DepositInstructions> {
    const { availableId } = await opened(accountId)
    const { maintenance } = await switches.values()
    return {
      open: bankAccount.connected && maintenance === '0',
      reference: referenceOf(mac, availableId),
      iban: bankAccount.iban,
      account_holder: bankAccount.holder,
      currency: WALLET_CURRENCY,
      max_balance: WALLET_MAX_BALANCE,
    }
  }

  return { opened, balance, entries, receipt, depositInstructions }
}
