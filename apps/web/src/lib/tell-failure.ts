import { CallFailure } from '@avouch/api-client'
import type { Endpoint } from '@avouch/contract'
import { errorText } from '#lib/error-text.ts'
import { currentTranslate, wholeLanguage } from '#lib/language.ts'
import { notify } from '#lib/notifications.ts'
import { session } from '#lib/session.ts'

/** A call of the product's own API that failed is told to whoever signed in on this browser. */
export async function tellFailedCall(error: unknown, { path }: Endpoint): Promise<void> {
  const isGivenUp = error instanceof CallFailure && error.kind === 'aborted'
  if (isGivenUp || !path.startsWith('/api/') || !session.wasSignedIn()) return
  await wholeLanguage()
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: errorText(t, error) })
}
