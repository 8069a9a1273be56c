import { AppError, type OperatorRole, type ProjectRole } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import type { Secrets } from './secrets.ts'
import {
  endSessions,
  findStaff,
  lockOperators,
  lockOwners,
  readMembers,
  readMembership,
  readOperators,
  refuseEarly,
  removeMembership,
  writeMembership,
  writeRole,
} from './staff-store.ts'

type Deps = { db: Database; clock: Clock; audit: Audit; secrets: Secrets }
type Listed<Role> = { id: string; email_enc: string; role: Role; since: Date; used_at: Date | null }

const refuseLast = (holders: readonly string[], id: string): void => {
  if (holders.length === 1 && holders[0] === id) throw new AppError('conflict')
}

/** The people of a project, and of the operator. */
export class Members {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async ofProject(providerId: string) {
    return (await readMembers(this.#deps.db, providerId)).map((one) => this.#shown(one))
  }

  async operators() {
    return (await readOperators(this.#deps.db)).map((one) => this.#shown(one))
  }

  /** Changes or removes (null) a person's role, and ends the person's sessions. @throws AppError not_found; conflict for the last owner */
  set(providerId: string, staffId: string, role: ProjectRole | null): Promise<void> {
    const { db, clock, audit } = this.#deps
    return db.transaction(async (tx) => {
      const owners = await lockOwners(tx, providerId)
      if ((await readMembership(tx, staffId, providerId)) === undefined) throw new AppError('not_found')
      if (role !== 'owner') refuseLast(owners, staffId)
      if (role === null) await removeMembership(tx, staffId, providerId)
      else await writeMembership(tx, { staffId, providerId, role, now: clock() })
      await endSessions(tx, staffId)
      const type = role === null ? 'staff.removed' : 'staff.role_set'
      await audit.append(tx, { type, reason: [staffId, role, providerId].filter((part) => part !== null).join(' ') })
    })
  }

  /** null: the person may do nothing for the installation any more. @throws AppError not_found; conflict for the last operator, and for a role that a running process can't read */
  setOperator(staffId: string, role: OperatorRole | null): Promise<void> {
    const { db, audit } = this.#deps
    return db.transaction(async (tx) => {
      const operators = await lockOperators(tx)
      const person = await findStaff(tx, staffId)
      // A person without a role here is a provider's.
      if (person === undefined || person.role === null) throw new AppError('not_found')
      if (role !== 'operator') refuseLast(operators, staffId)
      await refuseEarly(tx, role)
      await writeRole(tx, staffId, role)
      await endSessions(tx, staffId)
      await audit.append(tx, {
        type: role === null ? 'staff.removed' : 'staff.role_set',
        reason: role === null ? staffId : `${staffId} ${role}`,
      })
    })
  }

  #shown<Role>({ id, email_enc, role, since, used_at }: Listed<Role>) {
    return {
      id,
      email: this.#deps.secrets.open(id, email_enc),
      role,
      since: since.toISOString(),
      /** Known while a session of the person is left. */
      last_seen_at: used_at?.toISOString() ?? null,
    }
  }
}
