export { type AccountDisclosure, createAccountDisclosure } from './account-disclosure.ts'
export {
  type Account,
  findActiveAccount,
  findHolder,
  holdAccount,
  holdNumber,
  markUnknownReset,
  updatePin,
} from './account-store.ts'
export { type Accounts, createAccounts } from './accounts.ts'
export { type AccountDesk, type Change, createAccountDesk } from './account-desk.ts'
export type { AccountKey } from './account-desk-store.ts'
export { deactivate } from './deactivation-store.ts'
export { createHeldAccounts, type HeldAccounts } from './held-accounts.ts'
export { canonicalNumber, COUNTRIES, countryOf, createPhoneBook, type E164, type PhoneBook } from './phone-book.ts'
export { pinOf } from './pin-of.ts'
export {
  deleteRegistrations,
  findRegistrations,
  insertRegistration,
  type RegistrationKind,
  type StoredNumber,
  sweepRegistrations,
  upsertUnknownNumber,
} from './registration-store.ts'
export { hasTombstone, raiseForSessions, sweepTombstones } from './tombstone-store.ts'
export { numbersAndPins } from './sealed-columns.ts'
