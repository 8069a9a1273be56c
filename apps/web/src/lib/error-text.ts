import { CallFailure } from '@avouch/api-client'
import { AppError, type ErrorCode, isErrorCode, PHONE_NUMBER_MAX_LENGTH, PIN_LENGTH } from '@avouch/contract'
import type { Translate } from '@avouch/phrases'

export type ErrorSlots = { digit?: number; max?: number; phone?: string }

/** The phrase of a code, with what the catalogue's phrases may ask for. */
export const codeText = (t: Translate, code: ErrorCode, slots: ErrorSlots = {}): string =>
  t(`error.${code}`, { digit: PIN_LENGTH, max: PHONE_NUMBER_MAX_LENGTH, phone: '', ...slots })

/** What a form's field has to say: its message is a code, unless a schema of a library says otherwise. */
export const fieldText = (t: Translate, message: string, slots?: ErrorSlots): string =>
  isErrorCode(message) ? codeText(t, message, slots) : t('notice.unexpected')

export function errorText(t: Translate, error: unknown, slots?: ErrorSlots): string {
  if (error instanceof AppError) return codeText(t, error.code, slots)
  if (error instanceof CallFailure && error.kind === 'offline') return t('notice.offline')
  if (error instanceof CallFailure && error.kind === 'timeout') return t('notice.timeout')
  return t('notice.unexpected')
}

export const isRefusal = (error: unknown, ...codes: ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code)
