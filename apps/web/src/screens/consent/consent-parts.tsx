import { useEffect } from 'react'
import { showAbovePage } from './above-page.ts'
import { startCounting } from '#analytics/counting.ts'
import { useConsent } from '#analytics/consent.ts'
import { notifyLoadFailure, usePart } from '#ui/use-part.ts'

type ConsentPartsProps = {
  /** Opens the settings, from the footer or from the question. */
  open: boolean
  onOpen: () => void
  onClose: () => void
}

const load = async () => ({ View: (await import('./consent-question.tsx')).ConsentQuestion })

/** Starts counting with consent, and loads the question without an answer. */
export function ConsentParts({ open, onOpen, onClose }: ConsentPartsProps) {
  const consent = useConsent()
  useEffect(startCounting, [])
  useEffect(() => {
    // Also the question that the server rendered before another tab answered.
    if (consent !== undefined) showAbovePage(null)
  }, [consent])
  const question = usePart(load, open || consent === undefined, open ? notifyLoadFailure : undefined)
  return question === undefined ? null : (
    <question.View consent={consent} open={open} onOpen={onOpen} onClose={onClose} />
  )
}
