import {
  AppError,
  type CodeSent,
  fullPhoneNumber,
  type LoginForm,
  prelogin,
  PUBLIC_CLIENT,
  type RegistrationForm,
  resendCode,
  resumeSignIn,
  SECOND_MS,
  signup,
  token,
  verifyCode,
} from '@avouch/contract'
import { NotFound } from '@avouch/api-client'
import { nextScreen } from '@avouch/journey'
import { track } from '#analytics/track.ts'
import { call } from '#api/api.ts'
import { authState, pendingSignIn, unsentCode } from '#visit/auth-state.ts'
import { withCaptcha } from '#captcha/captcha.ts'
import { isRefusal } from '#api/failures.ts'
import { currentLanguage } from '#i18n/language.ts'
import { session } from '#api/session.ts'

/** Stores which code is expected, its sign-in, and when the next SMS may be requested. */
export function storeSentCode({ pinId, resend_after, form, sent, pending, identificationToken }: CodeSent): void {
  const sentAt = performance.now()
  const resendAt = sentAt + resend_after * SECOND_MS
  authState.set({ pinId, form, sent, sentAt, resendAt, smsPending: pending === true })
  if (identificationToken !== undefined) authState.set({ identificationToken })
  const { type } = authState.get()
  if (type !== undefined) pendingSignIn.remember(nextScreen(type, 'codeDead'), identificationToken)
}

/** Resumes the sign-in after a reload, with the token that this tab has stored. */
export async function resume(identificationToken: string): Promise<void> {
  const { data } = await call(resumeSignIn, { body: { identificationToken } })
  const { type, phone, authToken = '', ...code } = data
  authState.set({ type, authToken, maskedPhone: phone })
  storeSentCode({ ...code, sent: true, identificationToken })
}

/** Gets the pre-confirmation token, which only confirms the code. All failures of the log-in look alike. */
async function preConfirmationToken(username: string, password: string): Promise<string> {
  try {
    const body = { grant_type: 'password', username, password, client_id: PUBLIC_CLIENT.id } as const
    return (await call(token, { body })).data.access_token
  } catch (error) {
    if (isRefusal(error, 'invalid_grant')) throw new AppError('wrong_login_info', {}, { cause: error })
    throw error
  }
}

/** Registers; signIn sends the code. */
export async function register({ countryCode, phoneNumber, pin, consent }: RegistrationForm): Promise<void> {
  const phone = fullPhoneNumber(countryCode, phoneNumber)
  const language = currentLanguage()
  const body = { phone, username: phone, password: pin, language, data_collection_consent: consent }
  await withCaptcha('signup', (recaptchaResponse) => call(signup, { body: { ...body, recaptchaResponse } }))
}

/** True while the visitor is on the screen that asked. */
export type IsWaiting = () => boolean

/** Logs in after registering, which sends the first code. If that fails, a log-in repeats it. */
export async function signInRegistered({ countryCode, phoneNumber, pin }: LoginForm): Promise<void> {
  unsentCode.set()
  const authToken = await preConfirmationToken(fullPhoneNumber(countryCode, phoneNumber), pin)
  const { data } = await call(resendCode, { body: {} }, { bearer: authToken })
  unsentCode.clear()
  authState.set({ type: 'REGISTER', authToken })
  storeSentCode(data)
}

/** Handles a number that was never confirmed: continues if it was registered in this tab and got no SMS, else finds no user. */
async function continueRegistration(typed: LoginForm): Promise<'REGISTER'> {
  if (!unsentCode.is()) throw new NotFound('user')
  try {
    await signInRegistered(typed)
  } catch (error) {
    if (isRefusal(error, 'wrong_login_info')) throw new NotFound('user')
    throw error
  }
  return 'REGISTER'
}

/** Signs in. An answer that comes after the visitor has left the sign-in is dropped. @returns `REGISTER` for a sign-up that was never confirmed */
export async function logIn(typed: LoginForm, isWaiting: IsWaiting): Promise<'LOG_IN' | 'REGISTER'> {
  const { countryCode, phoneNumber, pin } = typed
  const phone = fullPhoneNumber(countryCode, phoneNumber)
  track('login')
  const checked = await withCaptcha('prelogin', (recaptchaResponse) =>
    call(prelogin, { body: { phone, pin, recaptchaResponse } }),
  )
  if (checked.status === 204) return isWaiting() ? continueRegistration(typed) : 'REGISTER'
  const authToken = await preConfirmationToken(phone, pin)
  if (!isWaiting()) return 'LOG_IN'
  authState.set({ type: 'LOG_IN', authToken })
  storeSentCode(checked.data)
  track('loggedIn')
  return 'LOG_IN'
}

/** Confirms the code: signs the visitor in, and forgets what was typed. */
export async function confirmCode(code: string): Promise<void> {
  const { pinId, authToken } = authState.get()
  const { data } = await call(verifyCode, { body: { pinId, code } }, { bearer: authToken })
  session.store(data)
}

export async function requestNewCode(): Promise<void> {
  const { pinId, authToken } = authState.get()
  try {
    storeSentCode((await call(resendCode, { body: { pinId } }, { bearer: authToken })).data)
  } catch (error) {
    const wait = isRefusal(error, 'resend_too_soon') ? error.details.resend_after : undefined
    if (wait !== undefined) authState.set({ resendAt: performance.now() + wait * SECOND_MS })
    throw error
  }
}

/** True for a refusal after which the code can never be right: its sign-in has ended. */
export const isCodeDead = (error: unknown): boolean =>
  isRefusal(error, 'invalid_token', 'phone_number_exist', 'wrong_verification') ||
  (error instanceof AppError && error.details.restart === true)
