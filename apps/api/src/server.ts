import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Database } from './platform/database/database.ts'
import { type Announcements, createAnnouncements } from './platform/announcements.ts'
import { joinInstallation, raiseContract } from './platform/database/installation.ts'
import { holderName } from './platform/database/key-holders.ts'
import { migrate, migrationNames, refuseOlderSchema } from './platform/database/migrate.ts'
import { Monitor } from './platform/database/monitor.ts'
import { tracedDatabase } from './platform/database/traced-database.ts'
import { JobLog } from './platform/job-log.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { latestEventAt, requestContext } from './modules/audit/index.ts'
import { rulesWith } from './modules/rate-limits/index.ts'
import { smsLimitsWith } from './modules/sms/index.ts'
import type { Config } from './config/config.ts'
import { areProtected } from './config/database-url.ts'
import { StartupError } from './platform/startup-error.ts'
import { type Version, versionOf } from './config/about.ts'
import { createBacklogs } from './background/backlogs.ts'
import { serve } from './serving.ts'
import { readJobs } from './background/jobs.ts'
import { createMonitoring, watchDatabase } from './background/monitoring.ts'
import type { MetricsServer } from './http/metrics-server.ts'
import { canBeForged } from './http/client-address.ts'
import { createLastConnections } from './http/last-connections.ts'
import { createLeaving, leave } from './http/leaving.ts'
import { steady } from './platform/clock.ts'
import { Keyring } from './platform/keyring.ts'
import { createWarn } from './platform/log.ts'
import type { Lock } from './platform/folder-lock.mjs'
import { type Repeat, repeat as repeatInRealTime } from './platform/repeat.ts'

export type Server = {
  version: Version
  /** Undefined without a port for it. */
  metrics: MetricsServer | undefined
  app: FastifyInstance
  database: Database
  /** Keeps the embedded database's folder from other processes. */
  lock: Lock | undefined
  /** Drains the process before it is closed: reports not ready, serves for a while, and hangs up. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

type Ports = {
  migrationsDir: string
  writeLog: (line: string) => void
  /** Repeats background work; tests repeat it sooner. */
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
  const log = { ...config.log, write: writeLog }
  const migrations = migrationNames(migrationsDir)
  const version = versionOf(migrations)
  const { meter, counting, server: metrics } = await createMonitoring(config.metrics.isOn, version)
  const warn = counting(createWarn(log, () => requestContext()?.requestId))
  const rules = rulesWith(config.limits, smsLimitsWith(config.smsLimits))
  if (await canBeForged(config.trustedProxies))
    throw new StartupError('TRUSTED_PROXIES names more than our own proxies: visitors could forge their address.')
  if (config.production && !existsSync(join(config.webDir, 'index.html')))
    throw new StartupError(`There is no front end in ${config.webDir}: build it, or set WEB_DIR.`)
  if (config.inventedLegalPages.length > 0) warn('pages of an invented operator', { links: config.inventedLegalPages })
  if (config.production && !config.trust.isOn)
    warn('proofs of age are off: no list and no certificate is there for eu.europa.ec.av.1')
  if (config.idWallet !== undefined && config.idWallet.until <= config.clock())
    warn('ID wallets will refuse: the certificate has expired', { until: config.idWallet.until.toISOString() })
  for (const { certificate } of config.trust.anchors)
    if (certificate.validToDate <= config.clock())
      warn('proofs will be refused: a certificate of TRUST_ANCHORS_FILE has expired', {
        serial: certificate.serialNumber,
        until: certificate.validToDate.toISOString(),
      })
  for (const file of config.openSecretFiles) warn('secret file readable by all users', file)
  for (const { setting, name } of config.oldNames)
    warn('old name of a setting', {
      reason: `${setting} is called ${name} now: the next release reads the new name alone.`,
    })
  for (const [index, { gateway, reportSecrets }] of config.sms.entries())
    if (gateway === 'vonage' && reportSecrets !== undefined && reportSecrets.secret === undefined)
      warn('sms reports unsigned', { gateway: index === 0 ? 'first' : 'second' })
  if (config.production && !areProtected(config.database.urls ?? [])) warn('database connection without TLS')
  const keyring = new Keyring(config.master)
  const opened = await openDatabase({ ...config.database, name: holderName(keyring) }, (error) =>
    warn('database connection lost', { reason: error.message }),
  )
  let jobLog: JobLog | undefined
  let announcements: Announcements | undefined
  let monitor: Monitor | undefined
  try {
    const { migrateAtStart } = config
    if (migrateAtStart) {
      await migrate(opened.database, migrationsDir, config.clock())
      await raiseContract(opened.database, config.clock())
    } else await refuseOlderSchema(opened.database, migrationsDir)
    await joinInstallation(opened.database, { ...config, keyring, now: config.clock() })
    const clock = steady({
      clock: config.clock,
      since: await latestEventAt(opened.database),
      isRight: () => opened.guard.isRight(),
      onBack: (seconds) => warn('clock set back', { seconds }),
    })
    monitor = new Monitor({
      ...opened,
      migrations,
      onChange: (failures, aheadMs, reason) =>
        warn('readiness', { failures, clock_ahead_ms: Math.round(aheadMs), reason }),
    })
    jobLog = new JobLog({ db: opened.database, clock, repeat, meter, warn })
    announcements = await createAnnouncements(opened.engine, { repeat, warn })
    const running = { jobLog, monitor, announcements }
    const leaving = createLeaving()
    const backlogs = createBacklogs({ look: opened.count, clock })
    const app = await serve({
      config: { ...config, clock },
      rules,
      database: tracedDatabase(opened.database),
      look: opened.count,
      announcements,
      jobLog,
      health: {
        waiting: backlogs.read,
        clockAheadMs: opened.guard.aheadMs,
        jobs: () => readJobs(opened.database, clock()),
      },
      databaseCertificate: opened.certificate,
      failures: async () => (leaving.isStopping() ? ['stopping'] : running.monitor.check()),
      leaving,
      repeat,
      log,
      warn,
      meter,
      version,
    })
    const watching = watchDatabase({ opened, backlogs, repeat, warn, meter })
    const connections = createLastConnections(app.server)
    return {
      version,
      metrics,
      app,
      database: opened.database,
      lock: opened.lock,
      leave: () => leave(app, leaving, config.drainMs),
      async close() {
        await connections.close(app)
        await watching.stop()
        await metrics?.close()
        await running.jobLog.stop()
        await running.announcements.stop()
        await running.monitor.stop()
        await opened.close()
      },
    }
  } catch (error) {
    await jobLog?.stop()
    await announcements?.stop()
    await monitor?.stop()
    await opened.close()
    throw error
  }
}
