import { AppError, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import { newId } from '../../platform/identifier.ts'
import { findHolder, type Holder } from '../accounts/index.ts'
import { isFull } from '../rate-limits/index.ts'
import type { PreSession, SessionOwner } from '../sessions/index.ts'
import type { SignInDeps } from './deps.ts'
import type { CodeSent } from './code.ts'
import { isLogInUnderWay } from './code-store.ts'
import { withIdentification } from './identification.ts'
import { claimRegistrationPin, isRegistered } from './sign-in-store.ts'

const PIN = /^[0-9]{4}$/
/** The token endpoint has no captcha: after so many wrong PINs a pre-login comes first. */
const WRONG_PINS_WITHOUT_CAPTCHA = 3

/**
 * Number and PIN first, then the SMS: a client that does not know the PIN can't send one to the number.
 * @returns undefined for a number that was registered but never confirmed
 * @throws AppError wrong_login_info, phone_number_does_not_exist, account_locked, too_many_requests, cannot_send_sms
 */
export async function preLogin(
  deps: SignInDeps,
  phone: string,
  pin: string,
  client: Client,
): Promise<CodeSent | undefined> {
  const { db, clock, phones, pins, networks, codes } = deps
  const { phoneIdx } = phones.locate(phone)
  const holder = await findHolder(db, phoneIdx, client.device)
  if (holder === undefined) {
    await networks.lookUp(client)
    await pins.verifyNothing(phoneIdx, pin, client)
    if (await isRegistered(db, phoneIdx, clock())) return undefined
    throw new AppError('phone_number_does_not_exist')
  }
  const { recognised } = await pins.verify(holder, pin, client)
  try {
    if (holder.locked) throw new AppError('account_locked')
    return await codes.request({ ...holder, accountId: holder.id, purpose: 'login', recognised, client })
  } catch (error) {
    // The refusal tells a stranger that the PIN is right. A database that is away stores no notice.
    if (!recognised && !(error instanceof DatabaseUnavailable)) await warnOfRightPin(deps, holder)
    const isLimit = error instanceof AppError && error.code === 'too_many_requests'
    throw isLimit ? new AppError('cannot_send_sms', {}, { cause: error }) : error
  }
}

/**
 * OAuth's password grant, weakened on purpose: its token only confirms the SMS code. It counts guesses like preLogin.
 * @throws AppError invalid_grant, too_many_requests, service_unavailable
 */
export async function passwordGrant(
  deps: SignInDeps,
  username: string,
  pin: string,
  client: Client,
): Promise<TokenAnswer> {
  const digits = username.replace(/^\+/, '')
  if (!PIN.test(pin) || !/^[0-9]+$/.test(digits)) throw new AppError('invalid_grant')
  try {
    const { phoneIdx } = deps.phones.locate(digits)
    const holder = await findHolder(deps.db, phoneIdx, client.device)
    if (holder === undefined) return await grantToRegistration(deps, phoneIdx, pin, client)
    return await grantToAccount(deps, holder, pin, client)
  } catch (error) {
    const isRefused = error instanceof AppError && ['wrong_login_info', 'invalid_phone_number'].includes(error.code)
    throw isRefused ? new AppError('invalid_grant', error.details, { cause: error }) : error
  }
}

async function grantToAccount(deps: SignInDeps, holder: Holder, pin: string, client: Client): Promise<TokenAnswer> {
  const { db, clock, pins } = deps
  // While a log-in's code lives, captcha and PIN were passed, and the holder of the phone has an SMS about it.
  const isUnderWay = await isLogInUnderWay(db, holder.phoneIdx, clock())
  const most = isUnderWay ? undefined : WRONG_PINS_WITHOUT_CAPTCHA
  const { recognised } = await pins.verify(holder, pin, client, most)
  if (!recognised && !isUnderWay) await warnOfRightPin(deps, holder)
  return openPreSession(deps, { accountId: holder.id }, client)
}

/** Compares the PIN of this browser's own sign-up. @throws AppError wrong_login_info */
async function grantToRegistration(
  deps: SignInDeps,
  phoneIdx: Buffer,
  pin: string,
  client: Client,
): Promise<TokenAnswer> {
  const { db, clock, pins } = deps
  const claimed = await claimRegistrationPin(db, phoneIdx, client.device, clock())
  if (claimed === undefined) {
    await pins.verifyNothing(phoneIdx, pin, client)
    throw new AppError('wrong_login_info')
  }
  const isRight = await pins.matches(claimed.pinEnc, pin, phoneIdx, client)
  await deps.audit.report({ type: isRight ? 'auth.pin.ok' : 'auth.pin.wrong', phoneIdx, device: client.device })
  if (!isRight) throw new AppError('wrong_login_info')
  return openPreSession(deps, { registrationId: claimed.id }, client)
}

/** @throws AppError invalid_grant when the owner is gone */
export const openPreSession = (
  { db, sessions, audit }: SignInDeps,
  owner: SessionOwner,
  { device }: Client,
): Promise<TokenAnswer> =>
  db.transaction(async (tx) => {
    const { answer, event } = await sessions.openPreConfirmation(tx, owner, device)
    await audit.append(tx, event)
    return answer
  })

/** A right PIN in a browser that is not recognised never stays unseen by its holder: without a code it sends a notice, once a day. */
const warnOfRightPin = ({ db, limiter, sms }: SignInDeps, holder: Holder): Promise<void> =>
  db.transaction(async (tx) => {
    const counted = await limiter.take(tx, [
      { rule: 'notice-right-pin.number', subject: holder.phoneIdx.toString('hex') },
    ])
    if (!isFull(counted)) await sms.notify(tx, newId('sms'), 'pin_right', holder)
  })

/**
 * The code of a sign-in that has its token: the first one of a sign-up, or with a pinId another one.
 * @throws AppError resend_too_soon, too_many_requests, cannot_send_sms
 */
export async function sendCode(
  deps: SignInDeps,
  { owner, device, recipient, recognised }: PreSession,
  pinId: string | undefined,
  { address }: Client,
): Promise<CodeSent> {
  const { codes, phones } = deps
  // The code is for the browser that the PIN was typed in.
  const client = { address, device }
  const order = { ...recipient, recognised, client, pinId }
  const sent =
    'accountId' in owner
      ? await codes.request({ ...order, purpose: 'login', accountId: owner.accountId })
      : await codes.request({ ...order, purpose: 'register' })
  const type = 'accountId' in owner ? 'LOG_IN' : 'REGISTER'
  return withIdentification(deps, type, phones.open(recipient.phoneEnc, recipient.phoneIdx), sent, device)
}
