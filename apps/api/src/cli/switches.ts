import { Argument } from '@commander-js/extra-typings'
import { OPERATOR_SWITCHES } from '@avouch/contract'
import { Switches } from '../modules/switches/index.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, DONE } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const withSwitches = <T>(site: Site, run: (switches: Switches) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, audit }) =>
    run(new Switches({ db: database, clock: config.clock, audit, signUpByDefault: !config.production })),
  )

export const addSwitchCommands: AddCommands = (program, choose) => {
  const group = program.command('switch').description('what changes while the product runs')
  group
    .command('list')
    .description('lists the switches, their values, and since when they have them')
    .action(() =>
      choose((site) =>
        withSwitches(site, async (switches) =>
          listed(await switches.all(), ({ name, value, changedAt }) => [name, value, timeText(changedAt)]),
        ),
      ),
    )
  group
    .command('set')
    .description(
      'maintenance: no deposits, what comes in goes back; broadcast: the warning about the app on phones; provider_signup: test projects for everyone',
    )
    .addArgument(new Argument('<name>', 'which one').choices(OPERATOR_SWITCHES))
    .addArgument(new Argument('<value>', '1 turns it on').choices(['0', '1'] as const))
    .action((name, value) =>
      choose((site) =>
        withSwitches(site, async (switches) => {
          await switches.set(name, value)
          return DONE
        }),
      ),
    )
}
