import { CallFailure, NotFound, statusOf } from '@avouch/api-client'
import { AppError, type ErrorCode, isErrorCode } from '@avouch/contract'
import type { PhraseKey, Translate } from '@avouch/phrases'
import { listeners } from './api-events.ts'
import { Blocked, connection } from './connection.ts'
import { codeText, type ErrorSlots } from '#i18n/code-text.ts'

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

const languages = new WeakMap<AppError, string>()

/** Stores the language of an error's text. */
export function rememberLanguage(error: unknown): void {
  if (error instanceof AppError) languages.set(error, listeners.language())
}

/** Gives the server's text while the page is in its language. It never contains the number, which one error shows. */
function serverText(error: AppError): string | undefined {
  if (error.code === 'cannot_send_sms' || languages.get(error) !== listeners.language()) return undefined
  return error.details.message || undefined
}

export function errorText(t: Translate, error: unknown, slots?: ErrorSlots): string {
  if (error instanceof AppError) return serverText(error) ?? codeText(t, error.code, slots)
  if (isUnreachable(error)) return t('notice.offline')
  if (error instanceof Blocked) return t(error.phrase)
  if (error instanceof NotFound) return t(MISSING[error.missing])
  return messageIn(error instanceof CallFailure ? error.body : undefined) ?? t('notice.unexpected')
}

/** True for a failure without a network, which may be tried again; also for a chunk that did not load. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof CallFailure
    ? error.kind === 'offline'
    : error instanceof Error && !(error instanceof AppError || error instanceof NotFound) && !connection.isOnline()

/** True for 401 and 403, also from a proxy in front of the server, with a body of another form. */
export const isSessionRefused = (error: unknown): boolean => [401, 403].includes(statusOf(error) ?? 0)

export const isRefusal = (error: unknown, ...codes: ErrorCode[]): error is AppError =>
  error instanceof AppError && codes.includes(error.code)
