import { AppError, HOUR_MS, type Language, MINUTE_MS } from '@avouch/contract'
import { findActiveAccount, holdAccount, upsertUnknownNumber } from '../accounts/index.ts'
import {
  type CodeSent,
  findLink,
  linkHash,
  ownerOfReset,
  REPEAT_MS,
  type RightCode,
  type SmsDelivery,
  useChallenge,
} from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import type { Device } from '../../platform/device.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { Deps } from './deps.ts'
import { changePin } from './pin-change.ts'
import { isRepeated, keepToken, type NewRecoveryToken } from './recovery-store.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS
/** The owner of an unknown challenge: a guess at it costs the same statement and gets the same answer. */
const UNKNOWN_OWNER = { accountId: '' }
/** As long as wrong codes are counted, and a challenge's life. */
const UNKNOWN_NUMBER_LIFE_MS = 25 * HOUR_MS

export type Recovery = ReturnType<typeof createRecovery>

/** From a forgotten PIN to another one. The number proves the person; the new PIN travels only with the last call. */
export const createRecovery = (deps: Deps) => ({
  isKnown: (phone: string, client: Client) => isKnown(deps, phone, client),
  sendCode: (phone: string, language: Language, client: Client) => sendCode(deps, phone, language, client),
  deliveryOf: (pinId: string, device: Device) => deliveryOf(deps, pinId, device),
  confirmCode: (pinId: string, code: string, device: Device) => confirmCode(deps, pinId, code, device),
  openLink: (phone: string, secret: string, device: Device) => openLink(deps, phone, secret, device),
  cancelCode: (pinId: string, device: Device) => cancelCode(deps, pinId, device),
  changePin: (phone: string, pin: string, recoverPinToken: string, client: Client) =>
    changePin(deps, phone, pin, recoverPinToken, client),
})

/** Whether there is an account whose PIN can be changed; true as well where that may not be revealed. */
async function isKnown(deps: Deps, phone: string, client: Client): Promise<boolean> {
  const { phoneIdx } = await deps.numbers.locate(phone)
  const reveals = await deps.disclosure.mayRevealAccount(phoneIdx, client)
  return (await findActiveAccount(deps.db, phoneIdx)) !== undefined || !reveals
}

/**
 * Sends the code to the account's number. Called again inside the wait, it sends nothing and returns the wait; after it,
 * the same browser gets the code of the same sign-in once more.
 * @returns undefined when the number has no account; where that may not be revealed, an SMS is announced that never comes
 * @throws AppError cannot_send_sms, too_many_requests
 */
async function sendCode(deps: Deps, phone: string, language: Language, client: Client): Promise<CodeSent | undefined> {
  const { db, clock, phones, codes, disclosure } = deps
  const { number, phoneIdx } = await deps.numbers.locate(phone)
  const reveals = await disclosure.mayRevealAccount(phoneIdx, client)
  const account = await findActiveAccount(db, phoneIdx)
  const start = { purpose: 'reset', client, phoneIdx, language } as const
  if (account !== undefined) {
    const owner = { accountId: account.id }
    const delivery = reveals ? 'awaited' : 'unawaited'
    const sent = await codes.startOrResend({ ...start, owner, phoneEnc: account.phoneEnc, delivery })
    if (sent !== undefined) return sent
  }
  if (reveals) return undefined
  const now = clock()
  const expiresAt = later(now, UNKNOWN_NUMBER_LIFE_MS)
  const registrationId = await upsertUnknownNumber(db, { phoneIdx, language, now, expiresAt })
  // The number is counted like one that an SMS goes to.
  const phoneEnc = phones.seal(number, phoneIdx)
  return codes.startOrResend({ ...start, owner: { registrationId }, phoneEnc, delivery: 'none' })
}

/** What became of the SMS. @throws AppError wrong_sms_code */
async function deliveryOf({ db, codes }: Deps, pinId: string, device: Device): Promise<SmsDelivery> {
  const owner = (await ownerOfReset(db, pinId)) ?? UNKNOWN_OWNER
  return codes.deliveryOf({ id: pinId, owner, device, purposes: ['reset'] })
}

/** A token for one change of the PIN. @throws AppError wrong_sms_code */
async function confirmCode(deps: Deps, pinId: string, code: string, device: Device): Promise<string> {
  const { db, clock, codes } = deps
  const owner = (await ownerOfReset(db, pinId)) ?? UNKNOWN_OWNER
  const right = await codes.check({ id: pinId, owner, device, purposes: ['reset'] }, code)
  if (!('accountId' in owner)) throw new AppError('wrong_sms_code', { restart: true })
  const { accountId } = owner
  const token = tokenOf(deps, pinId)
  const now = clock()
  const kept = { hash: tokenHash(token), accountId, device, expiresAt: later(now, TOKEN_LIFE_MS), now }
  if (!(await prove(deps, pinId, kept, right))) throw new AppError('wrong_sms_code', { restart: true })
  return token
}

/**
 * The one-time link of an SMS proves the number where it is opened, not where it was asked for. Who holds the phone names
 * its number: else a stranger's link would be opened for the stranger's account.
 * @throws AppError dead_link, invalid_phone_number
 */
async function openLink(deps: Deps, phone: string, secret: string, device: Device): Promise<string> {
  const { db, clock } = deps
  const { phoneIdx } = await deps.numbers.locate(phone)
  const now = clock()
  const link = await findLink(db, { linkHash: linkHash(secret), phoneIdx }, now, later(now, -REPEAT_MS))
  if (link === undefined) throw new AppError('dead_link')
  const token = tokenOf(deps, link.id)
  const kept = { hash: tokenHash(token), accountId: link.accountId, device, expiresAt: later(now, TOKEN_LIFE_MS), now }
  if (!(await prove(deps, link.id, kept, 'link'))) throw new AppError('dead_link')
  return token
}

/** The token of a proven number is derived: the browser that lost our answer gets the same again. */
const tokenOf = ({ keys }: Deps, pinId: string) => `avrc_${keys.mac(pinId).toString('base64url')}`

/**
 * One transaction: uses up the challenge and keeps the token. Used a moment ago in the same browser, the number is
 * proven as long as its token is unspent.
 */
const prove = (
  { db, codes, counters, sms, append }: Deps,
  challengeId: string,
  token: NewRecoveryToken,
  by: RightCode | 'link',
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { accountId, device, now } = token
    await holdAccount(tx, accountId)
    const used = await useChallenge(
      tx,
      { id: challengeId, owner: { accountId }, purposes: by === 'link' ? ['reset', 'login'] : ['reset'] },
      now,
    )
    if (used === undefined) return isRepeated(tx, challengeId, token, later(now, -REPEAT_MS))
    await keepToken(tx, token)
    // A link proves the number beside the digits: what strangers guess at these stays counted.
    const { held, cleared } = by === 'link' ? { held: [], cleared: [] } : codes.settlementOf(by)
    await counters.settle(tx, { held: [...held, ...sms.typedIn(used.places)], cleared })
    await append(tx, { type: 'otp.verified', accountId, device, reason: by === 'link' ? 'link' : 'reset' })
    return true
  })

/** The number was wrong: its code ends. */
async function cancelCode({ db, codes }: Deps, pinId: string, device: Device): Promise<void> {
  const owner = (await ownerOfReset(db, pinId)) ?? UNKNOWN_OWNER
  await codes.cancel({ id: pinId, owner, device, purposes: ['reset'] })
}
