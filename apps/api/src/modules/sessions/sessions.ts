import { AppError, HOUR_MS, MINUTE_MS, RECENT_SIGN_IN_MS, SECOND_MS, type TokenAnswer } from '@avouch/contract'
import { findTombstone } from '../accounts/index.ts'
import type { Audit } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { type Device, isSameDevice } from '../../platform/device.ts'
import type { Database } from '../../platform/database/database.ts'
import { newId, newToken, tokenHash } from '../../platform/identifier.ts'
import type { Keys } from '../../platform/keyring.ts'
import type { Meter } from '../../platform/meter.ts'
import { type RefreshToken, readRefreshToken, refreshTokenFor } from './refresh-token.ts'
import { countMismatch, findRetired, promote } from './refresh-store.ts'
import {
  endOldestWaiting,
  findPreSession,
  findSession,
  insertFamily,
  type NewAccessToken,
  type NewFamily,
  type PreSession,
  revokeOne,
  type Session,
  type SessionKey,
  type SessionOwner,
} from './session-store.ts'

const ACCESS_LIFE_MS = 10 * MINUTE_MS
const IDLE_MS = 60 * MINUTE_MS
const ABSOLUTE_MS = 12 * HOUR_MS
const PRE_CONFIRMATION_LIFE_MS = 10 * MINUTE_MS
/** Two tabs that refresh at the same moment. */
const RACE_MS = 60 * SECOND_MS
/** A tab that slept until now is refused without ending the session. */
const STALE_TAB_MS = 15 * MINUTE_MS
/** Fewer would let a thief who has copied a token log its owner out. */
const MAX_MISMATCHES = 3

type Deps = { db: Database; clock: Clock; keys: Keys; audit: Audit; meter: Meter }

/** Stands for a session that ended under age. `next`: the step that is left to its holder. */
export type UnderAge = { isUnderAge: true; next: 'appeal' | 'restore' | null }

const WAYS = ['sms', 'passkey'] as const

/** A family to be stored, and the answer that its first tokens make. */
export type OpenedFamily = { family: NewFamily; access: NewAccessToken; answer: TokenAnswer }

function newAccessToken(now: Date, lifeMs: number) {
  const token = newToken('avat')
  return { token, stored: { hash: tokenHash(token), expiresAt: later(now, lifeMs) } }
}

const answerOf = (access_token: string, lifeMs: number, refresh_token: string, user_id: string): TokenAnswer => ({
  access_token,
  token_type: 'Bearer',
  expires_in: lifeMs / SECOND_MS,
  refresh_token,
  user_id,
})

const refreshMoment = (now: Date) => ({
  now,
  idleExpiresAt: later(now, IDLE_MS),
  raceSince: later(now, -RACE_MS),
  accessExpiresAt: later(now, ACCESS_LIFE_MS),
})

const refusalOf = (session: 'unconfirmed' | undefined) =>
  new AppError(session === undefined ? 'invalid_token' : 'insufficient_user_authentication')

/** Access and refresh tokens: how a session is opened, refreshed, recognised and revoked. */
export class Sessions {
  readonly #deps: Deps
  readonly #onLogIn
  readonly #onSeconds

  constructor(deps: Deps) {
    this.#deps = deps
    const by = { labels: ['way'], from: WAYS.map((way) => ({ way })) } as const
    this.#onLogIn = deps.meter.counter({ ...by, name: 'log_ins_total', help: 'Log-ins that opened a session.' })
    this.#onSeconds = deps.meter.counter({ ...by, name: 'log_in_seconds_total', help: 'How long they took together.' })
  }

  /** Opens a session with a token that only confirms the SMS code. @throws AppError invalid_grant when the owner is gone */
  async openPreConfirmation(owner: SessionOwner, device: Device): Promise<TokenAnswer> {
    const { db, clock, keys, audit } = this.#deps
    const now = clock()
    const { token, stored } = newAccessToken(now, PRE_CONFIRMATION_LIFE_MS)
    const id = newId('fam')
    const expiresAt = later(now, PRE_CONFIRMATION_LIFE_MS)
    const times = { now, idleExpiresAt: expiresAt, expiresAt }
    const family: NewFamily = { id, owner, scope: 'pre_confirmation', codeId: null, device, ...times }
    const accountId = 'accountId' in owner ? owner.accountId : undefined
    await db.transaction(async (tx) => {
      if (!(await insertFamily(tx, family, stored))) throw new AppError('invalid_grant')
      await endOldestWaiting(tx, family)
      await audit.append(tx, { type: 'auth.token.issued_pre2fa', accountId, familyId: id, device })
    })
    const name = 'accountId' in owner ? owner.accountId : owner.registrationId
    const refreshToken = refreshTokenFor(keys.mac, { familyId: id, generation: 0 })
    return answerOf(token, PRE_CONFIRMATION_LIFE_MS, refreshToken, name)
  }

  /** Measures a log-in that has opened a session. */
  measure(way: (typeof WAYS)[number], begunAt: Date): void {
    this.#onLogIn({ way })
    this.#onSeconds({ way }, (this.#deps.clock().getTime() - begunAt.getTime()) / SECOND_MS)
  }

  /** A full session, to be stored in the transaction that uses up the code, or changes the PIN. */
  prepareFull(accountId: string, codeId: string | null, device: Device, passkeyId?: string): OpenedFamily {
    const { clock, keys } = this.#deps
    const now = clock()
    const { token, stored } = newAccessToken(now, ACCESS_LIFE_MS)
    const id = newId('fam')
    return {
      family: {
        id,
        owner: { accountId },
        scope: 'full',
        codeId,
        ...(passkeyId !== undefined && { openedBy: passkeyId }),
        device,
        now,
        idleExpiresAt: later(now, IDLE_MS),
        expiresAt: later(now, ABSOLUTE_MS),
      },
      access: stored,
      answer: answerOf(token, ACCESS_LIFE_MS, refreshTokenFor(keys.mac, { familyId: id, generation: 0 }), accountId),
    }
  }

