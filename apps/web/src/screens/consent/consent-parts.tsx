import { useEffect } from 'react'
import { startCounting } from '#analytics/counting.ts'
import { useConsent } from '#analytics/consent.ts'
import { usePart } from '#ui/use-part.ts'

type ConsentPartsProps = {
  /** The settings are asked for, by the foot of the page or by the question. */
  open: boolean
  onOpen: () => void
  onClose: () => void
}

const load = async () => ({ View: (await import('./consent-question.tsx')).ConsentQuestion })

/** Knows what the visitor answered: counts who agreed, and fetches the question for whoever did not answer yet. */
export function ConsentParts({ open, onOpen, onClose }: ConsentPartsProps) {
  const consent = useConsent()
  useEffect(startCounting, [])
  const question = usePart(load, open || consent === undefined)
  return question === undefined ? null : (
    <question.View consent={consent} open={open} onOpen={onOpen} onClose={onClose} />
  )
}
