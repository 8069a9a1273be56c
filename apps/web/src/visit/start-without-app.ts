import { authState } from '#visit/auth-state.ts'
import { forgetAnswers } from '#api/answers.ts'
import { processingIntent, session } from '#api/session.ts'

/** The way without the app begins with nobody signed in. */
export function startWithoutApp(): void {
  session.clear()
  processingIntent.clear()
  authState.reset()
  forgetAnswers()
}
