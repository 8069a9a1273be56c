import type { Background } from '../../platform/background.ts'
import { ERASE_DUE, numbersAndPins } from './account-store.ts'
import { sweepDeletions } from './deletions.ts'
import { sweepDevices } from './devices.ts'
import { ERASE_TIMER, sweepTombstones } from './erasure.ts'

export {
  findHolder,
  findHolderById,
  type Holder,
  lockNumber,
  keepActive,
  markAppeal,
  markUnknownReset,
  numbersAndPins,
} from './account-store.ts'
export { Accounts } from './accounts.ts'
export {
  type AccountKey,
  type Change,
  AccountAdmin,
  findNumbered,
  GIVE_BACK_MS,
  HeldAccounts,
} from './admin.ts'
export { forgetDevices, isRecognised, recognise } from './devices.ts'
export { OwnRequests } from './own-requests.ts'
export { canonicalNumber, type E164, nationalNumber, PhoneBook } from './phone-book.ts'
export { countPins, Pins, refuseGuessable, releasePins } from './pin.ts'
export { type HashCaller, PinHasher } from './pin-queue.ts'
export { Deletions } from './deletions.ts'
export {
  deactivate,
  dueByHand,
  eraseSoon,
  findTombstone,
  hasTombstone,
  raiseForSessions,
} from './erasure.ts'

export const ACCOUNTS: Background = {
  timers: [{ ...ERASE_TIMER, due: ERASE_DUE }],
  sweeps: { sweepTombstones, sweepDevices, sweepDeletions },
  sealed: numbersAndPins,
}
