const unmissed = new WeakSet()

/** Nobody waits for what failed so: it is fetched again when it is wanted. */
export function forgive(error: unknown): void {
  if (error instanceof Error) unmissed.add(error)
}

export const isForgiven = (error: Error): boolean => unmissed.has(error)

/** Fetches what will be wanted in a moment. */
export const fetchAhead = (fetching: () => Promise<unknown>): Promise<void> => fetching().then(() => undefined, forgive)

/** When the page has nothing to do any more. @returns takes it back */
export function whenQuiet(then: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
