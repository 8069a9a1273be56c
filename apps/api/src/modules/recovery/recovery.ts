import { AppError, HOUR_MS, type Language, MINUTE_MS } from '@avouch/contract'
import type { Alarm } from '../limits/index.ts'
import { type AccountStore, type Existence, type PhoneBook, pinOf } from '../accounts/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { type Codes, type CodeSent, REPEAT_MS } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Device } from '../../platform/device.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { PinChoice, Pins } from '../pins/index.ts'
import type { RecoveryStore } from './ports.ts'

const TOKEN_LIFE_MS = 10 * MINUTE_MS
/** An unknown challenge is nobody's: a guess at it costs the same statement and gets the same answer. */
const UNKNOWN_OWNER = { accountId: '' }
/** As long as wrong codes are counted, and a challenge's life. */
const NOBODY_LIFE_MS = 25 * HOUR_MS
/** Somewhat of the hour is over then. */
const PAUSE_SECONDS = 10 * 60

type Deps = {
  accounts: AccountStore
  store: RecoveryStore
  phones: PhoneBook
  pins: Pick<Pins, 'protect' | 'isSame' | 'knows'>
  refuseGuessable: PinChoice
  codes: Pick<Codes, 'startOrResend' | 'check' | 'cancel'>
  existence: Existence
  alarm: Pick<Alarm, 'codes'>
  clock: Clock
  mac: (...parts: string[]) => Buffer
}
export type Recovery = ReturnType<typeof createRecovery>

/** From a forgotten PIN to another one. The number proves the person; the new PIN travels only with the last call. */
export function createRecovery(deps: Deps) {
  const { accounts, store, phones, pins, refuseGuessable, codes, existence, alarm, clock, mac } = deps

  function numberOf(digits: string) {
    const number = phones.canonical(digits)
    if (number === undefined) throw new AppError('invalid_phone_number')
    return number
  }
  const locate = (digits: string): Buffer => phones.index(numberOf(digits))

  async function accountBy(phoneIdx: Buffer) {
    const account = await accounts.findByPhone(phoneIdx)
    return account?.active === true ? account : undefined
  }

  /** Only browsers that the account knows go on, while everybody together gets very many codes wrong. */
  async function refuseWhilePaused(phoneIdx: Buffer, { device }: Client): Promise<void> {
    if (!(await alarm.codes()).recoveryPaused || (await pins.knows(phoneIdx, device))) return
    throw new AppError('too_many_requests', { retry_after: PAUSE_SECONDS })
  }

  /** Whether there is an account whose PIN can be changed; whoever may not know that is told yes. */
  async function isKnown(phone: string, client: Client): Promise<boolean> {
    const phoneIdx = locate(phone)
    await refuseWhilePaused(phoneIdx, client)
    const tells = await existence.mayTell(phoneIdx, client)
    return (await accountBy(phoneIdx)) !== undefined || !tells
  }

  /**
   * Sends the code to the account's number. Asked again inside the wait, it sends nothing and tells the wait;
   * after it, the same browser gets the code of the same sign-in once more.
   * @returns undefined when the number has no account; whoever may not know that waits for an SMS that never comes
   * @throws AppError cannot_send_sms, too_many_requests
   */
  async function sendCode(phone: string, language: Language, client: Client): Promise<CodeSent | undefined> {
    const phoneIdx = locate(phone)
    await refuseWhilePaused(phoneIdx, client)
    const tells = await existence.mayTell(phoneIdx, client)
    const account = await accountBy(phoneIdx)
    const start = { purpose: 'reset', client, phoneIdx, language } as const
    if (account !== undefined) {
      const { id, phoneEnc } = account
      const sent = await codes.startOrResend({
        ...start,
        owner: { accountId: id },
        phoneEnc,
        delivery: tells ? 'awaited' : 'unawaited',
      })
      if (sent !== undefined) return sent
    }
    if (tells) return undefined
    const now = clock()
    const registrationId = await store.nobody(phoneIdx, language, now, later(now, NOBODY_LIFE_MS))
    // The number is counted like one that an SMS goes to.
    const phoneEnc = phones.seal(numberOf(phone))
    return codes.startOrResend({ ...start, owner: { registrationId }, phoneEnc, delivery: 'none' })
  }

  /** The token of a proven number is derived: the browser that lost our answer gets the same again. */
  const tokenOf = (pinId: string) => `avrc_${mac(pinId).toString('base64url')}`

  /** A token for one change of the PIN. @throws AppError wrong_sms_code */
  async function confirmCode(pinId: string, code: string, device: Device): Promise<string> {
    const owner = (await store.ownerOf(pinId)) ?? UNKNOWN_OWNER
    await codes.check({ id: pinId, owner, device, purposes: ['reset'] }, code)
    if (!('accountId' in owner)) throw new AppError('wrong_sms_code', { restart: true })
    const { accountId } = owner
    const token = tokenOf(pinId)
    const now = clock()
    const kept = { hash: tokenHash(token), accountId, device, expiresAt: later(now, TOKEN_LIFE_MS), now }
    if (!(await store.prove(pinId, kept, later(now, -REPEAT_MS))))
      throw new AppError('wrong_sms_code', { restart: true })
    return token
  }

  /** The number was wrong: its code ends. */
  async function cancelCode(pinId: string, device: Device): Promise<void> {
    const owner = (await store.ownerOf(pinId)) ?? UNKNOWN_OWNER
    await codes.cancel({ id: pinId, owner, device, purposes: ['reset'] })
  }

  /**
   * What was guessed at the old PIN is worth nothing at the new one, so it has to be another.
   * @throws AppError invalid_pin, same_pin, and wrong_verification when the token does not allow it
   */
  async function changePin(phone: string, pin: string, recoverPinToken: string, device: Device): Promise<void> {
    refuseGuessable(pin, phone)
    const phoneIdx = locate(phone)
    const token = { tokenHash: tokenHash(recoverPinToken), device, phoneIdx, now: clock() }
    // In this order: a token that is unspent after the PIN was read did not set it, so a repeat is no "same PIN".
    const account = await accountBy(phoneIdx)
    const isAllowed = await store.allows(token)
    if (isAllowed && account !== undefined && (await pins.isSame(pinOf(account), pin))) throw new AppError('same_pin')
    const pinEnc = await pins.protect(pin, phoneIdx.toString('hex'))
    const changed = await store.changePin({ ...token, pinEnc, now: clock() })
    if (!changed) throw new AppError('wrong_verification')
  }

  return { isKnown, sendCode, confirmCode, cancelCode, changePin }
}
