import { AppError, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { DatabaseUnavailable } from '../../platform/database/availability.ts'
import type { Database } from '../../platform/database/database.ts'
import { findHolder, type Holder, type PhoneBook, type Pins } from '../accounts/index.ts'
import type { TrustedNetworks } from '../rate-limits/index.ts'
import type { Sessions } from '../sessions/index.ts'
import type { Codes, CodeSent } from './code.ts'
import type { Registrations } from './sign-up.ts'

const PIN = /^[0-9]{4}$/
/** The token endpoint has no captcha: after so many wrong PINs a pre-login comes first. */
const WRONG_PINS_WITHOUT_CAPTCHA = 3

type Deps = {
  db: Database
  phones: PhoneBook
  pins: Pins
  networks: TrustedNetworks
  codes: Codes
  sessions: Sessions
  registrations: Registrations
}

/** The two calls of a log-in that compare a PIN: one sends the code, the other opens the session that may confirm it. */
export class LogIn {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Compares the PIN, then sends the SMS: a client that does not know the PIN can't send one to the number.
   * @returns undefined for a number that was registered but never confirmed
   * @throws AppError wrong_login_info, phone_number_does_not_exist, account_locked, too_many_requests, cannot_send_sms
   */
  async preLogin(phone: string, pin: string, client: Client): Promise<CodeSent | undefined> {
    const { db, phones, pins, networks, codes, registrations } = this.#deps
    const { phoneIdx } = phones.locate(phone)
    const holder = await findHolder(db, phoneIdx, client.device)
    if (holder === undefined) {
      await networks.countLookUp(phoneIdx, client)
      await pins.verifyNothing(phoneIdx, client)
      if (await registrations.isPending(phoneIdx)) return undefined
      throw new AppError('phone_number_does_not_exist')
    }
    const { recognised } = await pins.verify(holder, pin, client, 'captcha')
    try {
      if (holder.locked) throw new AppError('account_locked')
      return await codes.request({ ...holder, accountId: holder.id, purpose: 'login', recognised, client })
    } catch (error) {
      // The refusal reveals to a stranger that the PIN is right. An unreachable database stores no notice.
      if (!recognised && !(error instanceof DatabaseUnavailable)) await codes.notifyInsteadOfCode(holder)
      const isLimit = error instanceof AppError && error.code === 'too_many_requests'
      throw isLimit ? new AppError('cannot_send_sms', {}, { cause: error }) : error
    }
  }

  /**
   * OAuth's password grant, weakened on purpose: its token only confirms the SMS code. It counts guesses like preLogin.
   * @throws AppError invalid_grant, too_many_requests, service_unavailable
   */
  async passwordGrant(username: string, pin: string, client: Client): Promise<TokenAnswer> {
    const { db, phones, sessions, registrations } = this.#deps
    const digits = username.replace(/^\+/, '')
    if (!PIN.test(pin) || !/^[0-9]+$/.test(digits)) throw new AppError('invalid_grant')
    try {
      const { phoneIdx } = phones.locate(digits)
      const holder = await findHolder(db, phoneIdx, client.device)
      if (holder !== undefined) {
        await this.#verifyForGrant(holder, pin, client)
        return await sessions.openPreConfirmation({ accountId: holder.id }, client.device)
      }
      if (!(await registrations.isBegun(phoneIdx, client))) await this.#refuseUnknown(phoneIdx, client)
      const registrationId = await registrations.verifyPin(phoneIdx, pin, client)
      return await sessions.openPreConfirmation({ registrationId }, client.device)
    } catch (error) {
      const isRefused = error instanceof AppError && ['wrong_login_info', 'invalid_phone_number'].includes(error.code)
      throw isRefused ? new AppError('invalid_grant', error.details, { cause: error }) : error
    }
  }

  async #refuseUnknown(phoneIdx: Buffer, client: Client): Promise<never> {
    await this.#deps.networks.countLookUp(phoneIdx, client)
    await this.#deps.pins.verifyNothing(phoneIdx, client)
    throw new AppError('wrong_login_info')
  }

  async #verifyForGrant(holder: Holder, pin: string, client: Client): Promise<void> {
    const { pins, networks, codes } = this.#deps
    // While a log-in's code lives, captcha and PIN were passed, and the holder of the phone has an SMS about it.
    const isUnderWay = await codes.isLogInUnderWay(holder.phoneIdx)
    // Counted like the look-up of an unknown number: the time of the answer reveals whether the number has an account.
    if (!isUnderWay && !holder.recognised) await networks.countLookUp(holder.phoneIdx, client)
    const [lane, most] = isUnderWay ? (['begun'] as const) : (['bare', WRONG_PINS_WITHOUT_CAPTCHA] as const)
    const { recognised } = await pins.verify(holder, pin, client, lane, most)
    if (!recognised && !isUnderWay) await codes.notifyInsteadOfCode(holder)
  }
}
