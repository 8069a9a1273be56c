import { report } from './report.ts'
import { useIsSignedIn } from './session.ts'

/** The session is over on this browser, whatever becomes of the call that ends it on the server. */
function leaveSession(): void {
  // The button goes away with the session, and would take the focus along.
  document.querySelector('main')?.focus()
  const ending = import('./api.ts').then(({ logOut }) => logOut())
  void ending.catch((error: unknown) => report('log-out failed', error))
}

/** Absent without a session. */
export const useLogOut = (): (() => void) | undefined => (useIsSignedIn() ? leaveSession : undefined)
