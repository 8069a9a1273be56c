import { AppError, type PasskeyAssertion, type PasskeyRequestOptions, type TokenAnswer } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import { newId } from '../../platform/identifier.ts'
import { findHolderById, recognise } from '../accounts/index.ts'
import type { Audit, AuditEvent } from '../audit/index.ts'
import { insertFamily, type OpenedFamily, revokeOldest, revokeOpenedBy, type Sessions } from '../sessions/index.ts'
import type { Sms } from '../sms/index.ts'
import { CHALLENGE_LIFE_MS, type Challenge, type Challenges } from './challenges.ts'
import * as store from './passkey-store.ts'
import { challengeIn, type RelyingParty, verifyAssertion } from './verification.ts'

type Deps = {
  db: Database
  clock: Clock
  challenges: Challenges
  /** @throws AppError not_found where passkeys are not offered */
  site: () => RelyingParty
  sessions: Sessions
  sms: Sms
  audit: Audit
}

/** copied: the counter went back. The others are the error to answer. */
type Outcome = 'opened' | 'copied' | 'passkey_refused' | 'account_locked'
type Proven = {
  accountId: string
  passkeyId: string
  counter: number
  challenge: Challenge
  opened: OpenedFamily
  device: Device
}

/** One assertion opens a full session: it proves the device, and its PIN, finger or face. */
export class PasskeyLogIn {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The same for everybody but the challenge; nothing is read or written. @throws AppError not_found where the address can have no passkeys */
  options(pageKey: string): PasskeyRequestOptions {
    const { clock, challenges, site } = this.#deps
    const challenge = challenges.make('sign_in', pageKey, clock())
    return { challenge, timeout: CHALLENGE_LIFE_MS, rpId: site().rpId, userVerification: 'required' }
  }

  /**
   * Opens a session. PINs are neither compared nor counted; no network becomes trusted by it, no limit gets anything back, and payments
   * wait after a reset as before.
   * @throws AppError passkey_refused, account_locked, not_found
   */
  async signIn(pageKey: string, credential: PasskeyAssertion, device: Device): Promise<TokenAnswer> {
    const { db, clock, challenges, sessions } = this.#deps
    const site = this.#deps.site()
    const text = challengeIn(credential) ?? ''
    const challenge = challenges.open('sign_in', pageKey, text, clock())
    if (challenge === undefined) return this.#refuse('challenge')
    const passkey = await store.findPasskey(db, Buffer.from(credential.id, 'base64url'))
    const handle = Buffer.from(credential.response.userHandle ?? '', 'base64url')
    if (passkey === undefined || passkey.user_handle?.equals(handle) !== true) return this.#refuse('unknown')
    const counter = await verifyAssertion(site, credential, { challenge: text, publicKey: passkey.public_key })
    if (counter === undefined) return this.#refuse('proof')
    const opened = sessions.prepareFull(passkey.account_id, null, device, passkey.id)
    const outcome = await db.transaction((tx) =>
      this.#complete(tx, { accountId: passkey.account_id, passkeyId: passkey.id, counter, challenge, opened, device }),
    )
    if (outcome === 'copied') throw new AppError('passkey_refused')
    if (outcome !== 'opened') return this.#refuse('over', outcome)
    sessions.measure('passkey', challenge.begunAt)
    return opened.answer
  }

  /** Account, passkey, session, browser: rows are locked in this order everywhere. */
  async #complete(tx: Executor, proven: Proven): Promise<Outcome> {
    const { sms, audit } = this.#deps
    const { accountId, passkeyId, challenge, counter, device } = proven
    const { family, access } = proven.opened
    if (!(await store.spendChallenge(tx, challenge))) return 'passkey_refused'
    await store.lockOwner(tx, accountId)
    const holder = await findHolderById(tx, accountId, device)
    if (holder === undefined) return 'passkey_refused'
    if (holder.locked) return 'account_locked'
    if (!(await store.usePasskey(tx, passkeyId, counter, family.now))) {
      // It was removed at the same moment, or somebody else has the key too: then it opens nothing any more, and what it opened ends.
      if (!(await store.deletePasskey(tx, passkeyId, accountId))) return 'passkey_refused'
      await revokeOpenedBy(tx, accountId, passkeyId, null)
      await sms.notify(tx, newId('sms'), 'passkey_copied', holder)
      await audit.append(tx, { type: 'passkey.copied', accountId, device })
      return 'copied'
    }
    await insertFamily(tx, family, access)
    const ended = await revokeOldest(tx, accountId, family)
    const isAdded = device !== null && (await recognise(tx, accountId, device, family.now))
    const what: Omit<AuditEvent, 'type'> = { accountId, familyId: family.id, device }
    await audit.append(
      tx,
      { ...what, type: 'passkey.used' },
      ...(isAdded ? [{ ...what, type: 'device.added' } as const] : []),
      { ...what, type: 'auth.token.issued' },
      ...ended.map((id) => ({ accountId, familyId: id, type: 'session.revoked', reason: 'too many' }) as const),
    )
    return 'opened'
  }

  /** Names no account: whoever knows a credential's id could write into its trail. */
  async #refuse(reason: string, code: 'passkey_refused' | 'account_locked' = 'passkey_refused'): Promise<never> {
    await this.#deps.audit.report({ type: 'passkey.refused', reason })
    throw new AppError(code)
  }
}
