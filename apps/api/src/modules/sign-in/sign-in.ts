import { AppError, type Language, MINUTE_MS, type TokenAnswer } from '@avouch/contract'
import type { AccountStore, Existence, PhoneBook } from '../accounts/index.ts'
import type { Report } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { type CodeSent, type Codes, REPEAT_MS } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import type { Device } from '../../platform/device.ts'
import { newId } from '../../platform/identifier.ts'
import type { Limits } from '../limits/index.ts'
import type { PinChoice, Pins } from '../pins/index.ts'
import type { PreSession, SessionOwner, Sessions } from '../sessions/index.ts'
import { createPinHolders } from './pin-holder.ts'
import type { SignInStore } from './ports.ts'

const REGISTRATION_LIFE_MS = 15 * MINUTE_MS
/** So that nobody fills the table for one number, and a comparison stays short. */
const MAX_OPEN_REGISTRATIONS = 3
/** A registration's code becomes its account's: both are good for both. A code of a reset is not. */
const SIGN_IN = ['login', 'register'] as const
const PIN = /^[0-9]{4}$/

type Deps = {
  accounts: AccountStore
  store: SignInStore
  phones: PhoneBook
  pins: Pins
  refuseGuessable: PinChoice
  codes: Codes
  sessions: Sessions
  limits: Pick<Limits, 'attempt' | 'admitSignUpOf' | 'signedUp' | 'succeeded' | 'mark' | 'isMarked'>
  existence: Existence
  clock: Clock
  report: Report
}
export type SignIn = ReturnType<typeof createSignIn>

type SignUp = { phone: string; password: string; language: Language; data_collection_consent: boolean }

