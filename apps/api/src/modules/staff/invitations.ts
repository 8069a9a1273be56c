import { AppError, HOUR_MS, OPERATOR_ROLES, type OperatorRole, PROJECT_ROLES, type ProjectRole } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import { newId, newToken, tokenHash } from '../../platform/identifier.ts'
import type { Audit } from '../audit/index.ts'
import {
  addInvitation,
  findInvitation,
  openInvitations,
  takeInvitation,
  withdrawInvitation,
} from './invitation-store.ts'
import type { StaffSession } from './staff-sessions.ts'
import { endSessions, readMembership, refuseEarly, writeMembership, writeRole } from './staff-store.ts'

const INVITATION_LIFE_MS = 3 * 24 * HOUR_MS

/** The role that an invitation gives: in a project, or in the installation. */
export type Invited = { providerId: string; role: ProjectRole } | { providerId: null; role: OperatorRole }
type Deps = { db: Database; clock: Clock; audit: Audit; publicUrl: string }

const isOperatorRole = (role: string): role is OperatorRole => OPERATOR_ROLES.some((one) => one === role)

/** One-time links with which people join a project, or the operator. */
export class Invitations {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Makes a link. No mail is sent: who invites hands it over. @throws AppError conflict for a role that a running process can't read */
  async add({ providerId, role }: Invited, invitedBy: string | null) {
    const { db, clock, audit, publicUrl } = this.#deps
    const [secret, id, createdAt] = [newToken('avsi'), newId('inv'), clock()]
    const expiresAt = later(createdAt, INVITATION_LIFE_MS)
    await refuseEarly(db, role)
    await db.transaction(async (tx) => {
      await addInvitation(tx, { hash: tokenHash(secret), id, providerId, role, invitedBy, createdAt, expiresAt })
      await audit.append(tx, {
        type: 'staff.invited',
        reason: [id, role, providerId].filter((part) => part !== null).join(' '),
      })
    })
    // Behind the "#": no server and no log sees it.
    const console = providerId === null ? 'operator' : 'console'
    return { id, link: new URL(`/${console}/join#${secret}`, publicUrl).href, expiresAt }
  }

  /** @throws AppError dead_link */
  async read(secret: string) {
    const { db, clock } = this.#deps
    const found = await findInvitation(db, tokenHash(secret), clock())
    if (found === undefined) throw new AppError('dead_link')
    return found
  }

  /** Accepts it for the person who is signed in, and ends the person's other sessions. @throws AppError dead_link */
  accept({ staffId, hash }: StaffSession, secret: string): Promise<void> {
    return this.#deps.db.transaction(async (tx) => {
      await this.spend(tx, secret, staffId)
      await endSessions(tx, staffId, hash)
    })
  }

  /** Gives a person what the invitation is for, in the caller's transaction. @throws AppError dead_link */
  async spend(tx: Executor, secret: string, staffId: string): Promise<void> {
    const { clock, audit } = this.#deps
    const now = clock()
    const taken = await takeInvitation(tx, tokenHash(secret), now)
    if (taken === undefined) throw new AppError('dead_link')
    const { id, providerId, role } = taken
    if (isOperatorRole(role)) await writeRole(tx, staffId, role)
    // An owner who follows a link for viewers stays the owner.
    else if (providerId !== null && (await readMembership(tx, staffId, providerId)) === undefined)
      await writeMembership(tx, { staffId, providerId, role, now })
    const reason = [id, role, providerId].filter((part) => part !== null).join(' ')
    await audit.append(tx, { type: 'staff.joined', staffId, reason })
  }

  /** Lists those of a project that no one has accepted yet. */
  ofProject(providerId: string) {
    return this.#open(providerId, PROJECT_ROLES)
  }

  ofOperator() {
    return this.#open(null, OPERATOR_ROLES)
  }

  /** @throws AppError not_found */
  withdraw(id: string, providerId: string): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      if (!(await withdrawInvitation(tx, id, providerId))) throw new AppError('not_found')
      await audit.append(tx, { type: 'staff.invitation_withdrawn', reason: `${id} ${providerId}` })
    })
  }

  async #open<Role extends string>(providerId: string | null, roles: readonly Role[]) {
    const { db, clock } = this.#deps
    return (await openInvitations(db, providerId, clock())).flatMap(({ id, role: stored, createdAt, expiresAt }) => {
      const role = roles.find((one) => one === stored)
      const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
      return role === undefined ? [] : [{ id, role, ...times }]
    })
  }
}
