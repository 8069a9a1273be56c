import { CallFailure } from '@avouch/api-client'
import { ERROR_REDIRECT_DELAY_MS } from '@avouch/contract'
import { errorText, shownPart } from '#i18n/error-text.ts'
import { notify } from '#ui/toasts/notifications.ts'
import { currentTranslate } from '#i18n/language.ts'

/** Gives the text of an answer that is none of our errors, as it is; undefined where it is empty or has a message. */
export function foreignAnswer(error: unknown): string | undefined {
  const body = error instanceof CallFailure ? error.body : undefined
  if (body === undefined || body === null || (typeof body === 'object' && 'message' in body)) return undefined
  return shownPart(typeof body === 'string' ? body : JSON.stringify(body))
}

/** Notifies of a failure. */
export function notifyError(error: unknown, message?: string): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: message ?? errorText(t, error) })
}

/** Notifies of a failure, and waits until it can have been read. */
export async function notifyErrorAndWait(error: unknown, message?: string): Promise<void> {
  notifyError(error, message)
  await new Promise((resolve) => setTimeout(resolve, ERROR_REDIRECT_DELAY_MS))
}
