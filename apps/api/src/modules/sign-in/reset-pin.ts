import { AppError, type Language, MINUTE_MS, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import {
  findHolder,
  forgetDevices,
  holdNumber,
  keepActive,
  markUnknownReset,
  recognise,
  refuseGuessable,
} from '../accounts/index.ts'
import { insertFamily, revokeAll } from '../sessions/index.ts'
import type { SignInDeps } from './deps.ts'
import type { CodeSent, SmsDelivery } from './code.ts'
import { endCodes } from './code-store.ts'
import { allowsChange, hasToken, keepToken, type ShownToken, spendToken } from './sign-in-store.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS

/** True when there is an account whose PIN can be changed. @throws AppError invalid_phone_number, too_many_requests */
export async function isKnown(deps: SignInDeps, phone: string, client: Client): Promise<boolean> {
  const { phoneIdx } = deps.phones.locate(phone)
  const holder = await findHolder(deps.db, phoneIdx, client.device)
  if (holder?.recognised !== true) await deps.networks.lookUp(client)
  return holder !== undefined
}

/**
 * Sends the code to the account's number. Called again inside the wait, it sends nothing and answers the wait.
 * @returns undefined when the number has no account
 * @throws AppError invalid_phone_number, cannot_send_sms, too_many_requests
 */
export async function requestReset(
  deps: SignInDeps,
  phone: string,
  language: Language,
  client: Client,
): Promise<CodeSent | undefined> {
  const { phoneIdx } = deps.phones.locate(phone)
  const holder = await findHolder(deps.db, phoneIdx, client.device)
  if (holder !== undefined)
    return deps.codes.request({ ...holder, accountId: holder.id, purpose: 'reset', language, client })
  // For a number with an account its SMS is counted instead.
  await deps.networks.lookUp(client)
  return undefined
}

/** Names a code of a reset, which is for whichever browser has its id. */
const nameOf = (pinId: string) => ({ pinId, phoneIdx: null, purposes: ['reset'] as const })

/** How the newest SMS of the code ended. @throws AppError wrong_sms_code */
export const resetDeliveryOf = ({ codes }: SignInDeps, pinId: string): Promise<SmsDelivery> =>
  codes.deliveryOf(nameOf(pinId))

/** A token for one change of the PIN, in this browser. @throws AppError wrong_sms_code */
export async function confirmReset(deps: SignInDeps, pinId: string, typed: string, device: Device): Promise<string> {
  const { db, clock, keys, codes, limiter, audit } = deps
  const by = device?.toString('hex') ?? 'no cookie'
  const guess = { ...nameOf(pinId), typed, by, device }
  // Derived: the browser that lost our answer gets the same again.
  const token = `avrc_${keys.mac(pinId, by).toString('base64url')}`
  const hash = tokenHash(token)
  const code = await codes.claim(guess)
  const isKept =
    code !== undefined &&
    (await db.transaction(async (tx) => {
      const holder = await findHolder(tx, code.phoneIdx, null)
      if (holder === undefined || !(await keepActive(tx, holder.id))) return false
      const refunds = await codes.use(tx, code, by)
      if (refunds === undefined) return false
      const now = clock()
      await keepToken(tx, { hash, accountId: holder.id, device, expiresAt: later(now, TOKEN_LIFE_MS) })
      await limiter.refund(tx, refunds)
      await audit.append(tx, { type: 'otp.verified', accountId: holder.id, device, reason: 'reset' })
      return true
    }))
  if (isKept) return token
  await codes.findRepeated(guess)
  if (!(await hasToken(db, hash, clock()))) throw new AppError('wrong_sms_code', { restart: true })
  return token
}

/**
 * Guesses at the old PIN must be worth nothing at the new one, so it has to be another.
 * @returns the tokens of this browser's session; none for an account that the operator has locked
 * @throws AppError invalid_pin, same_pin, and wrong_verification when the token does not allow it
 */
export async function changePin(
  deps: SignInDeps,
  given: { phone: string; pin: string; recoverPinToken: string },
  client: Client,
): Promise<TokenAnswer | undefined> {
  const { db, clock, phones, pins, blocklist } = deps
  const { phone, pin, recoverPinToken } = given
  refuseGuessable(blocklist, pin, phone)
  const { phoneIdx } = phones.locate(phone)
  const token = { tokenHash: tokenHash(recoverPinToken), device: client.device, phoneIdx, now: clock() }
  // In this order: a token that is unspent after the PIN was read did not set it, so a repeat is no "same PIN".
  const holder = await findHolder(db, phoneIdx, client.device)
  const isAllowed = await allowsChange(db, token)
  // The number was proven a moment ago: a call without that proof does not wait with those that have it.
  if (isAllowed && holder !== undefined && (await pins.matches(holder.pinEnc, pin, phoneIdx, client, true)))
    throw new AppError('same_pin')
  const pinEnc = await pins.hash(pin, phoneIdx, client, isAllowed)
  const set = await setPin(deps, { ...token, now: clock() }, pinEnc)
  if (set === undefined) throw new AppError('wrong_verification')
  return set.session
}

/**
 * One transaction: the token is spent, the PIN set, all sessions end, one opens, and the account recognises this browser and no other.
 * @returns undefined when the token allows nothing
 */
const setPin = (
  { db, pins, sms, sessions, audit }: SignInDeps,
  token: ShownToken,
  pinEnc: string,
): Promise<{ session: TokenAnswer | undefined } | undefined> =>
  db.transaction(async (tx) => {
    const { phoneIdx, now } = token
    // The account first: a sign-in at the same moment is finished before, or meets the new PIN.
    await holdNumber(tx, phoneIdx)
    const spent = await spendToken(tx, token)
    const holder = spent && (await findHolder(tx, phoneIdx, spent.device))
    if (spent === undefined || holder === undefined) return undefined
    const { accountId, device } = spent
    await pins.change(tx, accountId, pinEnc)
    await endCodes(tx, phoneIdx, now)
    if (!holder.recognised) await markUnknownReset(tx, accountId, now)
    await revokeAll(tx, accountId)
    const { family, access, answer } = sessions.prepareFull(accountId, null, device)
    const isOpen = await insertFamily(tx, family, access)
    await forgetDevices(tx, accountId)
    if (device !== null) await recognise(tx, accountId, device, now)
    await sms.notify(tx, newId('sms'), 'pin_changed', holder)
    const what = { accountId, phoneIdx, device }
    await audit.append(
      tx,
      { ...what, type: 'auth.pin.changed' },
      { ...what, type: 'session.revoked', reason: 'all, for another PIN' },
      ...(isOpen ? [{ ...what, familyId: family.id, type: 'auth.token.issued' } as const] : []),
      ...(device === null ? [] : [{ ...what, type: 'device.added' } as const]),
    )
    return { session: isOpen ? answer : undefined }
  })
