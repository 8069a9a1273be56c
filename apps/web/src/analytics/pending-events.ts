import type { AnalyticsEvent } from './events.ts'
import { isAgreed } from './consent.ts'
import { readItem, removeItem, writeItem } from '#api/storage.ts'

const PENDING = 'pending_events'
const inTab = () => window.sessionStorage

/** Stores events in this tab for its next page. Without consent nothing is stored. */
export function storePending(events: readonly AnalyticsEvent[]): void {
  if (events.length > 0 && isAgreed('analytics')) writeItem(inTab, PENDING, JSON.stringify(events))
}

/** What the page before stored, once: a later call finds nothing. */
export function takeStored(): readonly unknown[] {
  const stored = readItem(inTab, PENDING)
  if (stored === undefined) return []
  removeItem(inTab, PENDING)
  try {
    const names: unknown = JSON.parse(stored)
    return Array.isArray(names) ? names : []
  } catch {
    return []
  }
}
