import { type AdminProvider, AppError } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Audit } from '../audit/index.ts'
import { findProvider, type ProviderEntry, readAllProviders, writeStage, writeSuspension } from '../providers/index.ts'

type Deps = { db: Database; clock: Clock; audit: Audit }

const shown = (found: ProviderEntry): AdminProvider => ({
  id: found.id,
  name: found.name,
  stage: found.stage,
  suspended_at: found.suspendedAt?.toISOString() ?? null,
  from_file: found.fromFile,
  webhook_stopped_at: found.webhookDisabledAt?.toISOString() ?? null,
})

const requestsFirst = (a: AdminProvider, b: AdminProvider): number =>
  Number(b.stage === 'requested') - Number(a.stage === 'requested')

/** Websites as the operator admits and suspends them. */
export class ProviderStages {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** All providers, those that ask for live keys first. */
  async list(): Promise<AdminProvider[]> {
    return (await readAllProviders(this.#deps.db)).map(shown).sort(requestsFirst)
  }

  /** @throws AppError not_found; conflict when that was decided before */
  async decideLive(id: string, live: boolean): Promise<AdminProvider> {
    const { db, audit } = this.#deps
    await this.#read(id)
    await db.transaction(async (tx) => {
      const decided = live
        ? await writeStage(tx, id, 'live', ['test', 'requested'])
        : await writeStage(tx, id, 'test', ['requested', 'live'])
      if (!decided) throw new AppError('conflict')
      await audit.append(tx, { type: live ? 'project.live_approved' : 'project.live_declined', reason: id })
    })
    return this.#read(id)
  }

  /** @throws AppError not_found; conflict when nothing changes */
  async suspend(id: string, suspended: boolean): Promise<AdminProvider> {
    const { db, clock, audit } = this.#deps
    await this.#read(id)
    await db.transaction(async (tx) => {
      if (!(await writeSuspension(tx, id, suspended ? clock() : null))) throw new AppError('conflict')
      await audit.append(tx, { type: suspended ? 'project.suspended' : 'project.resumed', reason: id })
    })
    return this.#read(id)
  }

  async #read(id: string): Promise<AdminProvider> {
    const found = await findProvider(this.#deps.db, id)
    if (found === undefined) throw new AppError('not_found')
    return shown(found)
  }
}
