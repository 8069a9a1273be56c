import type { ReturnOrder, ReturnReason, WalletBalance, WalletEntryKind } from '@avouch/contract'

/** Two accounts of the ledger. Whose they are is known to the wallet alone. */
export type Wallet = { availableId: string; reservedId: string }

export type NewWallet = Wallet & { accountId: string; referenceHash: Buffer }

/** A movement of the wallet, as the ledger has it. */
export type EntryRow = {
  id: string
  kind: WalletEntryKind
  at: Date
  availableChange: number
  reservedChange: number
  intentId: string | null
  provider: string | null
  description: string | null
  returnReason: ReturnReason | null
}

export type WalletStore = {
  find(accountId: string): Promise<Wallet | undefined>
  /** The account's wallet, or the new one when it has none. Undefined when the account has ended. */
  open(fresh: NewWallet): Promise<Wallet | undefined>
  balance(wallet: Wallet): Promise<Pick<WalletBalance, 'available' | 'reserved'>>
  /** The newest first, those before `before`. */
  entries(wallet: Wallet, page: { before: string | undefined; limit: number }): Promise<EntryRow[]>
  entry(wallet: Wallet, id: string): Promise<EntryRow | undefined>
}

export type Incoming = {
  /** The message and the payment that it tells of. */
  eventId: string
  paymentId: string
  amount: number
  currency: string
  /** null: what the payer wrote names no wallet. */
  referenceHash: Buffer | null
  now: Date
}

/** What became of a payment that came in. */
export type Received = 'repeat' | 'contradiction' | 'credited' | ReturnReason

export type DepositStore = {
  /**
   * One transaction: the payment once, into the wallet that it names or on its way back. Another story about one
   * that is known, or under the name of a message that is known, is a contradiction and changes nothing.
   */
  receive(incoming: Incoming): Promise<Received>
}

/** An order to the bank, taken by this process until its hold ends. */
export type DueReturn = ReturnOrder & { attempts: number }

export type ReturnStore = {
  /** One statement: the order that is due the longest, for this process alone. */
  claim(now: Date, holdUntil: Date): Promise<DueReturn | undefined>
  /** One transaction: the bank has it, and the ledger says so. Once. */
  settle(id: string, now: Date): Promise<void>
  postpone(order: Pick<DueReturn, 'id' | 'attempts'>, at: Date): Promise<void>
}

/** Never throws: whatever goes wrong is false, and the same order goes out again under the same id. */
export type Bank = { giveBack(order: ReturnOrder, signal: AbortSignal): Promise<boolean> }
