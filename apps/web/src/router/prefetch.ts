const ignored = new WeakSet()

/** Ignores the failure of a prefetch: the chunk is fetched again when it is needed. */
export function ignorePrefetchError(error: unknown): void {
  if (error instanceof Error) ignored.add(error)
}

export const isIgnored = (error: Error): boolean => ignored.has(error)

/** Fetches what will probably be needed soon, and ignores failures. */
export function prefetch(fetching: () => Promise<unknown>): void {
  fetching().catch(ignorePrefetchError)
}

/** Calls back once the browser is idle. @returns cancels it */
export function whenIdle(then: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
