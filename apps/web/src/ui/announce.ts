import { create } from 'zustand'

export type Urgency = 'polite' | 'assertive'
export type Announcement = { id: number; urgency: Urgency; text: string }

/** Long enough to be read out, short enough not to be found twice. */
const STAY_MS = 7_000

let last = 0

export const useAnnouncements = create<readonly Announcement[]>(() => [])
const { setState } = useAnnouncements

/** Has a screen reader say something: when it is done with what it says, or at once. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  last += 1
  const id = last
  setState((said) => [...said, { id, urgency, text }], true)
  setTimeout(() => setState((said) => said.filter((other) => other.id !== id), true), STAY_MS)
}
