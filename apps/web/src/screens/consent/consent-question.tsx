import type { Consent } from '@avouch/contract'
import { useEffect } from 'react'
import { showAbovePage } from './above-page.ts'
import { ConsentBanner } from './consent-banner.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { saveConsent, OPTIONAL_CATEGORIES } from '#analytics/new-consent.ts'

type ConsentQuestionProps = {
  /** The answer before this one. */
  consent: Consent | undefined
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Moves the focus from the control that is gone to the beginning of the page's content. */
function keepPlace() {
  if (document.activeElement === null || document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true })
}

/** Shows the question until it is answered, and the settings when they are opened. */
export function ConsentQuestion({ consent, open, onOpen, onClose }: ConsentQuestionProps) {
  useEffect(() => {
    if (consent !== undefined) return
    showAbovePage(
      <ConsentBanner
        onAccept={() => saveConsent(['analytics'])}
        onOnlyNecessary={() => saveConsent([])}
        onSettings={onOpen}
        onLeft={keepPlace}
      />,
    )
  })
  const close = () => {
    onClose()
    requestAnimationFrame(keepPlace)
  }
  return open ? (
    <ConsentDialog
      agreed={OPTIONAL_CATEGORIES.filter((category) => consent?.categories.includes(category))}
      onKeep={saveConsent}
      onClose={close}
    />
  ) : null
}
