import { begunSignIn } from '#visit/begun-sign-in.ts'
import { authState } from '#visit/auth-state.ts'
import { forgetAnswers } from '#api/answers.ts'
import { processingIntent, session } from '#api/session.ts'
import { track } from '#analytics/track.ts'

/** A check in this browser begins without a session. */
export function startWithoutApp(): void {
  session.clear()
  processingIntent.clear()
  begunSignIn.forget()
  authState.reset()
  forgetAnswers()
}

/** The mark of the landing's link. */
export const START = '#start'

export function startHere(): void {
  track('selectWeb')
  startWithoutApp()
}

/** The link was followed before its handler was there. Once: Back and a reload come without the mark, and keep the session. */
export function startOnArrival(): undefined {
  const { hash, pathname, search } = window.location
  if (hash !== START) return
  startHere()
  window.history.replaceState(window.history.state, '', pathname + search)
}
