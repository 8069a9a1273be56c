import { createDeposits, createReturns, createWallets } from './modules/wallet/index.ts'
import type { Keyring } from './platform/keyring.ts'
import type { Database } from './platform/database/database.ts'
import type { AppendEvents } from './modules/audit/index.ts'
import { createSwitches } from './modules/switches/index.ts'
import type { Config } from './config/config.ts'

type Parts = {
  config: Config
  database: Database
  keyring: Keyring
  append: AppendEvents
  warn: (event: string, details?: object) => void
}

/** The wallet, deposits by the bank, and returns to it. */
export function composeWallet({ config, database: db, keyring, append, warn }: Parts) {
  const { clock, bank } = config
  const switches = createSwitches({ db, clock, append })
  return {
    switches,
    wallets: createWallets({ db, switches, keys: keyring.for('deposit-reference'), append, bank }),
    deposits: createDeposits({ db, clock, append, warn }),
    returns: createReturns({ db, clock, append, settings: bank, warn }),
  }
}
