import { AppError, HOUR_MS, OPERATOR_ROLES, type OperatorRole, type ProjectRole } from '@avouch/contract'
import { later } from '../../platform/clock.ts'
import type { Executor } from '../../platform/database/database.ts'
import { newId, newToken, tokenHash } from '../../platform/identifier.ts'
import type { StaffDeps } from './deps.ts'
import {
  addInvitation,
  findInvitation,
  openInvitations,
  takeInvitation,
  withdrawInvitation,
} from './invitation-store.ts'
import type { StaffSession } from './sessions.ts'
import { endSessions, readMembership, writeMembership, writeRole } from './staff-store.ts'

const INVITATION_LIFE_MS = 3 * 24 * HOUR_MS

/** What an invitation is for: a role of a provider, or without one of the installation. */
export type Invited = { providerId: string; role: ProjectRole } | { providerId: null; role: OperatorRole }
type Deps = Pick<StaffDeps, 'db' | 'clock' | 'append' | 'publicUrl'>

const isOperatorRole = (role: string): role is OperatorRole => OPERATOR_ROLES.some((one) => one === role)

/** Makes a one-time link. No mail is sent: who invites hands it over. */
export async function invite(deps: Deps, { providerId, role }: Invited, invitedBy: string | null) {
  const { db, clock, append, publicUrl } = deps
  const [secret, id, createdAt] = [newToken('avsi'), newId('inv'), clock()]
  const expiresAt = later(createdAt, INVITATION_LIFE_MS)
  await db.transaction(async (tx) => {
    await addInvitation(tx, { hash: tokenHash(secret), id, providerId, role, invitedBy, createdAt, expiresAt })
    await append(tx, {
      type: 'staff.invited',
      reason: [id, role, providerId].filter((part) => part !== null).join(' '),
    })
  })
  // Behind the "#": no server and no log sees it.
  const console = providerId === null ? 'operator' : 'console'
  return { id, link: new URL(`/${console}/join#${secret}`, publicUrl).href, expiresAt }
}

/** @throws AppError dead_link */
export async function readInvitation({ db, clock }: Deps, secret: string) {
  const found = await findInvitation(db, tokenHash(secret), clock())
  if (found === undefined) throw new AppError('dead_link')
  return found
}

/** For the person who is signed in; every other session of the person ends. @throws AppError dead_link */
export const acceptInvitation = (deps: Deps, { staffId, hash }: StaffSession, secret: string): Promise<void> =>
  deps.db.transaction(async (tx) => {
    await takeInto(deps, tx, secret, staffId)
    await endSessions(tx, staffId, hash)
  })

/** Gives a person what the invitation is for. @throws AppError dead_link */
export async function takeInto({ clock, append }: Deps, tx: Executor, secret: string, staffId: string): Promise<void> {
  const now = clock()
  const taken = await takeInvitation(tx, tokenHash(secret), now)
  if (taken === undefined) throw new AppError('dead_link')
  const { id, providerId, role } = taken
  if (isOperatorRole(role)) await writeRole(tx, staffId, role)
  // An owner who follows a link for viewers stays the owner.
  else if (providerId !== null && (await readMembership(tx, staffId, providerId)) === undefined)
    await writeMembership(tx, { staffId, providerId, role, now })
  const reason = [id, role, providerId].filter((part) => part !== null).join(' ')
  await append(tx, { type: 'staff.joined', staffId, reason })
}

/** Those that no one has taken yet; null: of the installation. */
export const listInvitations = async <Role extends string>(
  { db, clock }: Deps,
  providerId: string | null,
  roles: readonly Role[],
) =>
  (await openInvitations(db, providerId, clock())).flatMap(({ id, role: stored, createdAt, expiresAt }) => {
    const role = roles.find((one) => one === stored)
    const times = { created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
    return role === undefined ? [] : [{ id, role, ...times }]
  })

/** @throws AppError not_found */
export const withdraw = ({ db, append }: Deps, id: string, providerId: string | null): Promise<void> =>
  db.transaction(async (tx) => {
    if (!(await withdrawInvitation(tx, id, providerId))) throw new AppError('not_found')
    await append(tx, { type: 'staff.invitation_withdrawn', reason: providerId === null ? id : `${id} ${providerId}` })
  })
