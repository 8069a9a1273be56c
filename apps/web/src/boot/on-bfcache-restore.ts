import { clearCaches, refetchCaches } from '#api/caches.ts'
import { session } from '#api/session.ts'

/**
 * The browser may restore a whole page from the back/forward cache. After a log-out its content must not be seen; with the
 * same session its answers are fetched again.
 */
export function recheckOnBfcacheRestore(): void {
  let seenBy: string | undefined
  window.addEventListener('pagehide', () => {
    seenBy = session.isOpen() ? session.userId() : undefined
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const isSame = seenBy === (session.isOpen() ? session.userId() : undefined)
    if (isSame) return refetchCaches()
    document.documentElement.hidden = true
    clearCaches()
    window.location.reload()
  })
}
