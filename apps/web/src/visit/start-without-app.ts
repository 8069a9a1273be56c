import { begunSignIn } from '#visit/begun-sign-in.ts'
import { authState } from '#visit/auth-state.ts'
import { forgetAnswers } from '#api/answers.ts'
import { processingIntent, session } from '#api/session.ts'

/** Verification without the app begins without a session. */
export function startWithoutApp(): void {
  session.clear()
  processingIntent.clear()
  begunSignIn.forget()
  authState.reset()
  forgetAnswers()
}
