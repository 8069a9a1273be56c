import { migrationStatus } from '../platform/database/migrate.ts'
import { listed, timeText } from './arguments.ts'
import type { AddCommands } from './command.ts'
import { withDatabaseAsItIs } from './with-database.ts'

export const addMigrationCommands: AddCommands = (program, choose) => {
  program
    .command('migrations')
    .description('the schema of the database')
    .command('status')
    .description('lists the migrations: applied and when, pending, or changed or missing since; changes nothing')
    .action(() =>
      choose(async (site) => {
        const status = await withDatabaseAsItIs(site, ({ database, migrationsDir }) =>
          migrationStatus(database, migrationsDir),
        )
        const list = listed(status, ({ name, state, appliedAt }) => [name, state, timeText(appliedAt ?? null)])
        return { ...list, ok: status.every(({ state }) => state === 'applied' || state === 'pending') }
      }),
    )
}
