import { AppError, HOUR_MS, MINUTE_MS, SECOND_MS, type TokenAnswer } from '@avouch/contract'
import type { Report } from '../audit/index.ts'
import { type Clock, later } from '../../platform/clock.ts'
import { type Device, isSameDevice } from '../../platform/device.ts'
import { newId, newToken, tokenHash } from '../../platform/identifier.ts'
import type { NewAccessToken, NewFamily, PreSession, Session, SessionOwner, SessionStore } from './ports.ts'
import { type RefreshToken, readRefreshToken, refreshTokenFor } from './refresh-token.ts'

const ACCESS_LIFE_MS = 10 * MINUTE_MS
const IDLE_MS = 60 * MINUTE_MS
const ABSOLUTE_MS = 12 * HOUR_MS
const PRE_CONFIRMATION_LIFE_MS = 10 * MINUTE_MS
/** Two tabs that refresh at the same moment. */
const RACE_MS = 60 * SECOND_MS
/** A tab that slept is not a thief. */
const STALE_TAB_MS = 15 * MINUTE_MS
/** One alone would let whoever has copied a token log its owner out. */
const MISMATCHES = 3

type Deps = {
  store: SessionStore
  clock: Clock
  mac: (...parts: string[]) => Buffer
  sameBytes: (a: Buffer, b: Buffer) => boolean
  report: Report
}
export type Sessions = ReturnType<typeof createSessions>

/** A family to be stored, and the answer that its first tokens make. */
export type OpenedFamily = { family: NewFamily; access: NewAccessToken; answer: TokenAnswer }

