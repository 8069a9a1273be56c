import {
  AppError,
  cancelCode,
  type Endpoint,
  fullPhoneNumber,
  type Language,
  prelogin,
  resendCode,
  revoke,
  type Sent,
  signup,
  token,
  type TokenAnswer,
  verifyCode,
} from '@avouch/contract'
import { captchaAnswer } from './captcha.ts'
import type { Product } from './product.ts'
import type { AppSession } from './model.ts'

export type Credentials = { dial: string; national: string; pin: string }

type Deps = { product: Product; clock: () => Date }

/** Signing in and out, and calls in the name of who is signed in. */
export function createAccount({ product, clock }: Deps) {
  function keep(session: AppSession, { access_token, refresh_token }: TokenAnswer) {
    session.tokens = { access: access_token, refresh: refresh_token }
  }

  /** A token that is good for the code alone. */
  async function openCode(
    session: AppSession,
    phone: string,
    pin: string,
    isNew: boolean,
    sentAt: string,
    pinId?: string,
  ) {
    const body = { grant_type: 'password', username: phone, password: pin } as const
    const { data } = await product(token, { body }, session)
    const bearer = data.access_token
    const sent = pinId ?? (await product(resendCode, { body: {} }, session, bearer)).data.pinId
    session.number = `+${phone}`
    session.code = { bearer, pinId: sent, number: `+${phone}`, sentAt, isNew }
  }

  /** @throws AppError as the product refuses, Unreachable */
  async function logIn(session: AppSession, { dial, national, pin }: Credentials) {
    const phone = fullPhoneNumber(dial, national)
    const begunAt = clock().toISOString()
    const recaptchaResponse = await captchaAnswer(product, 'prelogin', session)
    const { status, data } = await product(prelogin, { body: { phone, pin, recaptchaResponse } }, session)
    await openCode(session, phone, pin, false, begunAt, status === 200 ? data.pinId : undefined)
  }

  /** @throws AppError as the product refuses, Unreachable */
  async function register(
    session: AppSession,
    { dial, national, pin }: Credentials,
    { language, consent }: { language: Language; consent: boolean },
  ) {
    const phone = fullPhoneNumber(dial, national)
    const recaptchaResponse = await captchaAnswer(product, 'signup', session)
    const body = {
      phone,
      username: phone,
      password: pin,
      language,
      data_collection_consent: consent,
      recaptchaResponse,
    }
    await product(signup, { body }, session)
    await openCode(session, phone, pin, true, clock().toISOString())
  }

  /** @throws AppError wrong_sms_code and others */
  async function confirm(session: AppSession, code: string) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const { data } = await product(verifyCode, { body: { pinId, code } }, session, bearer)
    keep(session, data)
    session.code = undefined
    session.again = undefined
  }

  /** @throws AppError resend_too_soon and others */
  async function sendAgain(session: AppSession) {
    if (session.code === undefined) return
    const { bearer, pinId } = session.code
    const sentAt = clock().toISOString()
    const { data } = await product(resendCode, { body: { pinId } }, session, bearer)
    session.code = { ...session.code, pinId: data.pinId, sentAt }
  }

  /** The number was wrong: its code must not stay good. */
  async function giveUp(session: AppSession) {
    const open = session.code
    session.code = undefined
    session.number = undefined
    if (open) await product(cancelCode, { body: { pinId: open.pinId } }, session, open.bearer).catch(() => undefined)
  }

  async function logOut(session: AppSession) {
    const { tokens } = session
    Object.assign(session, {
      tokens: undefined,
      number: undefined,
      request: undefined,
      code: undefined,
      again: undefined,
    })
    if (tokens) await product(revoke, { body: { token: tokens.refresh } }, session).catch(() => undefined)
  }

  /** A payment asks who it is once more; what is open stays open. */
  async function signInAgain(session: AppSession) {
    const { tokens } = session
    Object.assign(session, { tokens: undefined, again: 'fresh' })
    if (tokens) await product(revoke, { body: { token: tokens.refresh } }, session).catch(() => undefined)
  }

  async function renew(session: AppSession, refresh: string) {
    try {
      const body = { grant_type: 'refresh_token', refresh_token: refresh } as const
      keep(session, (await product(token, { body }, session)).data)
    } catch (error) {
      // An outage ends nothing; the product's own no does.
      if (!(error instanceof AppError) || error.status >= 429) throw error
      session.tokens = undefined
      session.again = 'ended'
      throw new AppError('invalid_token', {}, { cause: error })
    }
  }

  /** A call of who is signed in; refreshed once. @throws AppError invalid_token when that is over, and others */
  async function call<E extends Endpoint>(session: AppSession, endpoint: E, input: Sent<E>) {
    if (session.tokens === undefined) throw new AppError('invalid_token')
    try {
      return await product(endpoint, input, session, session.tokens.access)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_token') throw error
      await renew(session, session.tokens.refresh)
      return await product(endpoint, input, session, session.tokens.access)
    }
  }

  return { logIn, register, confirm, sendAgain, giveUp, logOut, signInAgain, call }
}
export type Account = ReturnType<typeof createAccount>
