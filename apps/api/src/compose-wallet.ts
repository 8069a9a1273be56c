import {
  createBank,
  createDeposits,
  createDepositStore,
  createReturns,
  createReturnStore,
  createWallets,
  createWalletStore,
} from './modules/wallet/index.ts'
import type { Keyring } from './platform/keyring.ts'
import type { Database } from './platform/database/database.ts'
import { repeat } from './platform/repeat.ts'
import type { AppendEvents } from './modules/audit/index.ts'
import { createSwitches } from './modules/switches/index.ts'
import type { Config } from './config/config.ts'

const LOOK_EVERY_MS = 2_000

type Parts = {
  config: Config
  database: Database
  keyring: Keyring
  append: AppendEvents
  warn: (event: string, details?: object) => void
}

/** The wallet: what it holds, what comes in by the bank, and what goes back there. */
export function composeWallet({ config, database, keyring, append, warn }: Parts) {
  const { clock, bank } = config
  const switches = createSwitches({ db: database, clock, append })
  const returns = createReturns({
    store: createReturnStore(database, append),
    bank: createBank({
      url: bank.returnsUrl,
      token: bank.token,
      timeoutMs: bank.timeoutMs,
      onFailure: (reason) => warn('return order not sent', { reason }),
    }),
    clock,
  })

  return {
    switches,
    wallets: createWallets({
      store: createWalletStore(database, append),
      switches,
      mac: (...parts) => keyring.mac('deposit-reference', ...parts),
      bankAccount: { iban: bank.iban, holder: bank.accountHolder, connected: bank.returnsUrl !== undefined },
    }),
    deposits: createDeposits({
      store: createDepositStore(database, append),
      clock,
      onContradiction: (paymentId) => warn('bank contradicts itself', { paymentId }),
    }),
    /** Begins, and goes on until it is stopped. */
    sendReturns: () =>
      repeat(returns.lookOnce, {
        everyMs: LOOK_EVERY_MS,
        onError: (error) => warn('return orders not looked for', { reason: (error as Error).name }),
      }),
  }
}
