import { useEffect, useSyncExternalStore } from 'react'

/** Longer waits are announced. */
export const SLOW_AFTER_MS = 2_000

/** Waits that are under way, and whether one of them takes longer than usual. */
export function createWaits() {
  const slow = new Set<symbol>()
  const listeners = new Set<(slow: boolean) => void>()

  function change(now: () => void): void {
    const before = slow.size > 0
    now()
    const after = slow.size > 0
    if (before !== after) for (const listener of listeners) listener(after)
  }

  return {
    /** @returns its end */
    begin(usual = SLOW_AFTER_MS): () => void {
      const wait = Symbol('wait')
      const timer = setTimeout(() => change(() => slow.add(wait)), usual)
      return () => {
        clearTimeout(timer)
        change(() => slow.delete(wait))
      }
    },
    isSlow: () => slow.size > 0,
    listen(listener: (slow: boolean) => void): () => void {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const waits = createWaits()

/** The visitor waits for our server as long as this is on the screen. undefined: for a person, who takes their time. */
export function useWait(usual: number | undefined): void {
  useEffect(() => (usual === undefined ? undefined : waits.begin(usual)), [usual])
}

export const useSlow = (): boolean =>
  useSyncExternalStore(
    (changed) => waits.listen(changed),
    () => waits.isSlow(),
    () => false,
  )
