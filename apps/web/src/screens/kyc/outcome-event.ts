import type { KycOutcome } from '@avouch/journey'
import type { AnalyticsEvent } from '#analytics/analytics.ts'
import { isReload, track } from '#analytics/track.ts'

/** The events of outcomes; a visitor under age is sent to a page, and counted there. */
const EVENTS: Record<KycOutcome, AnalyticsEvent | undefined> = {
  approved: 'kycCompleted',
  reviewing: 'kycReviewing',
  denied: 'kycDenied',
  underage: undefined,
  waiting: undefined,
}

let counted: KycOutcome | undefined

/** A check begins, and may end like the one before. */
export function checkBegins(): void {
  counted = undefined
  track('kycStarted')
}

/** Several pages learn of one outcome, and a page that is loaded again learns it once more: it counts once. */
export function countOutcome(outcome: KycOutcome, { isHere }: { isHere: boolean }): void {
  if (outcome === counted) return
  const isKnown = counted === undefined && isHere && isReload()
  counted = outcome
  const event = EVENTS[outcome]
  if (event !== undefined && !isKnown) track(event)
}
