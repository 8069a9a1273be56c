import { KYC_PAGES, type KycOutcome, type KycPage } from '@avouch/journey'
import { useEffect, useRef } from 'react'
import { countOutcome } from './outcome-event.ts'

type Callbacks = { onApproved?: () => void; onReviewing?: () => void; onDenied?: () => void }

type Following = Callbacks & {
  outcome: KycOutcome | undefined
  /** Outcomes that this page itself is for. */
  stayOn?: readonly KycOutcome[]
  go: (page: KycPage) => void
}

/** Goes where the status says, once, after the callback of its outcome. */
export function useFollowOutcome(following: Following): void {
  const { outcome, stayOn = [] } = following
  const latest = useRef(following)
  useEffect(() => {
    latest.current = following
  })
  const stays = outcome === undefined || outcome === 'underage' || stayOn.includes(outcome)
  useEffect(() => {
    if (outcome !== undefined) countOutcome(outcome, { isHere: stays })
  }, [outcome, stays])
  useEffect(() => {
    // Under age, the fetch of the status has left the page already.
    if (outcome === undefined || stays) return
    const { onApproved, onReviewing, onDenied, go } = latest.current
    if (outcome === 'approved') onApproved?.()
    if (outcome === 'reviewing') onReviewing?.()
    if (outcome === 'denied') onDenied?.()
    go(KYC_PAGES[outcome])
  }, [outcome, stays])
}
