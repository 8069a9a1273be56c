import { AppError } from '@avouch/contract'
import { findActiveAccount, holdNumber, markUnknownReset, pinOf, updatePin } from '../accounts/index.ts'
import { endChallenges } from '../codes/index.ts'
import type { Client } from '../../platform/client.ts'
import { forgetAllDevices, knowsDevice, makeKnown } from '../devices/index.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import { revokeAll } from '../sessions/index.ts'
import { writeWarning } from '../sms/index.ts'
import type { Deps } from './deps.ts'
import { allowsChange, type ShownToken, spendToken } from './recovery-store.ts'

/**
 * Guesses at the old PIN must be worth nothing at the new one, so it has to be another.
 * @throws AppError invalid_pin, same_pin, and wrong_verification when the token does not allow it
 */
export async function changePin(
  deps: Deps,
  phone: string,
  pin: string,
  recoverPinToken: string,
  client: Client,
): Promise<void> {
  const { db, clock, numbers, pins } = deps
  pins.refuseGuessable(pin, phone)
  const { phoneIdx } = await numbers.locate(phone)
  const token = { tokenHash: tokenHash(recoverPinToken), device: client.device, phoneIdx, now: clock() }
  // In this order: a token that is unspent after the PIN was read did not set it, so a repeat is no "same PIN".
  const account = await findActiveAccount(db, phoneIdx)
  const isAllowed = await allowsChange(db, token)
  // The number was proven a moment ago: a call without that proof does not wait with those that have it.
  const lane = isAllowed ? 'known' : 'other'
  if (isAllowed && account !== undefined && (await pins.isSame(pinOf(account), pin, client, lane)))
    throw new AppError('same_pin')
  const pinEnc = await pins.protect(pin, phoneIdx, client, lane)
  const changed = await setPin(deps, { ...token, now: clock() }, pinEnc)
  if (!changed) throw new AppError('wrong_verification')
}

/**
 * One transaction: spends the token, sets the PIN, ends every session and every open code, resets the counters, and knows
 * this device and no other.
 * @returns false when the token does not allow it
 */
const setPin = ({ db, pins, sms, append }: Deps, token: ShownToken, pinEnc: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { phoneIdx, now } = token
    // The account first: a sign-in at the same moment is finished before, or meets the new PIN.
    await holdNumber(tx, phoneIdx)
    const spent = await spendToken(tx, token)
    if (spent === undefined) return false
    const { accountId, device } = spent
    await updatePin(tx, accountId, pinEnc)
    if (device === null || !(await knowsDevice(tx, accountId, device))) await markUnknownReset(tx, accountId, now)
    await revokeAll(tx, accountId)
    await endChallenges(tx, accountId)
    const forgotten = await forgetAllDevices(tx, accountId)
    await pins.forgetGuesses(tx, phoneIdx, device === null ? forgotten : [...forgotten, device])
    if (device !== null) await makeKnown(tx, accountId, device, now)
    await writeWarning(tx, { accountId, smsId: newId('sms'), notice: 'pin_changed', now }, sms.enqueue)
    const what = { accountId, phoneIdx, device }
    await append(
      tx,
      { ...what, type: 'auth.pin.changed' },
      { ...what, type: 'session.revoked', reason: 'all, for another PIN' },
      ...(device === null ? [] : [{ ...what, type: 'device.added' } as const]),
    )
    return true
  })
