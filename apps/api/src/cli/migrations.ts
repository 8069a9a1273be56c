import { raiseContract } from '../platform/database/installation.ts'
import { type MigrationStatus, migrate, migrationStatus } from '../platform/database/migrate.ts'
import { listed, timeText } from './arguments.ts'
import type { AddCommands, CommandResult } from './command.ts'
import { type Site, withDatabaseAsItIs } from './with-database.ts'

const statusOf = (site: Site): Promise<MigrationStatus[]> =>
  withDatabaseAsItIs(site, (_config, database) => migrationStatus(database, site.migrationsDir))

const fits = ({ state }: MigrationStatus) => state === 'applied' || state === 'pending'

async function showStatus(site: Site): Promise<CommandResult> {
  const status = await statusOf(site)
  const list = listed(status, ({ name, state, appliedAt }) => [name, state, timeText(appliedAt ?? null)])
  return { ...list, ok: status.every(fits) }
}

/** Printed instead of an empty list. */
const NOTHING = 'Nothing is pending.'

async function showPlan(site: Site): Promise<CommandResult> {
  const status = await statusOf(site)
  const next = status.filter(({ state }) => state !== 'applied')
  if (next.length === 0) return { lines: [NOTHING], data: [] }
  return { ...listed(next, ({ name, state, kind }) => [name, state, kind ?? '']), ok: status.every(fits) }
}

/** Tables and the version of the contract: all that a server needs that does not migrate. */
const run = (site: Site): Promise<CommandResult> =>
  withDatabaseAsItIs(site, async (config, database) => {
    const applied = await migrate(database, site.migrationsDir, config.clock())
    await raiseContract(database, config.clock())
    return applied.length === 0 ? { lines: [NOTHING], data: [] } : listed(applied, (name) => [name])
  })

export const addMigrationCommands: AddCommands = (program, choose) => {
  const group = program.command('migrations').description('the schema of the database')
  group
    .command('status')
    .description('lists the migrations: applied and when, pending, or changed or missing since; changes nothing')
    .action(() => choose(showStatus))
  group
    .command('plan')
    .description('lists what "migrations run" would apply, each in a transaction or concurrently; changes nothing')
    .action(() => choose(showPlan))
  group
    .command('run')
    .description('applies what is pending, while the product runs')
    .action(() => choose(run))
}
