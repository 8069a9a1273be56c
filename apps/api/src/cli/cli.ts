import { type Env, readEnv } from '../config/env.ts'
import type { Database } from '../platform/database/database.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { Answer, Ask, Print } from './command.ts'
import { askServer, type Operate } from './operator-socket.ts'
import { type Chosen, readCommand } from './program.ts'
import { connectTo } from './remote.ts'
import { createRemoteSession, stateFolder } from './remote-session.ts'
import type { Site } from './with-database.ts'

type Surroundings = {
  /** The SQL of the schema, unless the settings name another folder. */
  migrationsDir: string
  /** The environment; this process's own when it is left out. */
  variables?: NodeJS.ProcessEnv
  /** Asks the person at the terminal; left out where there is none. */
  ask?: Ask | undefined
  /** Where the session at a product elsewhere is kept. */
  stateFolder?: string
  /** How a product elsewhere is asked; over the network when it is left out. */
  fetch?: typeof fetch
}

/** @returns the exit code */
async function printed(work: () => Promise<Answer>, json: boolean, print: Print): Promise<number> {
  try {
    const { lines, data, ok = true } = await work()
    for (const line of json ? [JSON.stringify(data)] : lines) print(line)
    return ok ? 0 : 1
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    print(error.message)
    return 1
  }
}

/** @returns the exit code: 0 all is well, 1 it is not, 2 there is no such command */
async function run(words: readonly string[], print: Print, site: Site): Promise<number> {
  const command = readCommand(words, print)
  if (typeof command === 'number') return command
  if (command.danger?.confirmed === false) {
    print(`${command.danger.warning} Run it with --yes if that is what you want.`)
    return 1
  }
  return printed(() => command.work(site, command.json ? () => {} : print), command.json, print)
}

const NO_TERMINAL: Ask = () => Promise.reject(new OperatorError('It asks a person: run it at a terminal.'))

/** Needs no settings and no database: the product elsewhere has them. */
function runElsewhere({ remote, json }: Chosen, product: URL, print: Print, place: Surroundings): Promise<number> {
  return printed(
    async () => {
      if (remote === undefined) throw new OperatorError('This command is run where the product runs, without --at.')
      const session = createRemoteSession(place.stateFolder ?? stateFolder())
      const call = connectTo({ product, session, fetch: place.fetch ?? fetch })
      return remote(call, { ask: place.ask ?? NO_TERMINAL, forget: () => session.write(product.origin, undefined) })
    },
    json,
    print,
  )
}

/** The commands on the database that a server has open. */
export const operateOn =
  (env: Env, database: Database): Operate =>
  (words, print, folder) =>
    run(words, print, { env, database, folder })

/** Runs one command. The embedded database is for one process: when the server has it open, the server runs the command. */
export async function runCommand(words: readonly string[], print: Print, place: Surroundings): Promise<number> {
  const command = readCommand(words, print)
  if (typeof command === 'number') return command
  const { danger, at } = command
  if (at !== undefined) return runElsewhere(command, at, print, place)
  if (danger?.confirmed === false && place.ask !== undefined) {
    const typed = await place.ask(`${danger.warning} Type "${danger.word}" to go on: `)
    if (typed.trim() !== danger.word) {
      print('Nothing was changed.')
      return 1
    }
    return runCommand([...words, '--yes'], print, place)
  }
  const env = readEnv(place.variables)
  const exitCode = env.DATABASE_URL === undefined ? await askServer(env.DATA_DIR, words, print) : undefined
  if (exitCode !== undefined) return exitCode
  const migrationsDir = env.MIGRATIONS_DIR ?? place.migrationsDir
  return run(words, print, { env: { ...env, MIGRATIONS_DIR: migrationsDir }, folder: process.cwd() })
}
