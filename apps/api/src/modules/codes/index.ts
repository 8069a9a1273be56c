export {
  CLOSED_MS,
  CLOSINGS_COUNT_MS,
  CODE_LIFE_MS,
  COUNTED_MS,
  deriveCode,
  MAX_TRIES,
  MAX_TRIES_COUNTED,
  MAX_WRONG_IN_A_ROW,
  REPEAT_MS,
  RESEND_WAITS_MS,
  SAME_CODE_MS,
} from './code.ts'
export { type CodeSent, type Codes, createCodes } from './codes.ts'
export { createSmsText } from './sms-text.ts'
