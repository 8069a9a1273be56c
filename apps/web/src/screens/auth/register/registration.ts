import type { RegistrationForm } from '@avouch/contract'
import { notifyRegistered, notifySmsFailed } from '#screens/auth/notices.ts'
import { type IsWaiting, register, signInRegistered } from '#screens/auth/sign-in.ts'
import { track } from '#analytics/track.ts'
import { isRefusal } from '#api/failures.ts'
import { writtenPhone } from '#ui/numbers/phone.ts'

/**
 * Registers and logs in, with one message for both. A number that no SMS reaches is sent to the log-in. Nothing is sent to a visitor
 * who has left.
 */
export async function registerAndSignIn(
  typed: RegistrationForm,
  isWaiting: IsWaiting,
): Promise<'codeSent' | 'smsFailed' | 'left'> {
  track('register')
  await register(typed)
  track('registered')
  if (!isWaiting()) {
    notifyRegistered()
    return 'left'
  }
  try {
    await signInRegistered(typed)
    notifyRegistered()
    return 'codeSent'
  } catch (error) {
    if (!isRefusal(error, 'cannot_send_sms')) throw error
    notifySmsFailed(writtenPhone(typed.countryCode, typed.phoneNumber))
    return 'smsFailed'
  }
}
