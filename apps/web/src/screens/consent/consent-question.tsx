import type { Consent } from '@avouch/contract'
import { ConsentBanner } from './consent-banner.tsx'
import { ConsentDialog } from './consent-dialog.tsx'
import { keepConsent } from '#analytics/keep-consent.ts'
import { OPTIONAL_CATEGORIES, type OptionalCategory } from '#analytics/new-consent.ts'

type ConsentQuestionProps = {
  /** What was answered before. */
  consent: Consent | undefined
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** What had the focus is gone: the visitor goes on where the page's content begins. */
function keepPlace() {
  if (document.activeElement === null || document.activeElement === document.body)
    document.getElementById('content')?.focus({ preventScroll: true })
}

/** The question, until it is answered, and the settings, whenever they are asked for. */
export function ConsentQuestion({ consent, open, onOpen, onClose }: ConsentQuestionProps) {
  const answer = (agreed: readonly OptionalCategory[]) => {
    keepConsent(agreed)
    requestAnimationFrame(keepPlace)
  }
  const close = () => {
    onClose()
    requestAnimationFrame(keepPlace)
  }
  return (
    <>
      {consent === undefined ? (
        <ConsentBanner
          onAcceptAll={() => answer(OPTIONAL_CATEGORIES)}
          onOnlyNecessary={() => answer([])}
          onSettings={onOpen}
        />
      ) : null}
      {open ? (
        <ConsentDialog
          agreed={OPTIONAL_CATEGORIES.filter((category) => consent?.categories.includes(category))}
          onKeep={keepConsent}
          onClose={close}
        />
      ) : null}
    </>
  )
}
