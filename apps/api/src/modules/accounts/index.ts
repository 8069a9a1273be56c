export {
  ERASE_DUE,
  findHolder,
  type Holder,
  lockNumber,
  keepActive,
  markUnknownReset,
  numbersAndPins,
} from './account-store.ts'
export { Accounts } from './accounts.ts'
export {
  type AccountKey,
  type Change,
  AccountAdmin,
  GIVE_BACK_MS,
  HeldAccounts,
} from './admin.ts'
export { forgetDevices, isRecognised, recognise, sweepDevices } from './devices.ts'
export { canonicalNumber, type E164, PhoneBook } from './phone-book.ts'
export { countPins, Pins, refuseGuessable, releasePins } from './pin.ts'
export { type HashCaller, PinHasher } from './pin-queue.ts'
export {
  deactivate,
  ERASE_TIMER,
  eraseSoon,
  hasTombstone,
  raiseForSessions,
  sweepTombstones,
} from './erasure.ts'
