import { createAnalytics } from './analytics.ts'
import { takeKept } from './kept.ts'
import { isReload } from './reload.ts'
import { hearAll } from './track.ts'
import { send, stop, takeUntold, untilHeard } from './tracker.ts'
import { isAgreed, onConsent } from './consent.ts'

const analytics = createAnalytics({
  origin: location.origin,
  mayCount: () => isAgreed('analytics'),
  tracker: { send, stop, takeUntold },
  isReload: isReload(),
})

function tellKept(): void {
  for (const event of takeKept()) analytics.track(event)
}

/** Counts from now on, while the visitor agrees, with what the page before could not tell. Gives what ends that. */
export function startCounting(): () => void {
  hearAll({
    hear: (happening) =>
      'event' in happening ? analytics.track(happening.event) : analytics.pageShown(happening.shown),
    takeUntold: analytics.takeUntold,
    untilHeard,
  })
  tellKept()
  // A page that is shown again has what it kept when it was left.
  window.addEventListener('pageshow', tellKept)
  const unheard = onConsent(analytics.consentChanged)
  return () => {
    window.removeEventListener('pageshow', tellKept)
    unheard()
  }
}
