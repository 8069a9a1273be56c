import { CallFailure } from '@avouch/api-client'
import type { Endpoint } from '@avouch/contract'
import { errorText } from '#api/error-text.ts'
import { currentTranslate, wholeLanguage } from '#i18n/language.ts'
import { notify } from '#ui/notifications.ts'
import { session } from '#api/session.ts'

/** A call of the product's own API that failed is told to whoever signed in on this browser. */
export async function tellFailedCall(error: unknown, { path }: Endpoint): Promise<void> {
  const isGivenUp = error instanceof CallFailure && error.kind === 'aborted'
  if (isGivenUp || !path.startsWith('/api/') || !session.wasSignedIn()) return
  await wholeLanguage()
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: errorText(t, error) })
}
