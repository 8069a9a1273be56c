export { createDeposits, type Deposits } from './deposits.ts'
export { isCheckedByMod97 } from './reference.ts'
export { createReturns } from './returns.ts'
export { createWallets, toWalletEntry, type Wallets } from './wallets.ts'
