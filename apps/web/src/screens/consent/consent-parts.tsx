import { useEffect } from 'react'
import { showAbovePage } from './above-page.ts'
import { startCounting } from '#analytics/counting.ts'
import { useConsent } from '#analytics/consent.ts'
import { tellMissing, usePart } from '#ui/use-part.ts'

type ConsentPartsProps = {
  /** The settings are asked for, by the foot of the page or by the question. */
  open: boolean
  onOpen: () => void
  onClose: () => void
}

const load = async () => ({ View: (await import('./consent-question.tsx')).ConsentQuestion })

/** Knows the visitor's answer: counts with consent, and fetches the question without an answer. */
export function ConsentParts({ open, onOpen, onClose }: ConsentPartsProps) {
  const consent = useConsent()
  useEffect(startCounting, [])
  useEffect(() => {
    // Also what the server wrote before another tab answered.
    if (consent !== undefined) showAbovePage(null)
  }, [consent])
  const question = usePart(load, open || consent === undefined, open ? tellMissing : undefined)
  return question === undefined ? null : (
    <question.View consent={consent} open={open} onOpen={onOpen} onClose={onClose} />
  )
}
