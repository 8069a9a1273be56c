import type { Background } from '../../platform/background.ts'
import { sweepUnread } from './deposits.ts'
import { RETURN_OUTBOX, returnBacklog } from './return-store.ts'

export { Deposits } from './deposits.ts'
export { checkLedger, type LedgerRule } from './ledger-check-store.ts'
export { lockAccounts, post, RETURNS } from './ledger-store.ts'
export { releaseReservations } from './reservations.ts'
export { closeWallet, returnAll } from './returning.ts'
export { createReturns } from './returns.ts'
export { entriesOf, paymentEntries } from './wallet-entry-store.ts'
export { balanceOf, findWallet, type Wallet } from './wallet-store.ts'
export { toWalletEntry, Wallets } from './wallets.ts'

export const WALLET: Background = {
  outboxes: [RETURN_OUTBOX],
  sweeps: { sweepUnread },
  backlogs: [returnBacklog],
  rareWarnings: ['bank contradicts itself', 'bank event not understood'],
}
