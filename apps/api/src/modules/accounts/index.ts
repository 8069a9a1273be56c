export { type Accounts, createAccounts } from './accounts.ts'
export { pinOf } from './pin-of.ts'
