import { type AdminProvider, AppError } from '@avouch/contract'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AppendEvents } from '../audit/index.ts'
import { findProvider, type ProviderEntry, readAllProviders, writeStage, writeSuspension } from '../providers/index.ts'

type Deps = { db: Database; clock: Clock; append: AppendEvents }

/** All providers, those that ask for live keys first. */
export const listProviders = async ({ db }: Pick<Deps, 'db'>): Promise<AdminProvider[]> =>
  (await readAllProviders(db)).map(shown).sort(requestsFirst)

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

async function read({ db }: Deps, id: string): Promise<AdminProvider> {
  const found = await findProvider(db, id)
  if (found === undefined) throw new AppError('not_found')
  return shown(found)
}

/** @throws AppError not_found; conflict when that was decided before */
export async function decideLive(deps: Deps, id: string, live: boolean): Promise<AdminProvider> {
  await read(deps, id)
  await deps.db.transaction(async (tx) => {
    const decided = live
      ? await writeStage(tx, id, 'live', ['test', 'requested'])
      : await writeStage(tx, id, 'test', ['requested', 'live'])
    if (!decided) throw new AppError('conflict')
    await deps.append(tx, { type: live ? 'project.live_approved' : 'project.live_declined', reason: id })
  })
  return read(deps, id)
}

/** @throws AppError not_found; conflict when nothing changes */
export async function suspend(deps: Deps, id: string, suspended: boolean): Promise<AdminProvider> {
  await read(deps, id)
  await deps.db.transaction(async (tx) => {
    if (!(await writeSuspension(tx, id, suspended ? deps.clock() : null))) throw new AppError('conflict')
    await deps.append(tx, { type: suspended ? 'project.suspended' : 'project.resumed', reason: id })
  })
  return read(deps, id)
}
