import { AppError, type Language, MINUTE_MS, type PinBlocklist } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { newId } from '../../platform/identifier.ts'
import { findHolder, type PhoneBook, type Pins, refuseGuessable } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { deleteRefusedCalls, type TrustedNetworks } from '../rate-limits/index.ts'
import { deleteMessages } from '../sms/index.ts'
import { endCodes } from './code-store.ts'
import {
  claimRegistrationPin,
  deleteRegistrations,
  hasOwnRegistration,
  hasRegistration,
  putRegistration,
} from './sign-in-store.ts'

const REGISTRATION_LIFE_MS = 15 * MINUTE_MS

export type NewSignUp = { phone: string; password: string; language: Language; data_collection_consent: boolean }

type Deps = {
  db: Database
  clock: Clock
  phones: PhoneBook
  pins: Pins
  blocklist: PinBlocklist
  networks: TrustedNetworks
  audit: Audit
}

/** Sign-ups with a number that is not proven yet. */
export class Registrations {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Keeps number and PIN until the SMS code proves the number. It never blocks the number for another person.
   * @param device the browser's cookie: of the request, or else the one that the answer issues
   * @throws AppError invalid_pin, invalid_phone_number, phone_number_exist, too_many_requests, service_unavailable
   */
  async signUp(given: NewSignUp, client: Client, device: Device): Promise<void> {
    if (device === null) throw new Error('an answer to a sign-up issues a cookie')
    const { db, clock, phones, pins, networks, blocklist, audit } = this.#deps
    const { phone, password, language, data_collection_consent: dataCollectionConsent } = given
    refuseGuessable(blocklist, password, phone)
    const { number, phoneIdx } = phones.locate(phone)
    const refunds = await networks.countLookUp(phoneIdx, client)
    if ((await findHolder(db, phoneIdx, null)) !== undefined) {
      await audit.report({ type: 'signup.exists', phoneIdx, device: client.device })
      throw new AppError('phone_number_exist')
    }
    const pinEnc = await pins.hash(password, phoneIdx, client, 'captcha')
    const createdAt = clock()
    await putRegistration(db, {
      id: newId('reg'),
      phoneIdx,
      phoneEnc: phones.seal(number, phoneIdx),
      deviceHash: device,
      withoutCookie: client.device === null,
      pinEnc,
      language,
      dataCollectionConsent,
      refunds,
      createdAt,
      expiresAt: later(createdAt, REGISTRATION_LIFE_MS),
    })
    await audit.report({ type: 'signup.pending', phoneIdx })
  }

  /** True while a sign-up of the number waits for its code, in any browser. */
  isPending(phoneIdx: Buffer): Promise<boolean> {
    return hasRegistration(this.#deps.db, phoneIdx, this.#deps.clock())
  }

  /** True while this browser has a sign-up of the number. */
  isBegun(phoneIdx: Buffer, { device }: Client): Promise<boolean> {
    return hasOwnRegistration(this.#deps.db, phoneIdx, device, this.#deps.clock())
  }

  /** Compares the PIN of this browser's own sign-up. @returns its id. @throws AppError wrong_login_info */
  async verifyPin(phoneIdx: Buffer, pin: string, client: Client): Promise<string> {
    const { db, clock, pins, audit } = this.#deps
    const claim = () => claimRegistrationPin(db, phoneIdx, client.device, clock())
    const { claimed, isRight } = await pins.compare({ phoneIdx, pin, client, lane: 'begun' }, claim)
    if (claimed === undefined) {
      await pins.verifyNothing(phoneIdx, client)
      throw new AppError('wrong_login_info')
    }
    await audit.report({ type: isRight ? 'auth.pin.ok' : 'auth.pin.wrong', phoneIdx, device: client.device })
    if (!isRight) throw new AppError('wrong_login_info')
    return claimed.id
  }
}

/** Ends what a number's sign-ins left, in the transaction that ends its account: sign-ups, codes, SMS, and refusals. */
export async function endSignIns(tx: Executor, phoneIdx: Buffer, now: Date): Promise<void> {
  await deleteMessages(tx, phoneIdx)
  await deleteRefusedCalls(tx, phoneIdx)
  await endCodes(tx, phoneIdx, now)
  await deleteRegistrations(tx, phoneIdx)
}
