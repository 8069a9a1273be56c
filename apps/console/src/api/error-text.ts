import { CallFailure } from '@avouch/api-client'
import { AppError, type ErrorCode, isErrorCode } from '@avouch/contract'
import type { ConsoleTranslate } from '@avouch/phrases/console/texts'

/** Slots for the catalogue's texts: in a console none has any. */
const SLOTS = { digit: 6, max: 0, phone: '' }

const codeText = (t: ConsoleTranslate, code: ErrorCode): string => t(`error.${code}`, SLOTS)

/** Gives the text of a field's error: a code of the catalogue, or a message of the schema library. */
export const fieldText = (t: ConsoleTranslate, message: string): string =>
  isErrorCode(message) && message !== 'invalid_request' ? codeText(t, message) : t('form.invalid')

/** Thrown when this browser refused the session cookie. */
export class SessionNotKept extends Error {}

export function errorText(t: ConsoleTranslate, error: unknown): string {
  if (error instanceof AppError) return codeText(t, error.code)
  if (error instanceof SessionNotKept) return t('signIn.cookies')
  if (error instanceof CallFailure && error.kind === 'offline') return t('state.offline')
  return t('state.unexpected')
}

export const isRefusal = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof AppError && codes.includes(error.code)
