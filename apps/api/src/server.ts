import type { FastifyInstance } from 'fastify'
import type { Database } from './platform/database/database.ts'
import { joinInstallation, raiseContract } from './platform/database/installation.ts'
import { migrate } from './platform/database/migrate.ts'
import { type Jobs, startJobs } from './platform/jobs.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { latestEventAt } from './modules/audit/index.ts'
import { rulesWith } from './modules/limits/index.ts'
import type { Config } from './config/config.ts'
import { StartupError } from './platform/startup-error.ts'
import { compose } from './composition.ts'
import { canBeForged } from './http/client-address.ts'
import { redact } from './http/logging.ts'
import { steady } from './platform/clock.ts'
import { createKeyring } from './platform/keyring.ts'
import { type Repeat, repeat as repeatInRealTime } from './platform/repeat.ts'

export type Server = { app: FastifyInstance; database: Database; close: () => Promise<void> }

type Ports = {
  migrationsDir: string
  writeLog: (line: string) => void
  /** How background work comes again; tests do not wait as long for it. */
  repeat?: Repeat
}

/**
 * Opens the database, brings its schema up to date, and joins modules and HTTP. Nothing listens yet.
 * @throws StartupError for settings that can't be right, before anything is opened
 */
export async function createServer(
  config: Config,
  { migrationsDir, writeLog, repeat = repeatInRealTime }: Ports,
): Promise<Server> {
  const warn = (event: string, details: object = {}) =>
    writeLog(redact(`${JSON.stringify({ level: 40, event, ...details })}\n`))
  const rules = rulesWith(config.limits)
  if (await canBeForged(config.trustedProxies))
    throw new StartupError('TRUSTED_PROXIES names more than our own proxies: visitors could forge their address.')
  if (config.inventedLegalPages.length > 0) warn('pages of an invented operator', { links: config.inventedLegalPages })
  const opened = await openDatabase(config.database, (error) =>
    warn('database connection lost', { reason: error.message }),
  )
  let jobs: Jobs | undefined
  try {
    await migrate(opened.database, config.migrationsDir ?? migrationsDir, config.clock())
    await raiseContract(opened.database, config.clock())
    await joinInstallation(opened.database, { ...config, keyring: createKeyring(config.master), now: config.clock() })
    const clock = steady({
      clock: config.clock,
      since: await latestEventAt(opened.database),
      onBack: (seconds) => warn('clock set back', { seconds }),
    })
    jobs = await startJobs(opened.engine, (error) => warn('job queue', { reason: error.message }))
    const app = await compose({
      config: { ...config, clock },
      rules,
      database: opened.database,
      jobs,
      repeat,
      writeLog,
      warn,
    })
    const running = jobs
    return {
      app,
      database: opened.database,
      async close() {
        await app.close()
        await running.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await jobs?.stop()
    await opened.close()
    throw error
  }
}
