import * as api from '@avouch/contract'
import { createApiClient } from '@avouch/api-client'
import { pbkdf2, solveChallenge } from 'altcha/lib'
import type { readLogin, readRegistration } from './forms.tsx'
import type { AppSession } from './model.ts'

const TIMEOUT_MS = 30_000
const DEVICE = /^(?:__Host-)?did=[^;]+/

/** Calls the product as one phone: with its tokens, its device cookie and its address. */
export const createProduct = (apiUrl: string) => (phone: AppSession) =>
  createApiClient({
    baseUrlOf: () => apiUrl,
    timeout: TIMEOUT_MS,
    async fetch(url, init) {
      const headers = new Headers(init?.headers)
      if (phone.device !== undefined) headers.set('cookie', phone.device)
      if (phone.forwardedFor !== undefined) headers.set('x-forwarded-for', phone.forwardedFor)
      const answer = await fetch(url, { ...init, headers })
      const issued = answer.headers.getSetCookie().find((cookie) => DEVICE.test(cookie))
      if (issued !== undefined) phone.device = DEVICE.exec(issued)?.[0]
      return answer
    },
    tokens: {
      accessToken: () => phone.tokens?.access,
      refreshToken: () => phone.tokens?.refresh,
      userId: () => undefined,
      store: ({ access_token, refresh_token }) =>
        void (phone.tokens = { access: access_token, refresh: refresh_token }),
      removeAccessToken: () => void delete phone.tokens?.access,
      removeRefreshTokenAndUserId: () => void (phone.tokens = undefined),
    },
    onSessionEnded: () => void (phone.again = 'ended'),
  })
export type Product = ReturnType<typeof createProduct>

type Deps = { product: Product; clock: () => Date }

/** Logs in and out. @throws AppError for a refusal, CallFailure without an answer */
export function createAccount({ product, clock }: Deps) {
  /** Solves the captcha by computing. One that needs a browser stays unsolved, and the product refuses. */
  async function captchaAnswer(session: AppSession, action: api.CaptchaAction): Promise<string | undefined> {
    const { data: task } = await product(session).call(api.captcha, { query: { action } })
    if (task.provider !== 'pow') return undefined
    const { challenge } = task
    const solution = await solveChallenge({ challenge, deriveKey: pbkdf2.deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  /** Gets a token that is valid for the code only. */
  async function openCode(session: AppSession, phone: string, pin: string, sentAt: string, before?: api.CodeSent) {
    const body = { grant_type: 'password', username: phone, password: pin } as const
    const { data } = await product(session).call(api.token, { body })
    const bearer = data.access_token
    const { pinId, form, sent } = before ?? (await product(session).call(api.resendCode, { body: {} }, { bearer })).data
    session.number = `+${phone}`
    session.code = { bearer, pinId, form, sent, number: `+${phone}`, sentAt }
  }

  async function logIn(session: AppSession, { countryCode, phoneNumber, pin }: ReturnType<typeof readLogin>) {
    const phone = api.fullPhoneNumber(countryCode, phoneNumber)
    const begunAt = clock().toISOString()
    const recaptchaResponse = await captchaAnswer(session, 'prelogin')
    const { status, data } = await product(session).call(api.prelogin, { body: { phone, pin, recaptchaResponse } })
    await openCode(session, phone, pin, begunAt, status === 200 ? data : undefined)
    session.typed = { countryCode: `+${countryCode}`, phoneNumber }
  }

  async function register(session: AppSession, form: ReturnType<typeof readRegistration>, language: api.Language) {
    const phone = api.fullPhoneNumber(form.countryCode, form.phoneNumber)
    const recaptchaResponse = await captchaAnswer(session, 'signup')
    const user = { phone, username: phone, password: form.pin, language, data_collection_consent: form.consent }
    await product(session).call(api.signup, { body: { ...user, recaptchaResponse } })
    await openCode(session, phone, form.pin, clock().toISOString())
    session.typed = { countryCode: `+${form.countryCode}`, phoneNumber: form.phoneNumber }
  }

  async function confirm(session: AppSession, code: string) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const { data } = await product(session).call(api.verifyCode, { body: { pinId, code } }, { bearer })
    session.tokens = { access: data.access_token, refresh: data.refresh_token }
    session.code = undefined
    session.again = undefined
  }

  async function sendAgain(session: AppSession) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const sentAt = clock().toISOString()
    const { data } = await product(session).call(api.resendCode, { body: { pinId } }, { bearer })
    session.code = { ...session.code, pinId: data.pinId, form: data.form, sent: data.sent, sentAt }
  }

  const endSession = (session: AppSession) =>
    product(session)
      .logOut()
      // Without an answer the session ends by itself.
      .catch(() => undefined)

  async function logOut(session: AppSession) {
    Object.assign(session, {
      number: undefined,
      typed: undefined,
      request: undefined,
      answers: undefined,
      code: undefined,
      again: undefined,
    })
    await endSession(session)
  }

  /** Logs in again for a payment; open requests are kept. */
  async function signInAgain(session: AppSession) {
    session.again = 'fresh'
    await endSession(session)
  }

  return { logIn, register, confirm, sendAgain, logOut, signInAgain }
}
export type Account = ReturnType<typeof createAccount>
