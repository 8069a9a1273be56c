import { KYC_PAGES, type KycOutcome, type KycPage } from '@avouch/journey'
import { useEffect, useRef } from 'react'
import type { AnalyticsEvent } from '#analytics/analytics.ts'
import { isReload, track } from '#analytics/track.ts'

type Callbacks = { onApproved?: () => void; onReviewing?: () => void; onDenied?: () => void }

type Following = Callbacks & {
  outcome: KycOutcome | undefined
  /** Outcomes that this page itself shows. */
  stayOn?: readonly KycOutcome[]
  go: (page: KycPage) => void
}

/** Navigates once to the page of the outcome, after its callback. */
export function useFollowOutcome(following: Following): void {
  const { outcome, stayOn = [] } = following
  const latest = useRef(following)
  useEffect(() => {
    latest.current = following
  })
  const stays = outcome === undefined || outcome === 'underage' || stayOn.includes(outcome)
  useEffect(() => {
    if (outcome !== undefined) trackOutcome(outcome, { isHere: stays })
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

/** The events of outcomes. A visitor under age is counted by the page that they are sent to. */
const EVENTS: Record<KycOutcome, AnalyticsEvent | undefined> = {
  approved: 'kycCompleted',
  reviewing: 'kycReviewing',
  denied: 'kycDenied',
  underage: undefined,
  waiting: undefined,
}

let counted: KycOutcome | undefined

/** Counts the start of a check, which may have the same outcome as the one before. */
export function trackCheckStart(): void {
  counted = undefined
  track('kycStarted')
}

/** Counts an outcome once, though several pages and a reload learn of it. */
function trackOutcome(outcome: KycOutcome, { isHere }: { isHere: boolean }): void {
  if (outcome === counted) return
  const isKnown = counted === undefined && isHere && isReload()
  counted = outcome
  const event = EVENTS[outcome]
  if (event !== undefined && !isKnown) track(event)
}
