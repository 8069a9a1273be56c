import { type AdminPerson, AppError, HOUR_MS, MINUTE_MS, type OperatorRole, type ProjectRole } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newToken, tokenHash } from '../../platform/identifier.ts'
import type { Audit } from '../audit/index.ts'
import type { Secrets } from './secrets.ts'
import {
  addSession,
  countRecoveryCodes,
  endSession,
  findStaffSession,
  findStaff,
  markSessionUsed,
  projectsOf,
  readMembership,
} from './staff-store.ts'

const SESSION_LIFE_MS = 12 * HOUR_MS
const SESSION_IDLE_MS = 30 * MINUTE_MS
/** So that not every call is a write. */
const MARK_AFTER_MS = MINUTE_MS

/** A person with a session. */
export type StaffSession = { staffId: string; role: OperatorRole | null; hash: Buffer; expiresAt: Date }
type Deps = { db: Database; clock: Clock; audit: Audit; secrets: Secrets }

/** Sessions of people at the consoles. */
export class StaffSessions {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** @returns the token for the cookie, which is stored as its hash alone */
  async open(tx: Executor, staffId: string): Promise<{ token: string; expiresAt: Date }> {
    const [token, now] = [newToken('avss'), this.#deps.clock()]
    const expiresAt = later(now, SESSION_LIFE_MS)
    await addSession(tx, { hash: tokenHash(token), staffId, now, expiresAt })
    return { token, expiresAt }
  }

  /** @throws AppError invalid_token */
  async authenticate(token: string): Promise<StaffSession> {
    const { db, clock } = this.#deps
    const [hash, now] = [tokenHash(token), clock()]
    const found = await findStaffSession(db, hash, now, later(now, -SESSION_IDLE_MS))
    if (found === undefined) throw new AppError('invalid_token')
    if (found.usedAt < later(now, -MARK_AFTER_MS)) await markSessionUsed(db, hash, now)
    return { staffId: found.staffId, role: found.role, hash, expiresAt: found.expiresAt }
  }

  /** A person's role in a project; undefined for other people's projects and unknown ones. */
  roleIn(staffId: string, providerId: string): Promise<ProjectRole | undefined> {
    return readMembership(this.#deps.db, staffId, providerId)
  }

  end({ hash, staffId }: StaffSession): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      if (await endSession(tx, hash)) await audit.append(tx, { type: 'staff.signed_out', staffId })
    })
  }

  /** Describes a person, with roles and projects. @throws AppError invalid_token when the person is gone */
  async describe(staffId: string, expiresAt: Date): Promise<AdminPerson> {
    const { db, secrets } = this.#deps
    const found = await findStaff(db, staffId)
    if (found === undefined) throw new AppError('invalid_token')
    return {
      id: found.id,
      email: secrets.open(found.id, found.emailEnc),
      role: found.role,
      projects: await projectsOf(db, staffId),
      recovery_codes: await countRecoveryCodes(db, staffId),
      expires_at: expiresAt.toISOString(),
    }
  }
}
