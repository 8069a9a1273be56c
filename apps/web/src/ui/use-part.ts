import type { View } from '@avouch/design/jsx-runtime'
import { useEffect, useEffectEvent, useState } from 'react'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { connection } from '#api/connection.ts'
import { inBackground } from '#api/report.ts'
import { currentTranslate } from '#i18n/language.ts'
import { notify } from './notifications.ts'

type Part<Props> = { View: View<Props> }

/**
 * A part of the page that is fetched when it is wanted; one that did not come is fetched again for another wish.
 * @param onMissing it did not come
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

/** A part that the visitor waits for did not come. Without a network the page says so itself. */
export const notifyLoadFailure = (): void => inBackground(tell())
