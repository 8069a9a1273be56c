import {
  AppError,
  HOUR_MS,
  maskedNumber,
  MOST_PASSKEYS,
  type PasskeyCreationOptions,
  type PasskeyRegistration,
  RECENT_SIGN_IN_MS,
} from '@avouch/contract'
import { type Clock, later, secondsUntil } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId } from '../../platform/identifier.ts'
import { random } from '../../platform/random.ts'
import { findHolderById, type Holder, type PhoneBook } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import type { RateLimiter } from '../rate-limits/index.ts'
import { revokeOpenedBy, type Session } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { CHALLENGE_LIFE_MS, type Challenges } from './challenges.ts'
import * as store from './passkey-store.ts'
import { challengeIn, KEY_ALGORITHMS, type RelyingParty, verifyRegistration } from './verification.ts'

const HANDLE_BYTES = 32
const LEAST_HOLD_HOURS = 24
const DEFAULT_NAME = 'Passkey'
const purposeOf = (isUnasked: boolean) => (isUnasked ? 'create_unasked' : 'create')

type Deps = {
  db: Database
  clock: Clock
  challenges: Challenges
  site: () => RelyingParty
  productName: string
  /** How long payments wait after a reset in an unrecognised browser. */
  holdHours: number
  phones: PhoneBook
  limiter: RateLimiter
  sms: Sms
  audit: Audit
}

/** Lets the holder of an account add, name and remove its passkeys. */
export class OwnPasskeys {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async list(session: Session) {
    const { db, clock } = this.#deps
    const now = clock()
    const passkeys = await store.listPasskeys(db, session.accountId)
    const state = await store.findState(db, session.familyId)
    const until = state && this.#heldUntil(state)
    return {
      data: passkeys.map((passkey) => ({ ...passkey, created_at: passkey.created_at.toISOString() })),
      held_until: until !== undefined && until > now ? until.toISOString() : null,
      opened_by_passkey: session.openedBy !== null && later(session.authenticatedAt, RECENT_SIGN_IN_MS) > now,
    }
  }

  /** @throws AppError passkey_held, conflict beyond the most; not_found where the address can have none */
  async creationOptions(session: Session, isUnasked: boolean): Promise<PasskeyCreationOptions> {
    const { db, clock, challenges, site, productName, phones } = this.#deps
    const { rpId } = site()
    const { phoneEnc, phoneIdx } = await this.#admit(db, session, MOST_PASSKEYS - 1)
    const handle = await store.nameUser(db, session.accountId, random(HANDLE_BYTES))
    if (handle === undefined) throw new AppError('invalid_token')
    const name = maskedNumber(...phones.parts(phones.open(phoneEnc, phoneIdx)))
    const known = await store.listPasskeys(db, session.accountId)
    return {
      rp: { id: rpId, name: productName },
      user: { id: handle.toString('base64url'), name, displayName: name },
      challenge: challenges.make(purposeOf(isUnasked), session.familyId, clock()),
      pubKeyCredParams: KEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: CHALLENGE_LIFE_MS,
      excludeCredentials: known.map(({ credential_id, transports }) => ({
        type: 'public-key',
        id: credential_id.toString('base64url'),
        ...(transports !== null && { transports }),
      })),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: isUnasked ? 'preferred' : 'required',
      },
      attestation: 'none',
    }
  }

  /**
   * Adds what a browser made; its holder gets an SMS.
   * @throws AppError passkey_refused, passkey_held, conflict, too_many_requests, not_found
   */
  async add(
    session: Session,
    credential: PasskeyRegistration,
    name = DEFAULT_NAME,
  ): Promise<{ id: string; name: string }> {
    const { db, clock, challenges, site, limiter, sms, audit } = this.#deps
    const { accountId, familyId } = session
    const [party, now, text] = [site(), clock(), challengeIn(credential) ?? '']
    const asked = challenges.open('create', familyId, text, now)
    const challenge = asked ?? challenges.open('create_unasked', familyId, text, now)
    const key = challenge && (await verifyRegistration(party, credential, text, asked === undefined))
    if (challenge === undefined || key === undefined) throw new AppError('passkey_refused')
    const id = newId('psk')
    await db.transaction(async (tx) => {
      await store.lockOwner(tx, accountId)
      const holder = await this.#admit(tx, session, MOST_PASSKEYS - 1)
      // Each costs an SMS now, and another one when it is removed.
      await limiter.admit(tx, { rule: 'passkey-added.number', subject: holder.phoneIdx.toString('hex') })
      const isNew =
        (await store.spendChallenge(tx, challenge)) &&
        (await store.insertPasskey(tx, { ...key, id, accountId, name, now }))
      if (!isNew) throw new AppError('passkey_refused')
      await sms.notify(tx, newId('sms'), 'passkey_added', holder)
      await audit.append(tx, { type: 'passkey.added', accountId, familyId })
    })
    return { id, name }
  }

  /** @throws AppError not_found */
  async rename({ accountId }: Session, id: string, name: string): Promise<void> {
    if (!(await store.renamePasskey(this.#deps.db, id, accountId, name))) throw new AppError('not_found')
  }

  /** Ends the sessions that it opened, but for this one; its holder gets an SMS. @throws AppError passkey_held, not_found */
  async remove(session: Session, id: string): Promise<void> {
    const { db, sms, audit } = this.#deps
    const { accountId, familyId } = session
    await db.transaction(async (tx) => {
      await store.lockOwner(tx, accountId)
      const holder = await this.#admit(tx, session)
      if (!(await store.deletePasskey(tx, id, accountId))) throw new AppError('not_found')
      await revokeOpenedBy(tx, accountId, id, familyId)
      await sms.notify(tx, newId('sms'), 'passkey_removed', holder)
      await audit.append(tx, { type: 'passkey.removed', accountId, familyId })
    })
  }

  /** undefined: no reset holds this session, since none happened or an older passkey opened it. */
  #heldUntil({
    unknown_reset_at: at,
    by_older,
  }: {
    unknown_reset_at: Date | null
    by_older: boolean
  }): Date | undefined {
    if (at === null || by_older) return undefined
    return later(at, Math.max(LEAST_HOLD_HOURS, this.#deps.holdHours) * HOUR_MS)
  }

  /** `most`: passkeys that the account may have before the change. @throws AppError invalid_token, passkey_held, conflict */
  async #admit(db: Executor, session: Session, most = Infinity): Promise<Holder> {
    const state = await store.findState(db, session.familyId)
    const holder = await findHolderById(db, session.accountId, null)
    if (state === undefined || holder === undefined) throw new AppError('invalid_token')
    const [until, now] = [this.#heldUntil(state), this.#deps.clock()]
    if (until !== undefined && until > now)
      throw new AppError('passkey_held', { retry_after: secondsUntil(until, now) })
    if (state.total > most) throw new AppError('conflict')
    return holder
  }
}
