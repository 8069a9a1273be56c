let waiting = 0

/** Fetches what will be wanted in a moment. Nobody waits for it: what fails is fetched again when it is wanted. */
export async function fetchAhead(fetching: () => Promise<unknown>): Promise<void> {
  waiting += 1
  await fetching().catch(() => undefined)
  waiting -= 1
}

export const isFetchingAhead = (): boolean => waiting > 0

/** When the page has nothing to do any more. @returns takes it back */
export function whenQuiet(then: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 200)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(then, { timeout: 2_000 })
  return () => cancelIdleCallback(idle)
}
