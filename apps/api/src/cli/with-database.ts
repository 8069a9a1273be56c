import { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/database/database.ts'
import { visitInstallation } from '../platform/database/installation.ts'
import { holderName } from '../platform/database/key-holders.ts'
import { refuseOlderSchema } from '../platform/database/migrate.ts'
import { Audit } from '../modules/audit/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { type Config, configFrom } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { StartupError } from '../platform/startup-error.ts'

export type Opened = { config: Config; database: Database; keyring: Keyring; audit: Audit }

const IN_USE = /in use by/

function openedWith(config: Config, database: Database): Opened {
  const keyring = new Keyring(config.master)
  const audit = new Audit({ db: database, keyring, clock: config.clock, warn: () => {} })
  return { config, database, keyring, audit }
}

/** The embedded database is for one process: the server's, or this one. */
const explained = (error: unknown): unknown =>
  error instanceof StartupError && IN_USE.test(error.message)
    ? new StartupError(`${error.message} It can't be asked just now: try again, or stop it first.`)
    : error

/**
 * The things that a command works on: the settings, in a running server the database that it has open, the SQL of the schema,
 * and the folder where the command was typed.
 */
export type Site = { env: Env; database?: Database | undefined; migrationsDir: string; folder: string }

type OnDatabase<T> = (config: Config, database: Database) => Promise<T>

/** The database that the settings name; no migration is applied. */
export async function withDatabaseAsItIs<T>(
  { env, database }: Site,
  run: OnDatabase<T>,
  nameOf?: (config: Config) => string,
) {
  const config = configFrom(env)
  if (database !== undefined) return run(config, database)
  // No visitor waits for a command: its statements may take long.
  const options = { ...config.database, timeouts: undefined, name: nameOf?.(config) }
  const opened = await openDatabase(options, () => {}).catch((error: unknown) => {
    throw explained(error)
  })
  try {
    return await run(config, opened.database)
  } finally {
    await opened.close()
  }
}

/** The database that the settings name, for one command, which changes nothing of its schema. It may seal, as servers do. */
export const withDatabase = <T>(site: Site, run: (opened: Opened) => Promise<T>): Promise<T> =>
  withDatabaseAsItIs(
    site,
    async (config, database) => {
      await refuseOlderSchema(database, site.migrationsDir)
      const opened = openedWith(config, database)
      await visitInstallation(database, { ...config, keyring: opened.keyring, now: config.clock() })
      return run(opened)
    },
    ({ master }) => holderName(new Keyring(master)),
  )

/** The same for a command that decides by itself whether it differs from the processes before it. */
export const withCurrentSchema = <T>(site: Site, run: (opened: Opened) => Promise<T>): Promise<T> =>
  withDatabaseAsItIs(site, async (config, database) => {
    await refuseOlderSchema(database, site.migrationsDir)
    return run(openedWith(config, database))
  })

/** The same for a process that may differ from the others on the database: in its address, or in its keys. */
export const withAnyDatabase = <T>(site: Site, run: (opened: Opened) => Promise<T>): Promise<T> =>
  withDatabaseAsItIs(site, (config, database) => run(openedWith(config, database)))
