import { forgetAnswers, recheckAnswers } from '#api/answers.ts'
import { session } from '#api/session.ts'

/**
 * The browser may keep a whole page and show it again on the way back. Whoever logged out meanwhile does not see what
 * was on it; for everybody else the server is asked anew.
 */
export function recheckOnBfcacheRestore(): void {
  let seenBy: string | undefined
  window.addEventListener('pagehide', () => {
    seenBy = session.isOpen() ? session.userId() : undefined
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    const isSame = seenBy === (session.isOpen() ? session.userId() : undefined)
    if (isSame) return recheckAnswers()
    document.documentElement.hidden = true
    forgetAnswers()
    window.location.reload()
  })
}
