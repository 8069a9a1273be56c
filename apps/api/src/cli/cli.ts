import type { Database } from '../platform/database/database.ts'
import { type Env, readEnv } from '../config/env.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { ACCOUNT_COMMANDS } from './accounts.ts'
import { verifyAudit } from './audit.ts'
import type { Command, Print } from './command.ts'
import { askServer, type Operate } from './operator-socket.ts'
import { KEY_COMMANDS } from './keys.ts'
import { LEDGER_COMMANDS } from './ledger.ts'
import { PROVIDER_COMMANDS } from './providers.ts'
import { SIGNING_COMMANDS } from './signing.ts'
import { SWITCH_COMMANDS } from './switches.ts'
import { WEBHOOK_COMMANDS } from './webhooks.ts'
import type { Site } from './with-database.ts'

/** What an operator can ask for beside the server: `main.js <noun> <verb>`. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...PROVIDER_COMMANDS,
  ...KEY_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...SIGNING_COMMANDS,
  ...SWITCH_COMMANDS,
  ...LEDGER_COMMANDS,
  'audit verify': {
    usage: 'audit verify [head]',
    says: 'walks the audit trail; with a head that was noted earlier, tells whether it is still part of it',
    run: verifyAudit,
  },
}

const usage = () => Object.values(COMMANDS).map(({ usage: how, says }) => `  ${how}\n      ${says}`)

/** A command has two words or three; the rest is what it is given. */
function commandOf(words: readonly string[]): { command: Command; args: readonly string[] } | undefined {
  for (const count of [3, 2]) {
    const name = words.slice(0, count).join(' ')
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (command !== undefined) return { command, args: words.slice(count) }
  }
  return undefined
}

type Place = {
  /** The SQL of the schema, unless the settings name another folder. */
  migrationsDir: string
  /** The environment; this process's own when it is left out. */
  variables?: NodeJS.ProcessEnv
}

/** @returns the exit code: 0 all is well, 1 it is not, 2 there is no such command */
async function run(words: readonly string[], print: Print, site: Site): Promise<number> {
  const found = commandOf(words)
  if (found === undefined) {
    for (const line of ['Commands:', ...usage()]) print(line)
    return 2
  }
  try {
    return (await found.command.run(site, found.args, print)) ? 0 : 1
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    print(error.message)
    return 1
  }
}

/** The commands on the database that a server has open. */
export const operateOn =
  (env: Env, database: Database): Operate =>
  (words, print) =>
    run(words, print, { env, database })

/** Runs one command. The embedded database is for one process: when the server has it, the server does it. */
export async function runCommand(words: readonly string[], print: Print, place: Place): Promise<number> {
  const env = readEnv(place.variables)
  const known = commandOf(words) !== undefined
  const asked = known && env.DATABASE_URL === undefined ? await askServer(env.DATA_DIR, words, print) : undefined
  if (asked !== undefined) return asked
  return run(words, print, { env: { ...env, MIGRATIONS_DIR: env.MIGRATIONS_DIR ?? place.migrationsDir } })
}
