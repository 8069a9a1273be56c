import {
  captcha,
  type CaptchaAction,
  type CodeSent,
  fullPhoneNumber,
  type Language,
  prelogin,
  resendCode,
  signup,
  token,
  verifyCode,
} from '@avouch/contract'
import { pbkdf2, solveChallenge } from 'altcha/lib'
import type { readLogin, readRegistration } from './forms.tsx'
import type { AppSession } from './model.ts'
import type { Product } from './product.ts'

type Deps = { product: Product; clock: () => Date }

/** Signing in and out. Everything throws AppError as the product refuses, and CallFailure while it is away. */
export function createAccount({ product, clock }: Deps) {
  /**
   * The work that a phone does before a call, unseen. A service of others can be answered in a browser only: then nothing
   * goes along, and the product says so.
   */
  async function captchaAnswer(session: AppSession, action: CaptchaAction): Promise<string | undefined> {
    const { data: task } = await product(session).call(captcha, { query: { action } })
    if (task.provider !== 'pow') return undefined
    const { challenge } = task
    const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  /** A token that is good for the code alone. */
  async function openCode(session: AppSession, phone: string, pin: string, sentAt: string, before?: CodeSent) {
    const body = { grant_type: 'password', username: phone, password: pin } as const
    const { data } = await product(session).call(token, { body })
    const bearer = data.access_token
    const { pinId, form, sent } = before ?? (await product(session).call(resendCode, { body: {} }, { bearer })).data
    session.number = `+${phone}`
    session.code = { bearer, pinId, form, sent, number: `+${phone}`, sentAt }
  }

  async function logIn(session: AppSession, { countryCode, phoneNumber, pin }: ReturnType<typeof readLogin>) {
    const phone = fullPhoneNumber(countryCode, phoneNumber)
    const begunAt = clock().toISOString()
    const recaptchaResponse = await captchaAnswer(session, 'prelogin')
    const { status, data } = await product(session).call(prelogin, { body: { phone, pin, recaptchaResponse } })
    await openCode(session, phone, pin, begunAt, status === 200 ? data : undefined)
  }

  async function register(session: AppSession, form: ReturnType<typeof readRegistration>, language: Language) {
    const phone = fullPhoneNumber(form.countryCode, form.phoneNumber)
    const recaptchaResponse = await captchaAnswer(session, 'signup')
    const user = { phone, username: phone, password: form.pin, language, data_collection_consent: form.consent }
    await product(session).call(signup, { body: { ...user, recaptchaResponse } })
    await openCode(session, phone, form.pin, clock().toISOString())
  }

  async function confirm(session: AppSession, code: string) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const { data } = await product(session).call(verifyCode, { body: { pinId, code } }, { bearer })
    session.tokens = { access: data.access_token, refresh: data.refresh_token }
    session.code = undefined
    session.again = undefined
  }

  async function sendAgain(session: AppSession) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const sentAt = clock().toISOString()
    const { data } = await product(session).call(resendCode, { body: { pinId } }, { bearer })
    session.code = { ...session.code, pinId: data.pinId, form: data.form, sent: data.sent, sentAt }
  }

  const endSession = (session: AppSession) =>
    product(session)
      .logOut()
      // Without an answer the session ends by itself.
      .catch(() => undefined)

  async function logOut(session: AppSession) {
    Object.assign(session, { number: undefined, request: undefined, code: undefined, again: undefined })
    await endSession(session)
  }

  /** A payment asks who it is once more; what is open stays open. */
  async function signInAgain(session: AppSession) {
    session.again = 'fresh'
    await endSession(session)
  }

  return { logIn, register, confirm, sendAgain, logOut, signInAgain }
}
export type Account = ReturnType<typeof createAccount>
