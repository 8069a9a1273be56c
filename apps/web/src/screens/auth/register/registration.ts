import type { RegistrationForm } from '@avouch/contract'
import { tellRegistered, tellSmsFailed } from '#screens/auth/notices.ts'
import { type IsWaiting, register, signInRegistered } from '#screens/auth/sign-in.ts'
import { track } from '#analytics/track.ts'
import { isRefusal } from '#api/error-text.ts'
import { writtenPhone } from '#ui/phone.ts'

/**
 * Registers, and logs in by itself; both have one message. A number that no SMS reaches goes to the log-in.
 * Nothing is sent to who left.
 */
export async function registerAndSignIn(
  typed: RegistrationForm,
  isWaiting: IsWaiting,
): Promise<'codeSent' | 'smsFailed' | 'left'> {
  track('register')
  await register(typed)
  track('registered')
  if (!isWaiting()) {
    tellRegistered()
    return 'left'
  }
  try {
    await signInRegistered(typed)
    tellRegistered()
    return 'codeSent'
  } catch (error) {
    if (!isRefusal(error, 'cannot_send_sms')) throw error
    tellSmsFailed(writtenPhone(typed.countryCode, typed.phoneNumber))
    return 'smsFailed'
  }
}