  /** The tokens of a session that was opened a moment ago, once more: the browser lost the answer. */
  repeatAnswer(familyId: string, accountId: string): { access: NewAccessToken; answer: TokenAnswer } {
    const { clock, keys } = this.#deps
    const { token, stored } = newAccessToken(clock(), ACCESS_LIFE_MS)
    const refreshToken = refreshTokenFor(keys.mac, { familyId, generation: 0 })
    return { access: stored, answer: answerOf(token, ACCESS_LIFE_MS, refreshToken, accountId) }
  }

  /**
   * Rotation by promotion: the answer carries the successor; the token that was used stays good until the successor is
   * used once. So a lost answer or a second tab logs no user out, and a token used after that ends the family. On another
   * device it is worth nothing.
   * @throws AppError invalid_grant
   */
  async refresh(token: string, device: Device): Promise<TokenAnswer> {
    const { db, clock, keys, audit } = this.#deps
    const claimed = readRefreshToken(keys.mac, token)
    if (claimed === undefined) {
      await audit.report({ type: 'auth.token.denied', device, reason: 'not one of ours' })
      throw new AppError('invalid_grant')
    }
    const accessToken = newToken('avat')
    const found = await promote(db, { ...claimed, device, accessHash: tokenHash(accessToken) }, refreshMoment(clock()))
    if (found === undefined) {
      await this.#suspect(claimed, device, clock())
      throw new AppError('invalid_grant')
    }
    const { accountId } = found
    const type = found.generation === claimed.generation ? 'auth.token.refreshed' : 'token.refresh.race'
    await audit.report({ type, accountId, familyId: claimed.familyId, device })
    const successor = refreshTokenFor(keys.mac, { familyId: claimed.familyId, generation: found.generation + 1 })
    return answerOf(accessToken, ACCESS_LIFE_MS, successor, accountId)
  }

  /** @throws AppError invalid_token, or insufficient_user_authentication while the SMS code is open */
  async authenticate(accessToken: string): Promise<Session> {
    const { db, clock } = this.#deps
    const session = await findSession(db, tokenHash(accessToken), clock())
    if (session === undefined || session === 'unconfirmed') throw refusalOf(session)
    return session
  }

  /** @throws AppError sign_in_again when the sign-in is too long ago to show or end what a thief of the session would want */
  requireRecent({ authenticatedAt }: Session): void {
    if (later(authenticatedAt, RECENT_SIGN_IN_MS) <= this.#deps.clock()) throw new AppError('sign_in_again')
  }

  /** Also accepts, for a while, the token of a session that ended under age: for these what is possible now. @throws like authenticate */
  async authenticateOrTombstone(accessToken: string): Promise<Session | UnderAge> {
    const { db, clock } = this.#deps
    const hash = tokenHash(accessToken)
    const session = await findSession(db, hash, clock())
    if (session !== undefined && session !== 'unconfirmed') return session
    const next = await findTombstone(db, hash, clock())
    if (next !== undefined) return { isUnderAge: true, next }
    throw refusalOf(session)
  }

  /** @throws AppError invalid_token */
  async authenticatePreConfirmation(accessToken: string, device: Device): Promise<PreSession> {
    const { db, clock } = this.#deps
    const session = await findPreSession(db, tokenHash(accessToken), clock())
    if (session === undefined || !isSameDevice(session.device, device)) throw new AppError('invalid_token')
    return session
  }

  /** Ends the session of either token; a token that means nothing is no error (RFC 7009). */
  async revoke(token: string): Promise<void> {
    const claimed = readRefreshToken(this.#deps.keys.mac, token)
    const key = claimed === undefined ? { accessHash: tokenHash(token) } : { familyId: claimed.familyId }
    await this.#revokeBy(key, 'logged out')
  }

  /** A refused token may be a stolen one. */
  async #suspect({ familyId, generation }: RefreshToken, device: Device, now: Date): Promise<void> {
    const { db, audit } = this.#deps
    const family = await findRetired(db, familyId)
    const what = { accountId: family?.accountId, familyId, device }
    if (family === undefined || !family.live)
      return audit.report({ ...what, type: 'auth.token.denied', reason: 'over' })
    if (!isSameDevice(family.device, device)) return this.#countOtherDevice(familyId, device)
    if (generation >= family.generation) return audit.report({ ...what, type: 'auth.token.denied', reason: 'expired' })
    const staleTab = generation === family.generation - 1 && (family.promotedAt ?? now) > later(now, -STALE_TAB_MS)
    await audit.report({ ...what, type: staleTab ? 'token.refresh.stale_tab' : 'token.refresh.reuse' })
    if (!staleTab) await this.#revokeBy({ familyId }, 'reuse')
  }

  /** A refresh from another device than the family's; too many revoke it. */
  #countOtherDevice(familyId: string, device: Device): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      const counted = await countMismatch(tx, familyId, MAX_MISMATCHES)
      if (counted === undefined) return
      const what = { accountId: counted.accountId, familyId, device }
      await audit.append(
        tx,
        { ...what, type: 'token.refresh.device_mismatch' },
        ...(counted.revoked ? [{ ...what, type: 'session.revoked', reason: 'device mismatches' } as const] : []),
      )
    })
  }

  /** The reason is for the audit trail. */
  #revokeBy(key: SessionKey, reason: string): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      const revoked = await revokeOne(tx, key)
      if (revoked !== undefined) await audit.append(tx, { ...revoked, type: 'session.revoked', reason })
    })
  }
}
