import { useSyncExternalStore } from 'react'

/** Counts, so that the same words are read out twice. */
let said = { count: 0, text: '' }
const listeners = new Set<() => void>()

/** Has a screen reader say something when it is done with what it says. */
export function announce(text: string): void {
  said = { count: said.count + 1, text }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where screen readers listen. */
export function Announcer() {
  const { count, text } = useSyncExternalStore(subscribe, () => said)
  return (
    <div aria-live="polite" className="sr-only">
      <p key={count}>{text}</p>
    </div>
  )
}
