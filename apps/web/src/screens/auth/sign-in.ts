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
import { isRefusal } from '#api/error-text.ts'
import { currentLanguage } from '#i18n/language.ts'
import { session } from '#api/session.ts'

/** The code to be typed in, its sign-in, and when the next SMS may be asked for. */
export function keepCodeSent({ pinId, resend_after, form, sent, pending, identificationToken }: CodeSent): void {
  const resendAt = performance.now() + resend_after * SECOND_MS
  authState.set({ pinId, form, sent, resendAt, smsPending: pending === true })
  if (identificationToken !== undefined) authState.set({ identificationToken })
  const { type } = authState.get()
  if (type !== undefined) pendingSignIn.remember(nextScreen(type, 'codeDead'), identificationToken)
}

/** Goes on with the sign-in of a page that was loaded again, by what this tab keeps of it. */
export async function resume(identificationToken: string): Promise<void> {
  const { data } = await call(resumeSignIn, { body: { identificationToken } })
  const { type, phone, authToken = '', ...code } = data
  authState.set({ type, authToken, maskedPhone: phone })
  keepCodeSent({ ...code, sent: true, identificationToken })
}

/** The pre-confirmation token: good only for confirming the code. Whatever is wrong with the log-in has one answer. */
async function preConfirmationToken(username: string, password: string): Promise<string> {
  try {
    const body = { grant_type: 'password', username, password, client_id: PUBLIC_CLIENT.id } as const
    return (await call(token, { body })).data.access_token
  } catch (error) {
    if (isRefusal(error, 'invalid_grant')) throw new AppError('wrong_login_info', {}, { cause: error })
    throw error
  }
}

/** Registers; the code follows by signIn. */
export async function register({ countryCode, phoneNumber, pin, consent }: RegistrationForm): Promise<void> {
  const phone = fullPhoneNumber(countryCode, phoneNumber)
  const language = currentLanguage()
  const body = { phone, username: phone, password: pin, language, data_collection_consent: consent }
  await withCaptcha('signup', (recaptchaResponse) => call(signup, { body: { ...body, recaptchaResponse } }))
}

/** Tells if the visitor still waits on the screen that asked. */
export type IsWaiting = () => boolean

/** The automatic log-in after registering: it sends the first code. Until that has worked, a log-in does it again. */
export async function signInRegistered({ countryCode, phoneNumber, pin }: LoginForm): Promise<void> {
  unsentCode.set()
  const authToken = await preConfirmationToken(fullPhoneNumber(countryCode, phoneNumber), pin)
  const { data } = await call(resendCode, { body: {} }, { bearer: authToken })
  unsentCode.clear()
  authState.set({ type: 'REGISTER', authToken })
  keepCodeSent(data)
}

/** A number that was never confirmed: registered in this tab and without its SMS, it continues; otherwise it has no user. */
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

/** An answer for a visitor who has left the sign-in changes nothing of what they do now. @returns whose code was sent */
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
  keepCodeSent(checked.data)
  track('loggedIn')
  return 'LOG_IN'
}

/** Confirms the code: from here on the visitor is signed in, and what was typed is forgotten. */
export async function confirmCode(code: string): Promise<void> {
  const { pinId, authToken } = authState.get()
  const { data } = await call(verifyCode, { body: { pinId, code } }, { bearer: authToken })
  session.store(data)
}

export async function requestNewCode(): Promise<void> {
  const { pinId, authToken } = authState.get()
  try {
    keepCodeSent((await call(resendCode, { body: { pinId } }, { bearer: authToken })).data)
  } catch (error) {
    const wait = isRefusal(error, 'resend_too_soon') ? error.details.resend_after : undefined
    if (wait !== undefined) authState.set({ resendAt: performance.now() + wait * SECOND_MS })
    throw error
  }
}

/** The code can never be right again: its sign-in has ended. */
export const isCodeDead = (error: unknown): boolean =>
  isRefusal(error, 'invalid_token', 'phone_number_exist', 'wrong_verification') ||
  (error instanceof AppError && error.details.restart === true)
