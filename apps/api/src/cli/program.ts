import { type Argument, Command, CommanderError } from '@commander-js/extra-typings'
import { addAccountCommands } from './accounts.ts'
import { addAuditCommands } from './audit.ts'
import { addClientCommands } from './clients.ts'
import type { Danger, Print, Work } from './command.ts'
import { addIdentityCommands } from './identity.ts'
import { addInstallationCommands } from './installation.ts'
import { addJobCommands } from './jobs.ts'
import { addKeyringCommands } from './keyring.ts'
import { addLedgerCommands } from './ledger.ts'
import { addLimitCommands } from './limits.ts'
import { addMigrationCommands } from './migrations.ts'
import { addProviderCommands } from './providers.ts'
import { addSigningCommands } from './signing.ts'
import { addSmsCommands } from './sms.ts'
import { addStaffCommands } from './staff.ts'
import { addSwitchCommands } from './switches.ts'
import { addTrustCommands } from './trust.ts'
import { addWebhookCommands } from './webhooks.ts'

const NOUNS = [
  addProviderCommands,
  addClientCommands,
  addWebhookCommands,
  addAccountCommands,
  addStaffCommands,
  addKeyringCommands,
  addSigningCommands,
  addSwitchCommands,
  addTrustCommands,
  addLimitCommands,
  addSmsCommands,
  addIdentityCommands,
  addJobCommands,
  addLedgerCommands,
  addAuditCommands,
  addMigrationCommands,
  addInstallationCommands,
]
const HELP_COLUMNS = 120
/** Exit codes: 0 all is well, 1 it is not, 2 there is no such command. */
const [OK, WRONG, UNKNOWN] = [0, 1, 2]

type AnyCommand = Parameters<ReturnType<Command['createHelp']>['commandUsage']>[0]

const nameOf = (command: AnyCommand): string =>
  command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name()

const argumentOf = (argument: Argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`)

/** "provider show <id>" */
function usageOf(command: AnyCommand): string {
  if (command.commands.length > 0) return `${nameOf(command)} <command>`
  const options = command.options.length > 0 ? ['[options]'] : []
  return [nameOf(command), ...command.registeredArguments.map(argumentOf), ...options].join(' ')
}

/** The commands that do something; the nouns before them only group. */
const leavesOf = (command: AnyCommand): AnyCommand[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf)

/** Finds the deepest command that the words name. */
function commandAt(program: AnyCommand, words: readonly string[]): AnyCommand {
  const [word, ...rest] = words.filter((text) => !text.startsWith('-'))
  const next = program.commands.find((command) => command.name() === word)
  return next === undefined ? program : commandAt(next, rest)
}

/** Words commander's errors; never a value that was typed: it may be a number, or the cookie of a browser. */
function reasonOf({ code, message }: CommanderError): string {
  if (code === 'commander.excessArguments') return message.replace(/ but got .*/s, '.')
  if (code === 'commander.unknownOption')
    return message.replace(/'(--[a-z][a-z-]*)?.*'/s, (_, name = '-') => `'${name}'`)
  if (code === 'commander.invalidArgument')
    return message.replace(/ (?:value|argument) '.*' is invalid/s, ' is invalid')
  return message
}

type Found = { work: Work; danger: Danger | undefined }

function createProgram(print: Print, choose: (found: Found) => void) {
  const program = new Command('avouch')
    .option('--json', 'print the answer as one line of JSON')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => text.trimEnd().split('\n').forEach(print),
      writeErr: () => {},
      getOutHelpWidth: () => HELP_COLUMNS,
    })
    .configureHelp({
      showGlobalOptions: true,
      commandUsage: usageOf,
      subcommandTerm: usageOf,
      visibleCommands: (command) => command.commands.flatMap(leavesOf),
    })
  for (const add of NOUNS) add(program, (work, danger) => choose({ work, danger }))
  return program
}

/** @returns the work that the words name and how to print its answer, or the exit code where they name none */
export function readCommand(words: readonly string[], print: Print): (Found & { json: boolean }) | number {
  const chosen: Found[] = []
  const program = createProgram(print, (found) => chosen.push(found))
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return OK
    if (error.code === 'commander.help' || error.code === 'commander.unknownCommand') {
      program.outputHelp()
      return UNKNOWN
    }
    print(reasonOf(error))
    print(`Usage: ${usageOf(commandAt(program, words))}`)
    return WRONG
  }
  const [found] = chosen
  return found === undefined ? UNKNOWN : { ...found, json: program.opts().json === true }
}
