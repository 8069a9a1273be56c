export {
  CLOSINGS_COUNT_MS,
  deriveCode,
  REPEAT_MS,
} from './code.ts'
export { type CodeSent, type Codes, createCodes } from './codes.ts'
export { createSmsText } from './sms-text.ts'
export { createChallengeStore } from './challenge-store.ts'
export { closesPin, codeWasRight, forgetLogIns, forgetNumber } from './code-throttle.ts'
export type { Challenge, CodeOwner, Delivery } from './ports.ts'
export { ownerColumns } from './challenge-rows.ts'
export { FORGET_NUMBER_TRIES } from './challenge-tries.ts'
