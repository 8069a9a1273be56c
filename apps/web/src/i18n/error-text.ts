import { CallFailure, NotFound } from '@avouch/api-client'
import { AppError, isErrorCode } from '@avouch/contract'
import type { PhraseKey, Translate } from '@avouch/phrases'
import { Blocked } from '#api/connection.ts'
import { isUnreachable, serverText } from '#api/failures.ts'
import { codeText, type ErrorSlots } from './code-text.ts'

/** Gives the text for the message of a form's field: a code of ours, unless it comes from a library. */
export const fieldText = (t: Translate, message: string, slots?: ErrorSlots): string =>
  isErrorCode(message) ? codeText(t, message, slots) : t('notice.unexpected')

const MISSING = { user: 'login.userNotFound', kycStatus: 'kyc.statusNotFound' } as const satisfies Record<
  NotFound['missing'],
  PhraseKey
>

/** Cuts a foreign answer to the length of a notification; undefined where it is empty. */
export const shownPart = (text: string): string | undefined => /^.{1,300}/su.exec(text.trim())?.[0]

/** Reads the message of an answer that the contract does not know, without a schema: every form would load the library. */
function messageIn(body: unknown): string | undefined {
  const message = typeof body === 'object' && body !== null && 'message' in body ? body.message : ''
  return typeof message === 'string' ? shownPart(message) : undefined
}

export function errorText(t: Translate, error: unknown, slots?: ErrorSlots): string {
  if (error instanceof AppError) return serverText(error) ?? codeText(t, error.code, slots)
  if (isUnreachable(error)) return t('notice.offline')
  if (error instanceof Blocked) return t(error.phrase)
  if (error instanceof NotFound) return t(MISSING[error.missing])
  return messageIn(error instanceof CallFailure ? error.body : undefined) ?? t('notice.unexpected')
}
