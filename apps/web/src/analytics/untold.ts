import type { AnalyticsEvent } from './events.ts'
import { isAgreed } from './consent.ts'
import { writeItem } from '#api/storage.ts'

/** The name that it is kept under, in the tab. */
export const UNTOLD = 'untold_events'

/** What happened just before a page was left waits in this tab for the next one. Of who did not agree nothing is kept. */
export function keepUntold(events: readonly AnalyticsEvent[]): void {
  if (events.length > 0 && isAgreed('analytics')) writeItem(() => window.sessionStorage, UNTOLD, JSON.stringify(events))
}
