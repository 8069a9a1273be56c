import { authState } from '#lib/auth-state.ts'
import { forgetAnswers } from '#lib/answers.ts'
import { processingIntent, session } from '#lib/session.ts'

/** The way without the app begins with nobody signed in. */
export function startWithoutApp(): void {
  session.clear()
  processingIntent.clear()
  authState.reset()
  forgetAnswers()
}
