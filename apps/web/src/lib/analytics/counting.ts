import { createAnalytics } from '#lib/analytics/analytics.ts'
import { isReload } from '#lib/analytics/reload.ts'
import { hearAll } from '#lib/analytics/track.ts'
import { send, stop } from '#lib/analytics/tracker.ts'
import { isAgreed, onConsent } from '#lib/consent/consent.ts'

const analytics = createAnalytics({
  origin: location.origin,
  mayCount: () => isAgreed('analytics'),
  tracker: { send, stop },
  isReload: isReload(),
})

/** Counts from now on, while the visitor agrees. Gives what ends that. */
export function startCounting(): () => void {
  hearAll((happening) => happening(analytics))
  return onConsent(analytics.consentChanged)
}
