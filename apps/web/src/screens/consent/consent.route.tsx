import type { Elements } from '@avouch/design/jsx-runtime'
import { useEffect, useState } from 'react'
import { whenIdle } from '#router/prefetch.ts'
import { settings } from '#settings/page-settings.ts'
import { notifyLoadFailure, usePart } from '#ui/use-part.ts'

const load = async () => ({ View: (await import('./consent-parts.tsx')).ConsentParts })

type ConsentInPage = { notice: Elements; onCookieSettings: (() => void) | undefined }

/** Loads the question about consent and its settings, unless the operator uses nothing that needs consent. */
export function useConsentParts(): ConsentInPage {
  const [presses, setPresses] = useState(0)
  const [isQuiet, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const parts = usePart(load, settings.analytics && (presses || isQuiet), presses > 0 ? notifyLoadFailure : undefined)
  if (!settings.analytics) return { notice: null, onCookieSettings: undefined }
  const onOpen = () => setPresses(presses + 1)
  const open = presses > 0
  const notice = parts === undefined ? null : <parts.View open={open} onOpen={onOpen} onClose={() => setPresses(0)} />
  return { notice, onCookieSettings: onOpen }
}
