import { createAnalytics, isEvent } from './analytics.ts'
import { PENDING, storePending } from './pending-events.ts'
import { isReload } from './reload.ts'
import { attachSink } from './track.ts'
import { flush, send, stop, takePending } from './tracker.ts'
import { isAgreed, onConsent } from './consent.ts'
import { inTab, readItem, removeItem } from '#api/storage.ts'

const analytics = createAnalytics({
  origin: location.origin,
  mayCount: () => isAgreed('analytics'),
  tracker: { send, stop, takePending },
  isReload: isReload(),
})

/** Takes what the page before stored, once: a later call finds nothing. */
function takeStored(): readonly unknown[] {
  const stored = readItem(inTab, PENDING)
  if (stored === undefined) return []
  removeItem(inTab, PENDING)
  try {
    const names: unknown = JSON.parse(stored)
    return Array.isArray(names) ? names : []
  } catch {
    // No JSON.
    return []
  }
}

function sendStored(): void {
  for (const event of takeStored().filter(isEvent)) analytics.track(event)
}

/** The page may be left before the tracker has them. */
const storeUnsent = (): void => storePending(analytics.takePending())

/** Counts from now on, while the visitor agrees, with what the page before could not send. @returns ends it */
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
