import type { AnalyticsEvent } from './events.ts'
import { isAgreed } from './consent.ts'
import { inTab, writeItem } from '#api/storage.ts'

/** The item of the tab's storage. It is read by a part that is loaded later. */
export const PENDING = 'pending_events'

/** Stores events in this tab for its next page. Without consent nothing is stored. */
export function storePending(events: readonly AnalyticsEvent[]): void {
  if (events.length > 0 && isAgreed('analytics')) writeItem(inTab, PENDING, JSON.stringify(events))
}