/** From a number and a PIN to a session: sign up, or the PIN, then the SMS code. */
export function createSignIn(deps: Deps) {
  const { accounts, store, phones, pins, refuseGuessable, codes, sessions, limits, existence, clock, report } = deps
  const holders = createPinHolders({ accounts, pins, limits, clock })

  function locate(digits: string) {
    const number = phones.canonical(digits)
    if (number === undefined) throw new AppError('invalid_phone_number')
    const phoneIdx = phones.index(number)
    return { number, phoneIdx, pinOwner: phoneIdx.toString('hex') }
  }

  /** Keeps number and PIN until the SMS code proves the number. It never blocks the number for anybody. */
  async function signUp(given: SignUp, client: Client): Promise<void> {
    const { phone, password, language, data_collection_consent } = given
    refuseGuessable(password, phone)
    const { number, phoneIdx, pinOwner } = locate(phone)
    const tells = await existence.mayTell(phoneIdx, client)
    const isTaken = (await holders.activeAccount(phoneIdx)) !== undefined
    if (isTaken && tells) {
      await report({ type: 'signup.exists', phoneIdx, device: client.device })
      throw new AppError('phone_number_exist')
    }
    await limits.admitSignUpOf(phoneIdx, client)
    const createdAt = clock()
    await accounts.register(
      {
        id: newId('reg'),
        kind: isTaken ? 'taken' : tells ? 'open' : 'concealed',
        phoneIdx,
        phoneEnc: phones.seal(number),
        pinEnc: await pins.protect(password, pinOwner),
        language,
        dataCollectionConsent: data_collection_consent,
        createdAt,
        expiresAt: later(createdAt, REGISTRATION_LIFE_MS),
      },
      MAX_OPEN_REGISTRATIONS,
    )
    await report({ type: 'signup.pending', phoneIdx })
  }

  /**
   * Number and PIN first, then the SMS: nobody can send one to a number whose PIN they don't know.
   * @returns undefined for a number that was registered but never confirmed
   * @throws AppError wrong_login_info, phone_number_does_not_exist, too_many_requests, cannot_send_sms
   */
  async function preLogin(phone: string, pin: string, client: Client): Promise<CodeSent | undefined> {
    const { phoneIdx } = locate(phone)
    const tells = await existence.mayTell(phoneIdx, client)
    const account = await holders.atPreLogin(phoneIdx, pin, client, tells)
    if (account === undefined) return undefined
    const { id, phoneEnc, language } = account
    const owner = { accountId: id }
    const start = { purpose: 'login', owner, client, phoneIdx, phoneEnc, language, delivery: 'awaited' } as const
    const sent = await codes.start(start, 'cannot_send_sms')
    if (sent === undefined) throw new AppError('wrong_login_info')
    return sent
  }

  /**
   * OAuth's password grant, weakened on purpose: its token only confirms the SMS code. It counts guesses like preLogin.
   * @throws AppError invalid_grant, too_many_requests
   */
  async function passwordGrant(username: string, password: string, client: Client): Promise<TokenAnswer> {
    const digits = username.replace(/^\+/, '')
    if (!PIN.test(password) || !/^[0-9]+$/.test(digits)) throw new AppError('invalid_grant')
    try {
      const holder = await holders.atGrant(locate(digits).phoneIdx, password, client)
      return await sessions.openPreConfirmation(holder, client.device)
    } catch (error) {
      const refused =
        error instanceof AppError && (error.code === 'wrong_login_info' || error.code === 'invalid_phone_number')
      throw refused ? new AppError('invalid_grant', error.details, { cause: error }) : error
    }
  }

  /** The first SMS of a sign-in, or with a pinId the next one. */
  async function sendCode(
    { owner, device }: PreSession,
    pinId: string | undefined,
    { address }: Client,
  ): Promise<CodeSent> {
    // The code is for the browser that the PIN was typed in.
    const client = { address, device }
    const recipient = await store.recipient(owner)
    if (recipient === undefined) throw new AppError('invalid_token')
    if (pinId !== undefined)
      return codes.resend({ id: pinId, owner, device, purposes: SIGN_IN }, { ...recipient, client })
    const sent = await codes.start({ ...recipient, owner, client })
    if (sent === undefined) throw new AppError('invalid_token')
    // Nobody waits for it: the time would tell what the answer does not. A notice that is lost harms nobody.
    if (recipient.delivery === 'none') void store.tellAccountExists(recipient.phoneIdx, clock()).catch(() => undefined)
    return sent
  }

  /**
   * Opens the session, and makes an account of a registration. From now on the account knows the device.
   * @throws AppError wrong_sms_code, phone_number_exist, under_age_18
   */
  async function confirmCode(
    { familyId, owner, device }: PreSession,
    pinId: string,
    code: string,
    client: Client,
  ): Promise<TokenAnswer> {
    try {
      return await confirmAs(owner, device, pinId, code, client)
    } catch (error) {
      // The same code, sent twice at the same moment: meanwhile the registration has become an account.
      const moved = 'registrationId' in owner ? await store.accountOf(familyId) : undefined
      if (moved === undefined) throw error
      return confirmAs({ accountId: moved }, device, pinId, code, client)
    }
  }

  async function signedUp(accountId: string): Promise<void> {
    const account = await accounts.find(accountId)
    if (account !== undefined) await limits.signedUp(account.phoneIdx)
  }

  async function confirmAs(
    owner: SessionOwner,
    device: Device,
    pinId: string,
    code: string,
    client: Client,
  ): Promise<TokenAnswer> {
    await codes.check({ id: pinId, owner, device, purposes: SIGN_IN }, code)
    const accountId = 'accountId' in owner ? owner.accountId : newId('usr')
    const opened = sessions.prepareFull(accountId, pinId, device)
    const completion = await store.complete(pinId, owner, opened, later(clock(), -REPEAT_MS))
    switch (completion.kind) {
      case 'opened':
        await limits.succeeded(client)
        if ('registrationId' in owner) await signedUp(accountId)
        return opened.answer
      case 'repeated': {
        const again = sessions.repeatAnswer(completion.familyId, completion.accountId)
        await store.addAccess(completion.familyId, again.access)
        const { familyId } = completion
        await report({
          type: 'auth.token.issued',
          accountId: completion.accountId,
          familyId,
          device,
          reason: 'repeated',
        })
        return again.answer
      }
      case 'number_taken':
        throw new AppError('phone_number_exist')
      case 'under_age':
        throw new AppError('under_age_18')
      case 'gone':
        throw new AppError('wrong_sms_code', { restart: true })
    }
  }

  /** The number was wrong: its code ends. */
  const cancelCode = ({ owner, device }: PreSession, pinId: string): Promise<void> =>
    codes.cancel({ id: pinId, owner, device, purposes: SIGN_IN })

  return { signUp, preLogin, passwordGrant, sendCode, confirmCode, cancelCode }
}
