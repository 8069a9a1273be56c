import type { ShownPage } from './analytics.ts'
import type { AnalyticsEvent } from './events.ts'
import { keepUntold } from './untold.ts'
import { settings } from '#settings/page-settings.ts'

export type Happening = { event: AnalyticsEvent } | { shown: ShownPage }

export type Hearer = {
  hear: (happening: Happening) => void
  /** Events that it could not tell yet; from then on they are no longer its own. */
  takeUntold: () => AnalyticsEvent[]
  untilHeard: () => Promise<void> | undefined
}

/** What happens before it is known whether this visitor agreed waits for that. */
const waiting: Happening[] = []
let hearer: Hearer = {
  hear: (happening) => void waiting.push(happening),
  takeUntold: () => waiting.splice(0).flatMap((happening) => ('event' in happening ? [happening.event] : [])),
  untilHeard: () => undefined,
}
const tell = (happening: Happening): void => {
  if (settings.analytics) hearer.hear(happening)
}

/** Says that something happened. Call it where it happens and not where it is rendered. */
export const track = (event: AnalyticsEvent): void => tell({ event })
export const pageShown = (shown: ShownPage): void => tell({ shown })

/** For whoever is about to leave: until what happened is counted, a second at most; undefined when there is nothing. */
export const untilHeard = (): Promise<void> | undefined => hearer.untilHeard()

/** From here on what happens is heard at once. */
export function hearAll(listener: Hearer): void {
  hearer = listener
  for (const happening of waiting.splice(0)) listener.hear(happening)
}

/** Who goes on at once, to the identity check for example, leaves before the tracker is there. */
export function keepUntoldWhenLeft(): void {
  if (!settings.analytics) return
  window.addEventListener('pagehide', () => keepUntold(hearer.takeUntold()))
}