export function createSessions({ store, clock, mac, sameBytes, report }: Deps) {
  function accessToken(now: Date, life: number) {
    const token = newToken('avat')
    return { token, stored: { hash: tokenHash(token), expiresAt: later(now, life) } }
  }

  const answerOf = (access_token: string, lifeMs: number, refresh_token: string, user_id: string): TokenAnswer => ({
    access_token,
    token_type: 'Bearer',
    expires_in: lifeMs / SECOND_MS,
    refresh_token,
    user_id,
  })

  /**
   * A token on the PIN alone: good for the two calls that confirm the SMS code. Its refresh token refuses to refresh.
   * @throws AppError invalid_grant when the owner went while the PIN was compared
   */
  async function openPreConfirmation(owner: SessionOwner, device: Device): Promise<TokenAnswer> {
    const now = clock()
    const { token, stored } = accessToken(now, PRE_CONFIRMATION_LIFE_MS)
    const id = newId('fam')
    const expiresAt = later(now, PRE_CONFIRMATION_LIFE_MS)
    const isOpen = await store.open(
      { id, owner, scope: 'pre_confirmation', challengeId: null, device, now, idleExpiresAt: expiresAt, expiresAt },
      stored,
    )
    if (!isOpen) throw new AppError('invalid_grant')
    const accountId = 'accountId' in owner ? owner.accountId : undefined
    await report({ type: 'auth.token.issued_pre2fa', accountId, familyId: id, device })
    const name = 'accountId' in owner ? owner.accountId : owner.registrationId
    return answerOf(token, PRE_CONFIRMATION_LIFE_MS, refreshTokenFor(mac, { familyId: id, generation: 0 }), name)
  }

  /** A full session, to be stored in the transaction that uses up the code. */
  function prepareFull(accountId: string, challengeId: string, device: Device): OpenedFamily {
    const now = clock()
    const { token, stored } = accessToken(now, ACCESS_LIFE_MS)
    const id = newId('fam')
    return {
      family: {
        id,
        owner: { accountId },
        scope: 'full',
        challengeId,
        device,
        now,
        idleExpiresAt: later(now, IDLE_MS),
        expiresAt: later(now, ABSOLUTE_MS),
      },
      access: stored,
      answer: answerOf(token, ACCESS_LIFE_MS, refreshTokenFor(mac, { familyId: id, generation: 0 }), accountId),
    }
  }

  /**
   * Rotation by promotion: the answer carries the successor; the token that was used stays good until the successor is
   * used once. So a lost answer or a second tab logs nobody out, and a token used after that ends the family. On another
   * device it is worth nothing.
   * @throws AppError invalid_grant
   */
  async function refresh(token: string, device: Device): Promise<TokenAnswer> {
    const claimed = readRefreshToken(mac, sameBytes, token)
    if (claimed === undefined) {
      await report({ type: 'auth.token.denied', device, reason: 'not one of ours' })
      throw new AppError('invalid_grant')
    }
    const now = clock()
    const access = accessToken(now, ACCESS_LIFE_MS)
    const found = await store.refresh({
      ...claimed,
      device,
      now,
      idleExpiresAt: later(now, IDLE_MS),
      raceSince: later(now, -RACE_MS),
      access: access.stored,
    })
    if (found === undefined) {
      await suspect(claimed, device, now)
      throw new AppError('invalid_grant')
    }
    const { accountId } = found
    const type = found.generation === claimed.generation ? 'auth.token.refreshed' : 'token.refresh.race'
    await report({ type, accountId, familyId: claimed.familyId, device })
    const successor = refreshTokenFor(mac, { familyId: claimed.familyId, generation: found.generation + 1 })
    return answerOf(access.token, ACCESS_LIFE_MS, successor, found.accountId)
  }

  /** A refused token may be a stolen one. */
  async function suspect({ familyId, generation }: RefreshToken, device: Device, now: Date): Promise<void> {
    const family = await store.retirement(familyId)
    const what = { accountId: family?.accountId, familyId, device }
    if (family === undefined || !family.live) return report({ ...what, type: 'auth.token.denied', reason: 'over' })
    if (!isSameDevice(family.device, device)) return store.mismatched(familyId, device, MISMATCHES)
    if (generation >= family.generation) return report({ ...what, type: 'auth.token.denied', reason: 'expired' })
    const staleTab = generation === family.generation - 1 && (family.promotedAt ?? now) > later(now, -STALE_TAB_MS)
    await report({ ...what, type: staleTab ? 'token.refresh.stale_tab' : 'token.refresh.reuse' })
    if (!staleTab) await store.revokeFamily(familyId, 'reuse')
  }

  /** @throws AppError invalid_token, or insufficient_user_authentication while the SMS code is open */
  async function authenticate(accessToken: string): Promise<Session> {
    const hash = tokenHash(accessToken)
    const session = await store.findSession(hash, clock())
    if (session !== undefined) return session
    const unconfirmed = await store.findPreSession(hash, clock())
    throw new AppError(unconfirmed === undefined ? 'invalid_token' : 'insufficient_user_authentication')
  }

  /** Also takes, for a while, the token of a session that ended under age. @throws like authenticate */
  async function authenticateOrTombstone(accessToken: string): Promise<Session | 'under_age'> {
    try {
      return await authenticate(accessToken)
    } catch (error) {
      if (await store.hasTombstone(tokenHash(accessToken), clock())) return 'under_age'
      throw error
    }
  }

  /** @throws AppError invalid_token */
  async function authenticatePreConfirmation(accessToken: string, device: Device): Promise<PreSession> {
    const session = await store.findPreSession(tokenHash(accessToken), clock())
    if (session === undefined || !isSameDevice(session.device, device)) throw new AppError('invalid_token')
    return session
  }

  /** Ends the session of either token; a token that means nothing is no error (RFC 7009). */
  async function revoke(token: string): Promise<void> {
    const claimed = readRefreshToken(mac, sameBytes, token)
    if (claimed === undefined) await store.revokeByAccess(tokenHash(token), 'logged out')
    else await store.revokeFamily(claimed.familyId, 'logged out')
  }

  /** The tokens of a session that was opened a moment ago, once more: the browser lost the answer. */
  function repeatAnswer(familyId: string, accountId: string): { access: NewAccessToken; answer: TokenAnswer } {
    const { token, stored } = accessToken(clock(), ACCESS_LIFE_MS)
    const again = refreshTokenFor(mac, { familyId, generation: 0 })
    return { access: stored, answer: answerOf(token, ACCESS_LIFE_MS, again, accountId) }
  }

  return {
    openPreConfirmation,
    prepareFull,
    repeatAnswer,
    refresh,
    authenticate,
    authenticateOrTombstone,
    authenticatePreConfirmation,
    revoke,
  }
}
