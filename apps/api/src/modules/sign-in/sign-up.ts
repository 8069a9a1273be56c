import { AppError, type Language, MINUTE_MS } from '@avouch/contract'
import { findActiveAccount, insertRegistration } from '../accounts/index.ts'
import type { Client } from '../../platform/client.ts'
import { later } from '../../platform/clock.ts'
import { lockNumber } from '../../platform/database/number-lock.ts'
import { newId } from '../../platform/identifier.ts'
import type { Deps } from './deps.ts'

const REGISTRATION_LIFE_MS = 15 * MINUTE_MS
/** More would fill the table for one number, and make a comparison long. */
const MAX_OPEN_REGISTRATIONS = 3

export type SignUp = { phone: string; password: string; language: Language; data_collection_consent: boolean }

/**
 * Keeps number and PIN until the SMS code proves the number. It never blocks the number for another person.
 * @throws AppError invalid_pin, invalid_phone_number, phone_number_exist if that may be revealed, too_many_requests
 */
export async function signUp(deps: Deps, given: SignUp, client: Client): Promise<void> {
  const { db, clock, phones, numbers, pins, disclosure, report } = deps
  const { phone, password, language, data_collection_consent } = given
  pins.refuseGuessable(password, phone)
  const { number, phoneIdx, phoneGuard } = await numbers.locate(phone)
  const reveals = await disclosure.mayRevealAccount(phoneIdx, client)
  const isTaken = (await findActiveAccount(db, phoneIdx)) !== undefined
  if (isTaken && reveals) {
    await report({ type: 'signup.exists', phoneIdx, device: client.device })
    throw new AppError('phone_number_exist')
  }
  const createdAt = clock()
  const registration = {
    id: newId('reg'),
    kind: isTaken ? 'taken' : reveals ? 'open' : 'concealed',
    phoneIdx,
    phoneGuard,
    phoneEnc: phones.seal(number, phoneIdx),
    pinEnc: await pins.protect(password, phoneIdx, client, 'other'),
    language,
    dataCollectionConsent: data_collection_consent,
    createdAt,
    expiresAt: later(createdAt, REGISTRATION_LIFE_MS),
  } as const
  await db.transaction(async (tx) => {
    await lockNumber(tx, phoneIdx)
    await insertRegistration(tx, registration, MAX_OPEN_REGISTRATIONS)
  })
  await report({ type: 'signup.pending', phoneIdx })
}
