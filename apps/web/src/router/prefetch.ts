const unmissed = new WeakSet()

/** Nobody waits for what failed so: it is fetched again when it is wanted. */
export function ignorePrefetchError(error: unknown): void {
  if (error instanceof Error) unmissed.add(error)
}

export const isIgnored = (error: Error): boolean => unmissed.has(error)

/** Fetches what will be wanted in a moment. */
export const prefetch = (fetching: () => Promise<unknown>): Promise<void> =>
  fetching().then(() => undefined, ignorePrefetchError)

/** When the page has nothing to do any more. @returns takes it back */
export function whenIdle(then: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
