import { createAnalytics, isEvent } from './analytics.ts'
import { flush, send, stop, storePending, takePending, takeStored } from './tracker.ts'
import { attachSink, isReload } from './track.ts'
import { isAgreed, onConsent } from './consent.ts'

const analytics = createAnalytics({
  origin: location.origin,
  mayCount: () => isAgreed('analytics'),
  tracker: { send, stop, takePending },
  isReload: isReload(),
})

function sendStored(): void {
  for (const event of takeStored().filter(isEvent)) analytics.track(event)
}

/** Stores what the tracker did not get before the page is left. */
const storeUnsent = (): void => storePending(analytics.takePending())

/** Counts while the visitor agrees, beginning with what the page before could not send. @returns stops it */
export function startCounting(): () => void {
  attachSink({
    receive: (happening) =>
      'event' in happening ? analytics.track(happening.event) : analytics.pageShown(happening.shown),
    flush,
  })
  sendStored()
  // A page that is restored from the back/forward cache stored its own events when it was left.
  window.addEventListener('pageshow', sendStored)
  window.addEventListener('pagehide', storeUnsent)
  const endListening = onConsent(analytics.consentChanged)
  return () => {
    window.removeEventListener('pageshow', sendStored)
    window.removeEventListener('pagehide', storeUnsent)
    endListening()
  }
}
