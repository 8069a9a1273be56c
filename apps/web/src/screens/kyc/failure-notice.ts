import { ERROR_REDIRECT_DELAY_MS } from '@avouch/contract'
import { errorText } from '#api/error-text.ts'
import { notify } from '#ui/notifications.ts'
import { currentTranslate } from '#i18n/language.ts'

/** Tells what went wrong. */
export function tellAtOnce(error: unknown): void {
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: errorText(t, error) })
}

/** Tells what went wrong, and waits long enough for it to be read. */
export async function tellFailure(error: unknown): Promise<void> {
  tellAtOnce(error)
  await new Promise((resolve) => setTimeout(resolve, ERROR_REDIRECT_DELAY_MS))
}
