import type { AnalyticsEvent, ShownPage } from './analytics.ts'
import { ignorePrefetchError } from '#router/prefetch.ts'
import { settings } from '#settings/page-settings.ts'

export type Happening = { event: AnalyticsEvent } | { shown: ShownPage }

export type AnalyticsSink = {
  receive: (happening: Happening) => void
  /** Resolves once the tracker has acknowledged what was sent to it, after a second at most. */
  flush: () => Promise<void>
}

const FLUSH_MS = 1_000

/** Keeps what happens before the sink is loaded. */
const buffered: Happening[] = []
let sink: AnalyticsSink = {
  receive: (happening) => void buffered.push(happening),
  flush: async () => {
    const events = buffered.splice(0).flatMap((happening) => ('event' in happening ? [happening.event] : []))
    if (events.length === 0) return
    // A visitor who leaves before it is loaded is not counted.
    await Promise.race([
      import('./tracker.ts').then(({ storePending }) => storePending(events), ignorePrefetchError),
      new Promise((resolve) => setTimeout(resolve, FLUSH_MS)),
    ])
  },
}
const receive = (happening: Happening): void => {
  if (settings.analytics) sink.receive(happening)
}

/** Reports an event. Call it where it happens, not where it is rendered. */
export const track = (event: AnalyticsEvent): void => receive({ event })
export const pageShown = (shown: ShownPage): void => receive({ shown })

/** Sends what is pending. Await it before leaving the page for another origin. */
export const flush = (): Promise<void> => sink.flush()

/** Sends everything to this sink, beginning with what was buffered. */
export function attachSink(attached: AnalyticsSink): void {
  sink = attached
  for (const happening of buffered.splice(0)) attached.receive(happening)
}

/** True after a reload, which counts as no event. */
export const isReload = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload')
