import { createStore } from '#api/store.ts'

export type Urgency = 'polite' | 'assertive'
export type Announcement = { id: number; urgency: Urgency; text: string }

/** Long enough to be read out, short enough not to be found twice. */
const STAY_MS = 7_000

let last = 0

export const announcements = createStore<readonly Announcement[]>([])

/** Has a screen reader say something: when it is done with what it says, or at once. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  last += 1
  const id = last
  announcements.set([...announcements.get(), { id, urgency, text }])
  setTimeout(() => announcements.set(announcements.get().filter((other) => other.id !== id)), STAY_MS)
}
