import { create } from 'zustand'

export type Urgency = 'polite' | 'assertive'
export type Announcement = { id: number; urgency: Urgency; text: string }

/** Long enough to be read out, short enough not to be found twice. */
const STAY_MS = 7_000

let last = 0

export const useAnnouncements = create<{ announcements: Announcement[] }>()(() => ({ announcements: [] }))

/** Has a screen reader say something: when it is done with what it says, or at once. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  last += 1
  const id = last
  useAnnouncements.setState(({ announcements }) => ({ announcements: [...announcements, { id, urgency, text }] }))
  setTimeout(
    () =>
      useAnnouncements.setState(({ announcements }) => ({
        announcements: announcements.filter((other) => other.id !== id),
      })),
    STAY_MS,
  )
}
