import { AppError, HOUR_MS, type HeldData, type PhoneType, type Profile, RECENT_SIGN_IN_MS } from '@avouch/contract'
import type { Audit } from '../audit/index.ts'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { unhurriedly } from '../../platform/database/sweep.ts'
import { eachRow } from '../../platform/each-row.ts'
import type { Client } from '../../platform/client.ts'
import { tokenHash } from '../../platform/identifier.ts'
import type { VisitorIntents } from '../intents/index.ts'
import { closeWallet } from '../wallet/index.ts'
import { findEnded, findHolderById, findProfile, type ProfileChange, updateProfile } from './account-store.ts'
import { beginDeletion, type Deletions } from './deletions.ts'
import { deactivate, type EndSignIns, ERASE_TIMER, erase, eraseSoon, lockDue, lockForDeactivation } from './erasure.ts'
import { countExport, findOldestExport, readHeld } from './export.ts'
import { canonicalNumber, type PhoneBook, typeOfNumber } from './phone-book.ts'
import type { Pins } from './pin.ts'

type Deps = {
  db: Database
  clock: Clock
  phones: PhoneBook
  pins: Pins
  endSignIns: EndSignIns
  intents: VisitorIntents
  audit: Audit
  deletions: Deletions
}

/** The session that deletes its account; `openedBy`: its passkey. */
type Leaving = { accountId: string; openedBy: string | null; authenticatedAt: Date }

const SHOWN_DIGITS = 3
/** Limits exports, because each reads everything that is held. */
const EXPORTS_AN_HOUR = 5
const EXPORTED_EVENTS = 1_000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

/** Lets the holder of an account read, change and end it. */
export class Accounts {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @throws AppError invalid_token when the account is gone */
  async profile(id: string): Promise<Profile> {
    const { db, phones } = this.#deps
    const found = await findProfile(db, id)
    if (found === undefined) throw new AppError('invalid_token')
    return {
      user_id: id,
      language: found.language,
      data_collection_consent: found.dataCollectionConsent,
      phone_ending: phones.open(found.phoneEnc, found.phoneIdx).slice(-SHOWN_DIGITS),
      verified_on: found.verified_on,
      document_kept: found.document_kept,
    }
  }

  /** The own profile. @throws AppError not_found for every other id, whether it exists or not */
  async profileOf(asked: string, own: string): Promise<Profile> {
    if (asked !== own) throw new AppError('not_found')
    return this.profile(own)
  }

  /** Sets the language, takes back the consent. @throws AppError invalid_token when the account is gone */
  async updateProfile(id: string, change: ProfileChange) {
    const updated = await updateProfile(this.#deps.db, id, change)
    if (updated === undefined) throw new AppError('invalid_token')
    return updated
  }

  /** Syntax and kind of a number; it never looks for an account. */
  validatePhone(digits: string): { valid: boolean; type: PhoneType | null } {
    return { valid: canonicalNumber(digits) !== undefined, type: typeOfNumber(digits) ?? null }
  }

  /** Everything that is held about the person (GDPR, article 15). @throws AppError invalid_token, too_many_requests */
  async exportData(id: string): Promise<HeldData> {
    const { db, clock, phones, audit } = this.#deps
    const now = clock()
    if (await this.#admitExport(id, now)) await audit.report({ type: 'account.exported', accountId: id })
    const held = await readHeld(db, id, now)
    if (held === undefined) throw new AppError('invalid_token')
    const { phoneEnc, phoneIdx, ...account } = held.account
    const security_events = await audit.eventsOf(id, EXPORTED_EVENTS)
    return { ...held, security_events, account: { ...account, phone: phones.open(phoneEnc, phoneIdx) } }
  }

  /**
   * Deactivates the account; a job erases it soon. A wrong PIN counts as at a log-in. @param deletion the token that reads how far it is
   * @throws AppError required without a PIN in a session that no passkey opened lately; wrong_verification, since a 401 would end the session
   */
  async remove(session: Leaving, pin: string | undefined, deletion: string, client: Client): Promise<void> {
    try {
      await this.#remove(session, pin, tokenHash(deletion), client)
    } catch (error) {
      // A call at the same moment, with the same token, was first.
      if (!(await this.#deps.deletions.isJustBegun(deletion))) throw error
    }
  }

  async #remove(session: Leaving, pin: string | undefined, hash: Buffer, client: Client): Promise<void> {
    const { db, clock, pins, endSignIns, audit } = this.#deps
    const { accountId: id, openedBy, authenticatedAt } = session
    const isByPasskey = openedBy !== null && later(authenticatedAt, RECENT_SIGN_IN_MS) > clock()
    if (pin === undefined && !isByPasskey)
      throw new AppError('required', { errors: [{ field: 'pin', code: 'required' }] })
    const holder = await findHolderById(db, id, client.device)
    if (holder === undefined) throw new AppError('invalid_token')
    if (pin !== undefined)
      await pins.verify(holder, pin, client, 'begun').catch((cause: unknown) => {
        const wrong = cause instanceof AppError && cause.code === 'wrong_login_info'
        throw wrong ? new AppError('wrong_verification', cause.details, { cause }) : cause
      })
    await db.transaction(async (tx) => {
      await lockForDeactivation(tx, id)
      if (!(await beginDeletion(tx, id, hash, clock()))) throw new AppError('invalid_token')
      await deactivate(tx, id, endSignIns, clock())
      await eraseSoon(tx)
      await audit.append(
        tx,
        { type: 'account.erase_requested', accountId: id, ...(pin === undefined && { reason: 'passkey' }) },
        { type: 'account.deactivated', accountId: id },
      )
    })
  }

  readonly timer = { ...ERASE_TIMER, run: (signal: AbortSignal) => this.#eraseEnded(signal) }

  /** @returns whether the export is the day's first one @throws AppError too_many_requests; invalid_token when the account is gone */
  async #admitExport(id: string, now: Date): Promise<boolean> {
    const { db } = this.#deps
    const counted = await countExport(db, id, { now, since: later(now, -HOUR_MS), most: EXPORTS_AN_HOUR })
    if (counted !== undefined) return counted.before === null || dayOf(counted.before) !== dayOf(now)
    const oldest = await findOldestExport(db, id)
    if (oldest === undefined) throw new AppError('invalid_token')
    throw new AppError('too_many_requests', { retry_after: secondsUntil(later(oldest, HOUR_MS), now) })
  }

  /** Withdraws the open requests of deactivated accounts, then erases those that are due. */
  async #eraseEnded(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#deps
    return eachRow(await findEnded(unhurriedly(db, signal), clock()), signal, async (id) => {
      await this.#deps.intents.withdrawAll(id)
      await this.#eraseDue(id)
    })
  }

  /** Erases a deactivated account that is due, unless its wallet cannot be closed yet. */
  #eraseDue(id: string): Promise<void> {
    const { db, clock, audit } = this.#deps
    return db.transaction(
      async (tx) => {
        const now = clock()
        const due = await lockDue(tx, id, now)
        const returned = due && (await closeWallet(tx, id, now, due.deletionHash))
        if (returned === undefined || !(await erase(tx, id, now, returned.length > 0))) return
        await audit.append(tx, ...returned, { type: 'account.erased', accountId: id })
      },
      { hurry: false },
    )
  }
}
