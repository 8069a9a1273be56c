import { createKeyring, type Keyring } from '../adapters/crypto/keyring.ts'
import type { Database } from '../adapters/database/database.ts'
import { migrate } from '../adapters/database/migrate.ts'
import { openDatabase } from '../adapters/open-database.ts'
import type { AppendEvents } from '../adapters/stores/audit-store.ts'
import { composeAudit } from '../compose-audit.ts'
import { type Config, decide } from '../config/config.ts'
import type { Env } from '../config/env.ts'
import { StartupError } from '../config/startup-error.ts'

type Opened = { config: Config; database: Database; keyring: Keyring; append: AppendEvents }

const IN_USE = /in use by process/

/** The embedded database is for one process: the server's, or this one. */
const explained = (error: unknown): unknown =>
  error instanceof StartupError && IN_USE.test(error.message)
    ? new StartupError(`${error.message} Stop the server first; with a PostgreSQL server (DATABASE_URL) it may run.`)
    : error

/** Opens the database that the settings name, in its newest shape, for one command. */
export async function withDatabase<T>(env: Env, run: (opened: Opened) => Promise<T>): Promise<T> {
  const config = decide(env)
  const opened = await openDatabase(config.database, () => {}).catch((error: unknown) => {
    throw explained(error)
  })
  try {
    if (config.migrationsDir !== undefined) await migrate(opened.database, config.migrationsDir, config.clock())
    const keyring = createKeyring(config.master)
    const { append } = composeAudit({ database: opened.database, keyring, clock: config.clock, warn: () => {} })
    return await run({ config, database: opened.database, keyring, append })
  } finally {
    await opened.close()
  }
}
