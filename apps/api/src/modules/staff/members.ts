import { AppError, type OperatorRole, type ProjectRole } from '@avouch/contract'
import type { StaffDeps } from './deps.ts'
import {
  endSessions,
  findStaff,
  holdOperators,
  holdOwners,
  readMembers,
  readMembership,
  readOperators,
  removeMembership,
  writeMembership,
  writeRole,
} from './staff-store.ts'

type Deps = Pick<StaffDeps, 'db' | 'clock' | 'append' | 'keys'>
type Listed<Role> = { id: string; email_enc: string; role: Role; since: Date; used_at: Date | null }

const shown = <Role>({ keys }: Deps, { id, email_enc, role, since, used_at }: Listed<Role>) => ({
  id,
  email: keys.open(id, email_enc),
  role,
  since: since.toISOString(),
  /** As far as a session is left that tells it. */
  last_seen_at: used_at?.toISOString() ?? null,
})

export const listMembers = async (deps: Deps, providerId: string) =>
  (await readMembers(deps.db, providerId)).map((one) => shown(deps, one))

export const listOperators = async (deps: Deps) => (await readOperators(deps.db)).map((one) => shown(deps, one))

const refuseLast = (holders: readonly string[], id: string): void => {
  if (holders.length === 1 && holders[0] === id) throw new AppError('conflict')
}

/** Their sessions end. @throws AppError not_found; conflict for the last owner */
export const setMember = (deps: Deps, providerId: string, staffId: string, role: ProjectRole | null): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const owners = await holdOwners(tx, providerId)
    if ((await readMembership(tx, staffId, providerId)) === undefined) throw new AppError('not_found')
    if (role !== 'owner') refuseLast(owners, staffId)
    if (role === null) await removeMembership(tx, staffId, providerId)
    else await writeMembership(tx, { staffId, providerId, role, now: deps.clock() })
    await endSessions(tx, staffId)
    const type = role === null ? 'staff.removed' : 'staff.role_set'
    await deps.append(tx, { type, reason: [staffId, role, providerId].filter((part) => part !== null).join(' ') })
  })

/** null: the person may do nothing for the installation any more. @throws AppError not_found; conflict for the last operator */
export const setOperator = (deps: Deps, staffId: string, role: OperatorRole | null): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const operators = await holdOperators(tx)
    const person = await findStaff(tx, staffId)
    // A person without a role here is a provider's.
    if (person === undefined || person.role === null) throw new AppError('not_found')
    if (role !== 'operator') refuseLast(operators, staffId)
    await writeRole(tx, staffId, role)
    await endSessions(tx, staffId)
    await deps.append(tx, {
      type: role === null ? 'staff.removed' : 'staff.role_set',
      reason: role === null ? staffId : `${staffId} ${role}`,
    })
  })
