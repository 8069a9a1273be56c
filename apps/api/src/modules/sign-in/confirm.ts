import { AppError, MINUTE_MS, type TokenAnswer } from '@avouch/contract'
import type { Client } from '../../platform/client.ts'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { newId, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import { findHolder, type Pins, recognise } from '../accounts/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import { type Hits, refundHits, type TrustedNetworks } from '../rate-limits/index.ts'
import {
  accountOfSession,
  addAccess,
  findOpenedBy,
  insertFamily,
  type OpenedFamily,
  type PreSession,
  revokeOldest,
  type Sessions,
} from '../sessions/index.ts'
import type { Codes, Guess } from './code.ts'
import type { SmsCode } from './code-store.ts'
import { codeOfSession } from './pending.ts'
import type { RegistrationStops } from './registration-stops.ts'
import { deleteRegistrations, isAppealing, keepForAppeal, makeAccount } from './sign-in-store.ts'

const APPEAL_LIFE_MS = 10 * MINUTE_MS

/** used: another call used the code. The others are the error to answer. */
type Completion = 'opened' | 'used' | 'wrong_sms_code' | 'phone_number_exist' | Stopped
/** may_appeal: the number is stopped, and has its one appeal left. */
type Stopped = 'under_age_18' | 'may_appeal'
type Proven = { accountId: string; code: SmsCode; opened: OpenedFamily; client: Client }

type Deps = {
  db: Database
  clock: Clock
  /** Derive the tokens that allow an appeal. */
  keys: Keys
  codes: Codes
  pins: Pins
  sessions: Sessions
  networks: TrustedNetworks
  stops: RegistrationStops
  audit: Audit
}

/** The right code ends a sign-in: one transaction for account, session, browser and limits. */
export class Confirmation {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Opens the session, and makes an account of a registration. From now on the account recognises the browser.
   * @throws AppError wrong_sms_code; phone_number_exist when another sign-up of the number was faster; under_age_18, with a token for this
   * browser where the number may appeal
   */
  async confirm(session: PreSession, pinId: string, typed: string, client: Client): Promise<TokenAnswer> {
    const { db, codes, sessions } = this.#deps
    const { owner, familyId, device } = session
    const ownId = 'accountId' in owner ? owner.accountId : undefined
    const guess = { ...codeOfSession(session, pinId), typed, by: familyId, device, accountId: ownId }
    const code = await codes.claim(guess)
    if (code === undefined) return this.#repeatedAnswer(session, guess)
    const accountId = ownId ?? newId('usr')
    const opened = sessions.prepareFull(accountId, code.id, device)
    const proven = { accountId, code, opened, client }
    const completion = await db.transaction((tx) => this.#complete(tx, session, proven))
    if (completion === 'opened') {
      if (ownId !== undefined) sessions.measure('sms', session.begunAt)
      return opened.answer
    }
    if (completion === 'used') return this.#repeatedAnswer(session, guess)
    if (completion === 'may_appeal') throw this.#mayAppeal(session, code.id)
    throw new AppError(completion, completion === 'wrong_sms_code' ? { restart: true } : {})
  }

  /** Account, code, session, browser, limits: rows are locked in this order everywhere. */
  async #complete(tx: Executor, session: PreSession, proven: Proven): Promise<Completion> {
    const { codes, pins, networks, audit } = this.#deps
    const { accountId, code, opened, client } = proven
    const { owner, familyId, device, recipient } = session
    const { family, access } = opened
    const isNew = 'registrationId' in owner
    // Another PIN may have ended the sign-in; the account's row is locked from here on.
    const isLive =
      isNew || ((await pins.prove(tx, accountId, family.now)) && (await accountOfSession(tx, familyId)) === accountId)
    const refunds = await codes.use(tx, code, familyId)
    if (refunds === undefined) return 'used'
    if (!isLive) return 'wrong_sms_code'
    const made = isNew ? await this.#register(tx, owner.registrationId, recipient, proven) : []
    if (typeof made === 'string') return made
    if (!(await insertFamily(tx, family, access))) return 'wrong_sms_code'
    const ended = await revokeOldest(tx, accountId, family)
    const isAdded = device !== null && (await recognise(tx, accountId, device, family.now))
    await networks.vouch(tx, recipient.phoneIdx, client)
    await refundHits(tx, [...refunds, ...made])
    const what: Omit<AuditEvent, 'type'> = { accountId, familyId: family.id, device }
    await audit.append(
      tx,
      { ...what, type: 'otp.verified' },
      ...(isNew ? [{ ...what, type: 'signup.completed' } as const] : []),
      ...(isAdded ? [{ ...what, type: 'device.added' } as const] : []),
      { ...what, type: 'auth.token.issued' },
      ...ended.map((id) => ({ accountId, familyId: id, type: 'session.revoked', reason: 'too many' }) as const),
    )
    return 'opened'
  }

  /** Makes an account of the registration; the number's other sign-ups end. @returns what comes back */
  async #register(
    tx: Executor,
    registrationId: string,
    { phoneIdx, phoneEnc }: PreSession['recipient'],
    { accountId, code, opened: { family } }: Proven,
  ): Promise<Hits | 'phone_number_exist' | Stopped> {
    const { stops, audit } = this.#deps
    const { device, now } = family
    const stop = await stops.find(tx, { phoneIdx, phoneEnc }, now)
    if (stop !== undefined) {
      const mayAppeal = stop === 'may_appeal' && device !== null
      const kept = { id: registrationId, phoneIdx, expiresAt: later(now, APPEAL_LIFE_MS) }
      if (mayAppeal) await keepForAppeal(tx, { ...kept, hash: tokenHash(this.#appealToken(device, code.id)) })
      else await deleteRegistrations(tx, phoneIdx)
      await audit.append(tx, { type: 'signup.stopped', phoneIdx })
      return mayAppeal ? 'may_appeal' : 'under_age_18'
    }
    if (!(await makeAccount(tx, registrationId, accountId, family.now))) return 'phone_number_exist'
    const ended = await deleteRegistrations(tx, phoneIdx)
    return ended.find(({ id }) => id === registrationId)?.refunds ?? []
  }

  /**
   * The tokens once more for the session that used the code a moment ago: its answer got lost.
   * @throws AppError wrong_sms_code, phone_number_exist, under_age_18
   */
  async #repeatedAnswer(session: PreSession, guess: Guess): Promise<TokenAnswer> {
    const { db, clock, codes, sessions, audit } = this.#deps
    const { owner, familyId, device, recipient } = session
    // In this order: the registration, or another sign-up of its number, may become an account in between.
    const holder = 'accountId' in owner ? undefined : await findHolder(db, recipient.phoneIdx, null)
    const accountId = 'accountId' in owner ? owner.accountId : await accountOfSession(db, familyId)
    if (accountId === undefined && holder !== undefined) throw new AppError('phone_number_exist')
    const code = await codes.findRepeated({ ...guess, accountId })
    const opened = await findOpenedBy(db, code.id)
    if (opened === undefined) {
      const hash = tokenHash(this.#appealToken(device, code.id))
      const canAppeal = device !== null && (await isAppealing(db, { hash, device, now: clock() }))
      throw canAppeal ? this.#mayAppeal(session, code.id) : new AppError('wrong_sms_code', { restart: true })
    }
    const again = sessions.repeatAnswer(opened.familyId, opened.accountId)
    await addAccess(db, opened.familyId, again.access)
    const what = { accountId: opened.accountId, familyId: opened.familyId, device }
    await audit.report({ ...what, type: 'auth.token.issued', reason: 'repeated' })
    return again.answer
  }

  /** Derived: the browser that lost our answer gets the same again. */
  #appealToken(device: Device, codeId: string): string {
    return `avap_${this.#deps.keys.mac(codeId, device?.toString('hex') ?? '').toString('base64url')}`
  }

  #mayAppeal({ device }: PreSession, codeId: string): AppError {
    return new AppError('under_age_18', { appeal_token: this.#appealToken(device, codeId) })
  }
}
