import { createHeldAccounts, type HeldAccounts } from '../modules/accounts/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { readArguments, table, timeText } from './arguments.ts'
import type { Command } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const withHeld = <T>(site: Site, run: (held: HeldAccounts, now: Date) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database, append }) => run(createHeldAccounts(database, append), config.clock()))

const decision = (
  usage: string,
  says: string,
  decide: (held: HeldAccounts, id: string, now: Date) => Promise<boolean>,
): Command => ({
  usage,
  says,
  async run(site, args) {
    const { word } = readArguments(args, usage, { words: 1, options: {} })
    const done = await withHeld(site, (held, now) => decide(held, word(0), now))
    if (!done) throw new OperatorError(`The account ${word(0)} is not held.`)
    return true
  },
})

export const ACCOUNT_COMMANDS: Readonly<Record<string, Command>> = {
  'account held': {
    usage: 'account held',
    says: 'shows accounts that ended under age after they had proven the opposite, and when they are erased',
    async run(site, args, print) {
      readArguments(args, 'account held', { words: 0, options: {} })
      const held = await withHeld(site, (accounts, now) => accounts.all(now))
      for (const line of table(held.map(({ id, eraseAfter }) => [id, timeText(eraseAfter)]))) print(line)
      return true
    },
  },
  'account erase': decision(
    'account erase <account id>',
    'has it erased now: the server does it within five minutes',
    (held, id, now) => held.eraseNow(id, now),
  ),
  'account restore': decision(
    'account restore <account id>',
    'gives it back to its owner, without a proof: the next visit begins with a check',
    (held, id, now) => held.restore(id, now),
  ),
}
