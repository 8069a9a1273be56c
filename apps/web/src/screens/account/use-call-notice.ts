import { errorText } from '#i18n/error-text.ts'
import { useTranslate } from '#i18n/language.ts'
import { useFailureNotice } from '#ui/toasts/use-failure-notice.ts'

/** Notifies of a failed call at an address for which no other code does: those of `/api/` are notified everywhere. */
export function useCallNotice(): (error: unknown) => void {
  const t = useTranslate()
  const failure = useFailureNotice()
  return (error) => failure.show(errorText(t, error))
}
