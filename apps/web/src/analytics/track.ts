import type { ShownPage } from './analytics.ts'
import type { AnalyticsEvent } from './events.ts'
import { settings } from '#settings/page-settings.ts'

export type Happening = { event: AnalyticsEvent } | { shown: ShownPage }

export type AnalyticsSink = {
  receive: (happening: Happening) => void
  /** Resolves once the tracker has acknowledged what was sent to it, after a second at most. */
  flush: () => Promise<void>
}

/** What happens before the sink is loaded. */
const buffered: Happening[] = []
let sink: AnalyticsSink = {
  receive: (happening) => void buffered.push(happening),
  flush: async () => {
    const events = buffered.splice(0).flatMap((happening) => ('event' in happening ? [happening.event] : []))
    if (events.length === 0) return
    await import('./pending-events.ts').then(
      ({ storePending }) => storePending(events),
      // Where that part does not arrive the visitor goes on, and is not counted.
      () => undefined,
    )
  },
}
const receive = (happening: Happening): void => {
  if (settings.analytics) sink.receive(happening)
}

/** Says that something happened. Call it where it happens and not where it is rendered. */
export const track = (event: AnalyticsEvent): void => receive({ event })
export const pageShown = (shown: ShownPage): void => receive({ shown })

/** Await it before leaving the page for another origin. */
export const flush = (): Promise<void> => sink.flush()

/** Sends everything to this sink, beginning with what happened before. */
export function attachSink(attached: AnalyticsSink): void {
  sink = attached
  for (const happening of buffered.splice(0)) attached.receive(happening)
}
