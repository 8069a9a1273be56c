import { type ErrorCode, PHONE_NUMBER_MAX_LENGTH, PIN_LENGTH } from '@avouch/contract'
import type { PhraseKey, Translate } from '@avouch/phrases'

export type ErrorSlots = { digit?: number; max?: number; phone?: string }

/** Gives the phrase of an error code, with the slots that phrases of codes may have. */
export function codeText(t: Translate, code: ErrorCode, slots: ErrorSlots = {}): string {
  const key = `error.${code}` as Extract<PhraseKey, `error.${ErrorCode}`>
  const text = t(key, { digit: PIN_LENGTH, max: PHONE_NUMBER_MAX_LENGTH, phone: '', ...slots })
  // Most codes come with a text of the server, and have no phrase here.
  return text === key ? t('notice.unexpected') : text
}
