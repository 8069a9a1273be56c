import { Argument, Option } from '@commander-js/extra-typings'
import { PROOF_DECISIONS, PROOF_REASONS, type ProofDecision } from '@avouch/contract'
import { type AccountKey, type Change, HeldAccounts, PhoneBook } from '../modules/accounts/index.ts'
import { takenBackApprovals, Withdrawals } from '../modules/kyc/index.ts'
import { isAccountId, OperatorAccounts } from '../modules/operator/index.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { listed, table, timeText } from './arguments.ts'
import { type AddCommands, type CommandResult, DONE } from './command.ts'
import { type Site, withDatabase } from './with-database.ts'

const withHeld = <T>(site: Site, run: (held: HeldAccounts) => Promise<T>): Promise<T> =>
  withDatabase(site, ({ config, database: db, audit }) => run(new HeldAccounts({ db, clock: config.clock, audit })))

const NOT_DECIDED: Readonly<Record<ProofDecision, string>> = {
  withdraw: 'The account has no proof.',
  give_back: 'The account has no proof that can be given back: only a new check proves the age.',
  keep: 'No vendor has taken an approval of the account back.',
}

const NO_KEY = "That is neither an account's id nor a mobile number with its country's code."

/** An id is part of an address and of answers: nothing else that is typed goes there. @throws OperatorError */
function requireAccountId(typed: string): void {
  if (!isAccountId(typed)) throw new OperatorError('It is the id of an account.')
}

/** An error never has what was typed: it may be a number. */
const withAccount = <T>(
  site: Site,
  typed: string,
  run: (accounts: OperatorAccounts, key: AccountKey) => Promise<T>,
): Promise<T> =>
  withDatabase(site, async ({ config, database: db, keyring, audit }) => {
    const accounts = new OperatorAccounts({ db, clock: config.clock, audit, phones: new PhoneBook(keyring) })
    const key = accounts.keyOf(typed)
    if (key === undefined) throw new OperatorError(NO_KEY)
    return run(accounts, key)
  })

const REFUSALS: Readonly<Record<Exclude<Change, 'done' | 'already'>, string>> = {
  unknown: 'There is no such account.',
  ended: 'The account has ended: it waits for its erasure.',
}

/** @throws OperatorError unless it was done */
function decided(change: Change, already: string): CommandResult {
  if (change === 'done') return DONE
  throw new OperatorError(change === 'already' ? already : REFUSALS[change])
}

type Found = NonNullable<Awaited<ReturnType<OperatorAccounts['find']>>>

const stateOf = ({ state, lockedAt, eraseAfter }: Found): string => {
  if (state === 'deactivated') return `ended, erased after ${timeText(eraseAfter)}`
  return lockedAt === null ? 'active' : `locked since ${timeText(lockedAt)}`
}

const factsOf = (found: Found): string[] =>
  table([
    ['id', found.id],
    ['state', stateOf(found)],
    ['since', timeText(found.since)],
    ['adult', found.adult ? `proven on ${found.verifiedOn ?? '-'}` : 'not proven'],
    ['proof withdrawn', timeText(found.proofWithdrawnAt)],
    ['can be given back until', timeText(found.giveBackUntil)],
    ['last check', found.check === '' ? '-' : found.check],
    ['sessions', String(found.sessions)],
    ['wallet', found.hasWallet ? 'yes' : 'no'],
    ['PIN reset in an unknown browser', timeText(found.resetInUnknownBrowserAt)],
  ])

export const addAccountCommands: AddCommands = (program, choose) => {
  const account = program.command('account').description("visitors' accounts, without their numbers")
  account
    .command('find')
    .description('shows what holds for an account: its id, state, since when, whether its holder is proven to be adult')
    .argument('<number or id>', "a mobile number with its country's code, which is not printed, or the account's id")
    .action((typed) =>
      choose((site) =>
        withAccount(site, typed, async (accounts, key) => {
          const found = await accounts.find(key)
          if (found === undefined) throw new OperatorError(REFUSALS.unknown)
          return { lines: factsOf(found), data: found }
        }),
      ),
    )
  account
    .command('lock')
    .description('ends the sessions of an account and lets no one in, until it is unlocked; its proof stays')
    .argument('<number or id>')
    .action((typed) =>
      choose((site) =>
        withAccount(site, typed, async (accounts, key) =>
          decided(await accounts.lock(key), 'The account is locked already.'),
        ),
      ),
    )
  account
    .command('unlock')
    .description('lets the holder of a locked account in again')
    .argument('<number or id>')
    .action((typed) =>
      choose((site) =>
        withAccount(site, typed, async (accounts, key) =>
          decided(await accounts.unlock(key), 'The account is not locked.'),
        ),
      ),
    )
  account
    .command('erase')
    .description(
      'erases an account at once, as if its holder had deleted it; one with an open payment when that is over',
    )
    .argument('<number or id>')
    .option('--yes', 'do not ask')
    .action((typed, { yes }) =>
      choose(
        (site) =>
          withAccount(site, typed, async (accounts, key) =>
            decided(await accounts.erase(key), 'The account is being erased already.'),
          ),
        {
          word: 'erase',
          warning: 'This erases the account for good: its proof of age, its requests, its wallet.',
          confirmed: yes === true,
        },
      ),
    )
  account
    .command('held')
    .description('lists accounts that ended under age after they had proven the opposite, and when they are erased')
    .action(() =>
      choose((site) =>
        withHeld(site, async (held) => listed(await held.all(), ({ id, eraseAfter }) => [id, timeText(eraseAfter)])),
      ),
    )
  account
    .command('restore')
    .description('gives a held account back to its owner, without a proof: the next visit begins with a check')
    .argument('<account id>')
    .action((id) =>
      choose((site) =>
        withHeld(site, async (held) => {
          requireAccountId(id)
          if (!(await held.restore(id))) throw new OperatorError(`The account ${id} is not held.`)
          return DONE
        }),
      ),
    )
  account
    .command('taken-back')
    .description(
      'lists proven accounts whose identity-check vendor has taken its approval back, the longest wait first',
    )
    .action(() =>
      choose((site) =>
        withDatabase(site, async ({ database }) =>
          listed(await takenBackApprovals(database), ({ id, since }) => [id, timeText(since)]),
        ),
      ),
    )
  account
    .command('proof')
    .description('withdraws a proof, gives a withdrawn one back (give_back) or keeps one that its vendor took back')
    .argument('<account id>')
    .addArgument(new Argument('<decision>').choices(PROOF_DECISIONS))
    .addOption(new Option('--reason <reason>', 'kept in the audit trail').choices(PROOF_REASONS).makeOptionMandatory())
    .action((id, decision, { reason }) =>
      choose((site) =>
        withDatabase(site, async ({ config, database: db, audit }) => {
          requireAccountId(id)
          const proofs = new Withdrawals({ db, clock: config.clock, audit, unusedDays: config.unusedAccountDays })
          if (!(await proofs.decide(id, decision, reason))) throw new OperatorError(NOT_DECIDED[decision])
          return DONE
        }),
      ),
    )
}
