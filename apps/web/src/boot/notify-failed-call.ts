import { CallFailure } from '@avouch/api-client'
import { confirmIntent, type Endpoint, kycReview, leaveIntent } from '@avouch/contract'
import { isRefusal } from '#api/failures.ts'
import { errorText } from '#i18n/error-text.ts'
import { currentTranslate, ensurePhrases } from '#i18n/language.ts'
import { notify } from '#ui/toasts/notifications.ts'
import { session } from '#api/session.ts'

const SILENT: ReadonlySet<string> = new Set([confirmIntent.path, leaveIntent.path, kycReview.path])

/**
 * Notifies a visitor who has had a session on this browser of a failed call of the product's own API. The screen of the
 * confirmation shows the answer itself, and who leaves has nothing to do with it. Pages that need a later sign-in ask for it, and the
 * time of a review is shown where it is known.
 */
export async function notifyFailedCall(error: unknown, { path }: Endpoint): Promise<void> {
  const isGivenUp = error instanceof CallFailure && error.kind === 'aborted'
  if (
    isGivenUp ||
    SILENT.has(path) ||
    isRefusal(error, 'sign_in_again') ||
    !path.startsWith('/api/') ||
    !session.wasSignedIn()
  )
    return
  await ensurePhrases('sign-in')
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: errorText(t, error) })
}
