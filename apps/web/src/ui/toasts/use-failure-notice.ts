import { useEffect, useState } from 'react'
import { currentTranslate } from '#i18n/language.ts'
import { dismiss, notify } from './notifications.ts'

function createFailureNotice() {
  let id = ''
  return {
    show(message: string): void {
      id = notify({ type: 'error', title: currentTranslate()('notice.error'), message })
    },
    dismiss: (): void => dismiss(id),
  }
}

/** Shows a failure as a notification, which moves nothing on the page. It is dismissed with the next attempt, and with its component. */
export function useFailureNotice() {
  const [notice] = useState(createFailureNotice)
  useEffect(() => notice.dismiss, [notice])
  return notice
}
