import { authState } from '#lib/auth-state.ts'
import { dismissAll } from '#lib/notifications.ts'
import { forgetAnswers } from '#lib/answers.ts'
import { processingIntent } from '#lib/session.ts'
import { resetTransaction } from '#lib/verification.ts'

/** All that this tab knows of a visitor whose session is over, but the request that they came with. */
export function forgetVisitor(): void {
  processingIntent.clear()
  authState.reset()
  resetTransaction()
  forgetAnswers()
  dismissAll()
}
