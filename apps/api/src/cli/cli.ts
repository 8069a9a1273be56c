import { type Env, readEnv } from '../config/env.ts'
import type { Database } from '../platform/database/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { AskPerson, Print } from './command.ts'
import { askServer, type Operate } from './operator-socket.ts'
import { readCommand } from './program.ts'
import type { Site } from './with-database.ts'

type CommandContext = {
  /** The SQL of the schema. */
  migrationsDir: string
  /** The environment; this process's own when it is left out. */
  variables?: NodeJS.ProcessEnv
  /** Asks the person at the terminal; undefined without a terminal. */
  ask?: AskPerson | undefined
}

/** @returns the exit code: 0 success, 1 failure, 2 unknown command */
async function run(words: readonly string[], print: Print, site: Site): Promise<number> {
  const command = readCommand(words, print)
  if (typeof command === 'number') return command
  const { work, danger, json } = command
  if (danger?.confirmed === false) {
    print(`${danger.warning} Run it with --yes if that is what you want.`)
    return 1
  }
  try {
    const { lines, data, ok = true } = await work(site, json ? () => {} : print)
    for (const line of json ? [JSON.stringify(data)] : lines) print(line)
    return ok ? 0 : 1
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    print(error.message)
    return 1
  }
}

/** The commands on the database that a server has open. */
export const operateOn =
  (env: Env, database: Database, migrationsDir: string): Operate =>
  (words, print, folder) =>
    run(words, print, { env, database, migrationsDir, folder })

/** Runs one command. The embedded database is for one process: when the server has it open, the server runs the command. */
export async function runCommand(words: readonly string[], print: Print, context: CommandContext): Promise<number> {
  const command = readCommand(words, print)
  if (typeof command === 'number') return command
  const { danger } = command
  if (danger?.confirmed === false && context.ask !== undefined) {
    const typed = await context.ask(`${danger.warning} Type "${danger.word}" to go on: `)
    if (typed.trim() !== danger.word) {
      print('Nothing was changed.')
      return 1
    }
    return runCommand([...words, '--yes'], print, context)
  }
  const env = readEnv(context.variables)
  const exitCode = env.DATABASE_URL === undefined ? await askServer(env.DATA_DIR, words, print) : undefined
  if (exitCode !== undefined) return exitCode
  return run(words, print, { env, migrationsDir: context.migrationsDir, folder: process.cwd() })
}
