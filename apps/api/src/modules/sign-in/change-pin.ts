import { AppError, type PinBlocklist, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import {
  findHolder,
  findHolderById,
  forgetDevices,
  type Holder,
  lockNumber,
  markUnknownReset,
  type PhoneBook,
  type Pins,
  recognise,
  refuseGuessable,
} from '../accounts/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import { endDoubtfulPasskeys } from '../passkeys/index.ts'
import { accountOfSession, insertFamily, revokeAll, type Session, type Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { endCodes } from './code-store.ts'
import { allowsChange, type ShownToken, spendToken } from './sign-in-store.ts'

type Deps = {
  db: Database
  clock: Clock
  phones: PhoneBook
  pins: Pins
  blocklist: PinBlocklist
  sms: Sms
  sessions: Sessions
  audit: Audit
  withdrawals: { withdrawUnused: (tx: Executor, accountId: string, now: Date) => Promise<AuditEvent[]> }
}

/** Sets another PIN for the visitor who proved the number. */
export class PinChange {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Guesses at the old PIN must be worth nothing at the new one, so it has to be another.
   * @returns the tokens of this browser's session; none for an account that the operator has locked
   * @throws AppError invalid_pin, same_pin, and wrong_verification when the token does not allow it
   */
  async change(
    given: { phone: string; pin: string; recoverPinToken: string },
    client: Client,
  ): Promise<TokenAnswer | undefined> {
    const { db, clock, phones, pins, blocklist } = this.#deps
    const { phone, pin, recoverPinToken } = given
    refuseGuessable(blocklist, pin, phone)
    const { phoneIdx } = phones.locate(phone)
    const token = { tokenHash: tokenHash(recoverPinToken), device: client.device, phoneIdx, now: clock() }
    // In this order: a token that is unspent after the PIN was read did not set it, so a repeat is no "same PIN".
    const holder = await findHolder(db, phoneIdx, client.device)
    const isAllowed = await allowsChange(db, token)
    // Nothing is hashed for a stranger.
    if (!isAllowed || holder === undefined) throw new AppError('wrong_verification')
    if (await pins.matches(holder.pinEnc, pin, phoneIdx, client)) throw new AppError('same_pin')
    const pinEnc = await pins.hash(pin, phoneIdx, client, 'recognised')
    const set = await this.#set({ ...token, now: clock() }, pinEnc)
    if (set === undefined) throw new AppError('wrong_verification')
    return set.session
  }

  /**
   * Sets another PIN in a session that a passkey opened. A right old PIN tells the caller no more than after a reset.
   * @throws AppError invalid_pin, same_pin; sign_in_again where no passkey opened the session
   */
  async changeByPasskey(
    { accountId, familyId, openedBy, device }: Session,
    pin: string,
    client: Client,
  ): Promise<void> {
    const { db, clock, phones, pins, blocklist, audit } = this.#deps
    const holder = await findHolderById(db, accountId, client.device)
    if (openedBy === null || holder === undefined) throw new AppError('sign_in_again')
    const { phoneIdx } = holder
    refuseGuessable(blocklist, pin, phones.open(holder.phoneEnc, phoneIdx))
    if (await pins.matches(holder.pinEnc, pin, phoneIdx, client)) throw new AppError('same_pin')
    const pinEnc = await pins.hash(pin, phoneIdx, client, 'recognised')
    await db.transaction(async (tx) => {
      await lockNumber(tx, phoneIdx)
      if ((await accountOfSession(tx, familyId)) !== accountId) throw new AppError('sign_in_again')
      await this.#replace(tx, holder, { pinEnc, now: clock(), except: familyId, device })
      const what = { accountId, phoneIdx, device, familyId }
      await audit.append(
        tx,
        { ...what, type: 'auth.pin.changed', reason: 'passkey' },
        { ...what, type: 'session.revoked', reason: 'all others, for another PIN' },
      )
    })
  }

  /** Another PIN ends every count, code and session but `except`, and leaves only this browser recognised; its holder gets an SMS. */
  async #replace(
    tx: Executor,
    holder: Holder,
    { pinEnc, now, except, device }: { pinEnc: string; now: Date; except?: string; device: Device },
  ): Promise<void> {
    const { pins, sms } = this.#deps
    await pins.change(tx, holder.id, pinEnc, now)
    await endCodes(tx, holder.phoneIdx, now)
    await revokeAll(tx, holder.id, except)
    await forgetDevices(tx, holder.id)
    if (device !== null) await recognise(tx, holder.id, device, now)
    await sms.notify(tx, newId('sms'), 'pin_changed', holder)
  }

  /**
   * One transaction: the token is spent, the PIN set, all sessions end, one opens, and the account recognises this browser and no other.
   * @returns undefined when the token allows nothing
   */
  #set(token: ShownToken, pinEnc: string): Promise<{ session: TokenAnswer | undefined } | undefined> {
    const { db, sessions, audit, withdrawals } = this.#deps
    return db.transaction(async (tx) => {
      const { phoneIdx, now } = token
      // The account first: a sign-in at the same moment is finished before, or meets the new PIN.
      await lockNumber(tx, phoneIdx)
      const spent = await spendToken(tx, token)
      const holder = spent && (await findHolder(tx, phoneIdx, spent.device))
      if (spent === undefined || holder === undefined) return undefined
      const { accountId, device } = spent
      const withdrawn = holder.recognised ? [] : await withdrawals.withdrawUnused(tx, accountId, now)
      const endsPasskeys = !holder.recognised && (await endDoubtfulPasskeys(tx, accountId))
      if (!holder.recognised) await markUnknownReset(tx, accountId, now)
      await this.#replace(tx, holder, { pinEnc, now, device })
      const { family, access, answer } = sessions.prepareFull(accountId, null, device)
      const isOpen = await insertFamily(tx, family, access)
      const what = { accountId, phoneIdx, device }
      await audit.append(
        tx,
        { ...what, type: 'auth.pin.changed' },
        { ...what, type: 'session.revoked', reason: 'all, for another PIN' },
        ...(isOpen ? [{ ...what, familyId: family.id, type: 'auth.token.issued' } as const] : []),
        ...(device === null ? [] : [{ ...what, type: 'device.added' } as const]),
        ...(endsPasskeys ? [{ ...what, type: 'passkey.removed', reason: 'doubtful' } as const] : []),
        ...withdrawn,
      )
      return { session: isOpen ? answer : undefined }
    })
  }
}
