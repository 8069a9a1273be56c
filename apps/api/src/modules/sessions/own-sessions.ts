import { AppError, type OwnBrowser, type OwnSession, type SecurityEvent } from '@avouch/contract'
import type { Audit, AuditType } from '../audit/index.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Device } from '../../platform/device.ts'
import type { Keys } from '../../platform/keyring.ts'
import { endIn, endOthers, forget, liveSessions, lockHolder, recognisedBrowsers } from './own-store.ts'
import { revokeOne, type Session } from './session-store.ts'
import type { Sessions } from './sessions.ts'

type Deps = { db: Database; clock: Clock; audit: Audit; sessions: Sessions; keys: Keys }

const BY_HOLDER = 'ended by the holder'

/** Events of the audit trail that their account's holder sees. None is about a website. */
const SHOWN: Readonly<Partial<Record<AuditType, SecurityEvent>>> = {
  'signup.completed': 'account_created',
  'auth.token.issued': 'signed_in',
  'auth.pin.wrong': 'pin_wrong',
  'otp.wrong': 'code_wrong',
  'auth.pin.changed': 'pin_changed',
  'device.added': 'browser_recognised',
  'device.demoted': 'browsers_forgotten',
  'device.forgotten': 'browsers_forgotten',
  'session.revoked': 'session_ended',
  'token.refresh.reuse': 'session_refused',
  'token.refresh.device_mismatch': 'session_refused',
  'passkey.added': 'passkey_added',
  'passkey.removed': 'passkey_removed',
  'passkey.copied': 'passkey_copied',
  'account.requests_read': 'requests_read',
  'account.exported': 'data_exported',
  'operator.account_locked': 'locked',
  'operator.account_unlocked': 'unlocked',
}
const MOST_SHOWN = 20
/** Events that are read: most are refreshes, which are not shown. */
const MOST_READ = 1_000

/** The sessions of an account and the browsers that it recognises, for its holder to see and to end. */
export class OwnSessions {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async sessions({ accountId, familyId }: Session): Promise<OwnSession[]> {
    const { db, clock } = this.#deps
    return (await liveSessions(db, accountId, clock())).map(({ id, begunAt, endsAt }) => ({
      id: this.#nameOf(accountId, id),
      begun_at: begunAt.toISOString(),
      ends_at: endsAt.toISOString(),
      current: id === familyId,
    }))
  }

  /** @throws AppError not_found, sign_in_again */
  async end(session: Session, named: string): Promise<void> {
    const { db, clock, sessions } = this.#deps
    const { accountId, familyId } = session
    const found = (await liveSessions(db, accountId, clock())).find(({ id }) => this.#nameOf(accountId, id) === named)
    if (found === undefined) throw new AppError('not_found')
    if (found.id !== familyId) sessions.requireRecent(session)
    await db.transaction(async (tx) => {
      const ended = await revokeOne(tx, { familyId: found.id })
      await this.#report(tx, accountId, ended === undefined ? [] : [ended.familyId])
    })
  }

  async endOthers({ accountId, familyId }: Session): Promise<void> {
    await this.#deps.db.transaction(async (tx) => {
      await lockHolder(tx, accountId)
      await this.#report(tx, accountId, await endOthers(tx, accountId, familyId, this.#deps.clock()))
    })
  }

  async browsers({ accountId }: Session, here: Device): Promise<OwnBrowser[]> {
    return (await recognisedBrowsers(this.#deps.db, accountId)).map(({ device, knownSince, lastUsedAt }) => ({
      id: this.#nameOf(accountId, device.toString('hex')),
      known_since: knownSince.toISOString(),
      last_used_at: lastUsedAt.toISOString(),
      current: here !== null && device.equals(here),
    }))
  }

  /** @throws AppError not_found, sign_in_again */
  async forget(session: Session, named: string, here: Device): Promise<void> {
    const { db, sessions } = this.#deps
    const { accountId } = session
    const known = await recognisedBrowsers(db, accountId)
    const found = known.find(({ device }) => this.#nameOf(accountId, device.toString('hex')) === named)
    if (found === undefined) throw new AppError('not_found')
    if (here === null || !found.device.equals(here)) sessions.requireRecent(session)
    await this.#forget(accountId, (device) => device.equals(found.device))
  }

  forgetOthers({ accountId }: Session, here: Device): Promise<void> {
    return this.#forget(accountId, (device) => here === null || !device.equals(here))
  }

  /** The newest events, the newest first. */
  async events({ accountId }: Session): Promise<{ kind: SecurityEvent; at: string }[]> {
    const events = await this.#deps.audit.eventsOf(accountId, MOST_READ)
    const shown = events.flatMap(({ type, at }) => {
      const kind = SHOWN[type as AuditType]
      return kind === undefined ? [] : [{ kind, at }]
    })
    return shown.slice(-MOST_SHOWN).reverse()
  }

  #forget(accountId: string, isOne: (device: Buffer) => boolean): Promise<void> {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      await lockHolder(tx, accountId)
      const known = (await recognisedBrowsers(tx, accountId)).map(({ device }) => device)
      const devices = await forget(tx, accountId, known.filter(isOne))
      await audit.append(tx, ...devices.map((device) => ({ type: 'device.forgotten', accountId, device }) as const))
      await this.#report(tx, accountId, await endIn(tx, accountId, devices, clock()))
    })
  }

  async #report(tx: Executor, accountId: string, familyIds: readonly string[]): Promise<void> {
    const events = familyIds.map(
      (familyId) => ({ type: 'session.revoked', accountId, familyId, reason: BY_HOLDER }) as const,
    )
    await this.#deps.audit.append(tx, ...events)
  }

  /** A keyed hash: the list discloses neither the id that the refresh token has, nor a cookie's hash. */
  #nameOf(accountId: string, id: string): string {
    return this.#deps.keys.mac(accountId, id).subarray(0, 16).toString('base64url')
  }
}
