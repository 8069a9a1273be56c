import { type AnalyticsEvent, EVENTS } from './events.ts'
import { UNTOLD } from './untold.ts'
import { readItem, removeItem } from '#api/storage.ts'

const inTab = () => window.sessionStorage
const isEvent = (name: unknown): name is AnalyticsEvent => typeof name === 'string' && Object.hasOwn(EVENTS, name)

function parse(kept: string): unknown {
  try {
    return JSON.parse(kept)
  } catch {
    return undefined
  }
}

/** What the page before could not tell, and no later one tells again. */
export function takeKept(): AnalyticsEvent[] {
  const kept = readItem(inTab, UNTOLD)
  if (kept === undefined) return []
  removeItem(inTab, UNTOLD)
  const names = parse(kept)
  return Array.isArray(names) ? names.filter(isEvent) : []
}
