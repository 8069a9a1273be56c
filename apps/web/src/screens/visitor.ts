import { authState } from '../visit/auth-state.ts'
import { dismissAll } from '#ui/notifications.ts'
import { forgetAnswers } from '#api/answers.ts'
import { begunSignIn } from '#visit/begun-sign-in.ts'
import { processingIntent } from '#api/session.ts'
import { resetTransaction } from '#visit/verification.ts'

/** All that this tab knows of a visitor whose session is over, but the request that they came with. */
export function forgetVisitor(): void {
  processingIntent.clear()
  begunSignIn.forget()
  authState.reset()
  resetTransaction()
  forgetAnswers()
  dismissAll()
}
