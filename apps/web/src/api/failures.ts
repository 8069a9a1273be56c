import { CallFailure, NotFound, statusOf } from '@avouch/api-client'
import { AppError, type ErrorCode } from '@avouch/contract'
import { listeners } from './api-events.ts'
import { connection } from './connection.ts'

const languages = new WeakMap<AppError, string>()

/** Stores the language of an error's text. */
export function rememberLanguage(error: unknown): void {
  if (error instanceof AppError) languages.set(error, listeners.language())
}

/** Gives the server's text while the page is in its language. It never contains the number, which one error shows. */
export function serverText(error: AppError): string | undefined {
  if (error.code === 'cannot_send_sms' || languages.get(error) !== listeners.language()) return undefined
  return error.details.message || undefined
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
