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
import { addNumberCommands } from './number.ts'
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
  addNumberCommands,
  addSmsCommands,
  addIdentityCommands,
  addJobCommands,
  addLedgerCommands,
  addAuditCommands,
  addMigrationCommands,
  addInstallationCommands,
]
const HELP_COLUMNS = 120
/** Prints what `--help` prints of the words after it. */
const HELP = 'help'
/** Exit codes: 0 success, 1 failure, 2 unknown command. */
const [OK, WRONG, UNKNOWN] = [0, 1, 2]

type AnyCommand = Parameters<ReturnType<Command['createHelp']>['commandUsage']>[0]

/** The words of a command; none for the program. */
const pathOf = (command: AnyCommand): string[] => (command.parent ? [...pathOf(command.parent), command.name()] : [])

const nameOf = (command: AnyCommand): string => pathOf(command).join(' ') || command.name()

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

/** Follows the words to the deepest command, and to the first word that no command there has as its name. */
function follow(program: AnyCommand, words: readonly string[]): { command: AnyCommand; unknown: string | undefined } {
  const [word, ...rest] = words.filter((text) => !text.startsWith('-'))
  const next = program.commands.find((command) => command.name() === word)
  if (next !== undefined) return follow(next, rest)
  return { command: program, unknown: program.commands.length > 0 ? word : undefined }
}

/** Prints a word only if it looks like a command: a number or a cookie never does. */
const unknownText = (word: string) => (/^[a-z][a-z-]{0,30}$/.test(word) ? ` '${word}'` : '')

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
  const isHelp = words.find((word) => !word.startsWith('-')) === HELP
  const { command, unknown } = follow(program, isHelp ? words.slice(words.indexOf(HELP) + 1) : words)
  if (unknown !== undefined) {
    print(
      `error: unknown command${unknownText(unknown)}. "${[HELP, ...pathOf(command)].join(' ')}" lists those that exist.`,
    )
    return UNKNOWN
  }
  if (isHelp) {
    command.outputHelp()
    return OK
  }
  try {
    program.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return OK
    if (error.code === 'commander.help') {
      program.outputHelp()
      return UNKNOWN
    }
    print(reasonOf(error))
    print(`Usage: ${usageOf(command)}`)
    return WRONG
  }
  const [found] = chosen
  return found === undefined ? UNKNOWN : { ...found, json: program.opts().json === true }
}
