import type { View } from '@avouch/design/jsx-runtime'
import { useEffect, useEffectEvent, useState } from 'react'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { connection } from '#api/connection.ts'
import { inBackground } from '#api/report.ts'
import { currentTranslate } from '#i18n/language.ts'
import { notify } from '#ui/toasts/notifications.ts'

type Part<Props> = { View: View<Props> }

/**
 * Loads a part of the page when it is wanted. A part that failed to load is loaded again for another wish.
 * @param onMissing called when it failed to load
 */
export function usePart<Props>(
  load: () => Promise<Part<Props>>,
  wish: number | boolean,
  onMissing?: () => void,
): Part<Props> | undefined {
  const [part, setPart] = useState<Part<Props>>()
  const missing = part === undefined ? wish : false
  const fail = useEffectEvent((error: unknown) => {
    ignorePrefetchError(error)
    onMissing?.()
  })
  useEffect(() => {
    if (missing !== false) load().then(setPart, fail)
  }, [missing, load])
  return wish === false ? undefined : part
}

async function tell(): Promise<void> {
  if (!(await connection.check())) return
  const t = currentTranslate()
  notify({ type: 'error', title: t('notice.error'), message: t('notice.blocked') })
}

/** Notifies that a part of the page did not load. Without a network the page says so itself. */
export const notifyLoadFailure = (): void => inBackground(tell())
