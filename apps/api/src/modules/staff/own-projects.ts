import type { Clock } from '../../platform/clock.ts'
import type { Database, Executor } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import type { Projects } from '../providers/index.ts'
import { writeMembership } from './staff-store.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  projects: Projects
}

/** Test projects that people make for themselves. */
export class OwnProjects {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Creates a test project of a person. @throws AppError conflict while no one may make one */
  async create(staffId: string, name: string): Promise<string> {
    const { db, projects } = this.#deps
    await projects.refuseSignUp(name, 'name')
    return db.transaction((tx) => this.add(tx, staffId, name))
  }

  /** Creates it in the caller's transaction. */
  async add(tx: Executor, staffId: string, name: string): Promise<string> {
    const { clock, audit, projects } = this.#deps
    const providerId = await projects.add(tx, name)
    await writeMembership(tx, { staffId, providerId, role: 'owner', now: clock() })
    await audit.append(tx, { type: 'project.created', staffId, reason: providerId })
    return providerId
  }
}
