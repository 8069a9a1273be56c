import { useSyncExternalStore } from 'react'

/** A value in memory that pages show: those that use it are rendered again when it changes. */
export function createStore<State>(first: State) {
  let state = first
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const get = (): State => state
  return {
    get,
    subscribe,
    set(next: State): void {
      state = next
      for (const listener of listeners) listener()
    },
    use: (): State => useSyncExternalStore(subscribe, get, () => first),
  }
}
