import { createHeldAccounts, type HeldAccounts } from '../modules/accounts/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, timeText } from './arguments.ts'
import { type AddCommands, type Answer, DONE } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const withHeld = <T>(site: Site, run: (held: HeldAccounts, now: Date) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, append }) => run(createHeldAccounts(database, append), config.clock()))

async function decided(id: string, decision: Promise<boolean>): Promise<Answer> {
  if (!(await decision)) throw new OperatorError(`The account ${id} is not held.`)
  return DONE
}

export const addAccountCommands: AddCommands = (program, choose) => {
  const account = program.command('account').description('accounts that were proven to be adult, then under age')
  account
    .command('held')
    .description('lists accounts that ended under age after they had proven the opposite, and when they are erased')
    .action(() =>
      choose((site) =>
        withHeld(site, async (held, now) =>
          listed(await held.all(now), ({ id, eraseAfter }) => [id, timeText(eraseAfter)]),
        ),
      ),
    )
  account
    .command('erase')
    .description('has the account erased now: the server does it within five minutes')
    .argument('<account id>')
    .action((id) => choose((site) => withHeld(site, (held, now) => decided(id, held.eraseNow(id, now)))))
  account
    .command('restore')
    .description('gives the account back to its owner, without a proof: the next visit begins with a check')
    .argument('<account id>')
    .action((id) => choose((site) => withHeld(site, (held, now) => decided(id, held.restore(id, now)))))
}
