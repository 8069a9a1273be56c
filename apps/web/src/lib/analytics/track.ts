import type { Analytics, ShownPage } from '#lib/analytics/analytics.ts'
import type { AnalyticsEvent } from '#lib/analytics/events.ts'
import { settings } from '#lib/page-settings.ts'

type Happening = (analytics: Analytics) => void

/** What happens before it is known whether this visitor agreed waits for that. */
const waiting: Happening[] = []
let hear = (happening: Happening): void => void waiting.push(happening)
const tell = (happening: Happening): void => {
  if (settings.analytics) hear(happening)
}

/** Says that something happened. Call it where it happens and not where it is rendered. */
export const track = (event: AnalyticsEvent): void => tell((analytics) => analytics.track(event))
export const pageShown = (page: ShownPage): void => tell((analytics) => analytics.pageShown(page))

/** From here on what happens is heard at once. */
export function hearAll(listener: (happening: Happening) => void): void {
  hear = listener
  for (const happening of waiting.splice(0)) listener(happening)
}
