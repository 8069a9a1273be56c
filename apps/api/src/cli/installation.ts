import { moveProduct } from '../modules/operator/index.ts'
import { installed } from '../platform/database/installation.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { withDatabase, withAnyDatabase } from './with-database.ts'

export const addInstallationCommands: AddCommands = (program, choose) => {
  const group = program.command('installation').description('what all processes on one database have in common')
  group
    .command('show')
    .description('lists fingerprints of the master keys, the public address, and the version of the contract')
    .action(() =>
      choose((site) =>
        withDatabase(site, async ({ database }) =>
          listed(await installed(database), ({ name, value, since }) => [name, value, timeText(since)]),
        ),
      ),
    )
  group
    .command('move')
    .description('the product has another address from now on, that of PUBLIC_URL; stop every process first')
    .action(() =>
      choose((site) =>
        withAnyDatabase(site, async ({ config, database, keyring, audit }) => {
          await moveProduct({ db: database, audit }, { ...config, keyring, now: config.clock() })
          return DONE
        }),
      ),
    )
}
