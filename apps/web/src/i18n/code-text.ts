import { type ErrorCode, PHONE_NUMBER_MAX_LENGTH, PIN_LENGTH } from '@avouch/contract'
import type { Translate } from '@avouch/phrases'

export type ErrorSlots = { digit?: number; max?: number; phone?: string }

/** The phrase of a code, with what the catalogue's phrases may ask for. */
export const codeText = (t: Translate, code: ErrorCode, slots: ErrorSlots = {}): string =>
  t(`error.${code}`, { digit: PIN_LENGTH, max: PHONE_NUMBER_MAX_LENGTH, phone: '', ...slots })
