import { type AdminProvider, AppError, HOUR_MS, type OperatorSwitch } from '@avouch/contract'
import { type Clock, later } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { jobOverview } from '../../platform/database/job-desk.ts'
import { createHeldAccounts } from '../accounts/index.ts'
import type { AppendEvents, Audit } from '../audit/index.ts'
import { findProvider, type ProviderEntry, readAllProviders, writeStage, writeSuspension } from '../providers/index.ts'
import { readSpend } from '../sms/index.ts'
import type { Switches } from '../switches/index.ts'
import type { Trust } from '../trust/index.ts'
import type { CallerLimits } from './caller-limits.ts'
import { type Health, readAttention } from './facts.ts'

const SPEND_DAYS = 30
const SEARCHED = 100

type Deps = {
  db: Database
  clock: Clock
  append: AppendEvents
  audit: Pick<Audit, 'search'>
  switches: Pick<Switches, 'all' | 'set'>
  trust: Pick<Trust, 'lists'>
  limits: Pick<CallerLimits, 'sms'>
  health: Health
}
type Search = {
  kind?: string | undefined
  provider?: string | undefined
  since?: string | undefined
  until?: string | undefined
}
export type Operator = ReturnType<typeof createOperator>

/** What the operator's people see of the installation. It names no visitor, no number, and no website that someone visited. */
export function createOperator(deps: Deps) {
  const { db, clock, switches } = deps
  return {
    attention: () => readAttention(deps),
    providers: async (): Promise<AdminProvider[]> => (await readAllProviders(db)).map(shown).sort(requestsFirst),
    decideLive: (id: string, live: boolean) => decideLive(deps, id, live),
    suspend: (id: string, suspended: boolean) => suspend(deps, id, suspended),
    switches: async () =>
      (await switches.all()).map(({ name, value, changedAt }) => ({
        name,
        value,
        changed_at: changedAt?.toISOString() ?? null,
      })),
    setSwitch: (name: OperatorSwitch, value: '0' | '1') => switches.set(name, value),
    jobs: async () =>
      (await jobOverview(db)).map((queue) => ({
        name: queue.name,
        last_done_at: queue.lastDone?.toISOString() ?? null,
        last_ms: queue.lastMs,
        waiting: queue.waiting,
        running: queue.running,
        failed: queue.failed,
        next_at: queue.next?.toISOString() ?? null,
      })),
    async spend() {
      const spent = await readSpend(db, later(clock(), -(SPEND_DAYS - 1) * 24 * HOUR_MS))
      const data = spent.map(({ day, country, outcome, total: sms, cents }) => ({ day, country, outcome, sms, cents }))
      return { data, cents: data.reduce((sum, { cents }) => sum + cents, 0) }
    },
    held: async () =>
      (await createHeldAccounts(db, deps.append).all(clock())).map(({ id, eraseAfter }) => ({
        id,
        erase_after: eraseAfter.toISOString(),
      })),
    searchAudit: (search: Search) => searchAudit(deps, search),
  }
}

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
async function decideLive(deps: Deps, id: string, live: boolean): Promise<AdminProvider> {
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
async function suspend(deps: Deps, id: string, suspended: boolean): Promise<AdminProvider> {
  await read(deps, id)
  await deps.db.transaction(async (tx) => {
    if (!(await writeSuspension(tx, id, suspended ? deps.clock() : null))) throw new AppError('conflict')
    await deps.append(tx, { type: suspended ? 'project.suspended' : 'project.resumed', reason: id })
  })
  return read(deps, id)
}

/** The newest first. */
async function searchAudit({ audit }: Deps, { kind, provider, since, until }: Search) {
  const found = await audit.search({
    kind,
    provider,
    since: since === undefined ? undefined : new Date(since),
    until: until === undefined ? undefined : new Date(until),
    limit: SEARCHED,
  })
  return found.toReversed().map(({ at, ...event }) => ({ ...event, at: at.toISOString() }))
}
