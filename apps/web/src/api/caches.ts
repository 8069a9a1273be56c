/** Answers count as fresh for this long. */
export const FRESH_MS = 5 * 60_000

/** True while the answers in the page are fresh: they are as old as the page. */
export const isPageFresh = (): boolean => performance.now() < FRESH_MS

type Cache = { clear: () => void; refetch: () => void }

const caches: Cache[] = []

/** Registers a cache of answers that belong to a visitor. */
export const registerCache = (cache: Cache): void => void caches.push(cache)

export function clearCaches(): void {
  for (const { clear } of caches) clear()
}

export function refetchCaches(): void {
  for (const { refetch } of caches) refetch()
}
