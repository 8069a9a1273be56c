import { track } from '#analytics/track.ts'
import { clearCaches } from '#api/caches.ts'
import { processingIntent, session } from '#api/session.ts'
import { authState, pendingSignIn } from './auth-state.ts'
import { inTab, removeItem } from '#api/storage.ts'
import { resetTransaction } from './verification.ts'

/** Names the item with the page of the account that a sign-in is for. */
export const SIGN_IN_FOR = 'sign_in_for'

function forgetSignIn(): void {
  processingIntent.clear()
  removeItem(inTab, SIGN_IN_FOR)
  pendingSignIn.forget()
  authState.reset()
  clearCaches()
}

/** Forgets a visitor after the end of the session, but not the request that they came with. */
export function forgetVisitor(): void {
  forgetSignIn()
  resetTransaction()
}

/** Begins a check in this browser, which needs no session. */
export function startWithoutApp(): void {
  session.clear()
  forgetSignIn()
}

/** Marks the landing's link. */
export const START = '#start'

export function startHere(): void {
  track('selectWeb')
  startWithoutApp()
}

/** Starts for a link that was followed before its handler existed. Removes the mark: Back and a reload keep the session. */
export function startOnArrival(): undefined {
  const { hash, pathname, search } = window.location
  if (hash !== START) return
  startHere()
  window.history.replaceState(window.history.state, '', pathname + search)
}
