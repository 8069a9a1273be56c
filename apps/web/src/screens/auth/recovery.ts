import { NotFound } from '@avouch/api-client'
import {
  AppError,
  changePin,
  type ForgotPinForm,
  fullPhoneNumber,
  prechangePin,
  recoverCode,
  recoverVerify,
  type ResetPinForm,
} from '@avouch/contract'
import { type IsWaiting, storeSentCode } from './sign-in.ts'
import { call } from '#api/api.ts'
import { session } from '#api/session.ts'
import { authState, pendingSignIn } from '#visit/auth-state.ts'
import { withCaptcha } from '#captcha/captcha.ts'
import { isRefusal } from '#api/failures.ts'
import { currentLanguage } from '#i18n/language.ts'

const noAccount = () => new AppError('phone_number_does_not_exist', {}, { cause: new NotFound('user') })

/** Gives the number as typed, or sealed after a reload. */
function ofNumber(): { phone: string } | { identificationToken: string } {
  const { countryCode, phoneNumber, identificationToken } = authState.get()
  const sealed = identificationToken || (pendingSignIn.identificationToken() ?? '')
  return phoneNumber === '' ? { identificationToken: sealed } : { phone: fullPhoneNumber(countryCode, phoneNumber) }
}

/** Starts the reset for a number that has an account. */
export async function beginReset({ countryCode, phoneNumber }: ForgotPinForm, isWaiting: IsWaiting): Promise<void> {
  const phone = fullPhoneNumber(countryCode, phoneNumber)
  const found = await withCaptcha('prechange', (recaptchaResponse) =>
    call(prechangePin, { body: { phone, recaptchaResponse } }),
  )
  if (found.status === 204) throw noAccount()
  if (isWaiting()) authState.set({ type: 'RESET_PIN', pinChanged: false, recoverPinToken: '' })
}

/** Sends the code that proves the number. Failures but those of captcha and network look alike. */
export async function requestResetCode(): Promise<void> {
  const body = { ...ofNumber(), language: currentLanguage() }
  const sent = await withCaptcha('recover', (recaptchaResponse) =>
    call(recoverCode, { body: { ...body, recaptchaResponse } }),
  ).catch((cause: unknown) => {
    throw cause instanceof AppError && cause.code !== 'captcha_failed'
      ? new AppError('wrong_login_info', {}, { cause })
      : cause
  })
  if (sent.status === 204) throw noAccount()
  storeSentCode(sent.data)
  // Without the number, the page for the code fetches its masked form.
  const { phoneNumber, maskedPhone } = authState.get()
  if (phoneNumber === '' && maskedPhone === undefined) authState.set({ pinId: '' })
}

/** Keeps the new PIN in memory until the number is proven. An unused proof is used first. */
export async function chooseNewPin({ pin, confirmPin }: ResetPinForm): Promise<'codeSent' | 'changed'> {
  authState.set({ type: 'RESET_PIN', pin, confirmPin })
  if (await changedByEarlierProof(pin)) return 'changed'
  await requestResetCode()
  return 'codeSent'
}

/** Tries to change the PIN by an unused proof. An invalid one, or one of another number, is forgotten. */
async function changedByEarlierProof(pin: string): Promise<boolean> {
  const { recoverPinToken } = authState.get()
  if (recoverPinToken === '') return false
  try {
    await changeTo(pin, recoverPinToken)
    return true
  } catch (error) {
    if (!isRefusal(error, 'wrong_verification')) throw error
    authState.set({ recoverPinToken: '' })
    return false
  }
}

/** Changes the PIN. The visitor is signed in here then, and nowhere else. */
async function changeTo(pin: string, recoverPinToken: string): Promise<void> {
  const { data } = await call(changePin, { body: { ...ofNumber(), pin, recoverPinToken } })
  if (data.session === undefined) session.clear()
  else session.store(data.session)
}

/** Forgets all but the number, for a log-in. */
export function forgetReset(): void {
  const { country, countryCode, phoneNumber } = authState.get()
  authState.reset({ country, countryCode, phoneNumber, pinChanged: true })
}

/**
 * Proves the number and changes the PIN, unless a reload has forgotten it. An existing proof is used again: the answer to the change
 * may have been lost.
 */
export async function confirmReset(code: string): Promise<'changed' | 'pinForgotten'> {
  const { pinId, pin, recoverPinToken } = authState.get()
  const token = recoverPinToken || (await call(recoverVerify, { body: { pinId, code } })).data.recoverPinToken
  authState.set({ recoverPinToken: token })
  if (pin === '') return 'pinForgotten'
  await changeTo(pin, token)
  return 'changed'
}
