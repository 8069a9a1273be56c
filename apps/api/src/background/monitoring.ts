import type { Version } from '../config/about.ts'
import { type Backlogs, logLags, measureBacklogs } from './backlogs.ts'
import { createMetricsServer, type MetricsServer } from '../http/metrics-server.ts'
import { NOUNS } from '../modules/nouns/index.ts'
import type { OpenedDatabase } from '../platform/database/open-database.ts'
import type { Warn } from '../platform/log.ts'
import { type Meter, NO_METER } from '../platform/meter.ts'
import { createPrometheus } from '../platform/prometheus.ts'
import type { Repeat } from '../platform/repeat.ts'

export type Monitoring = {
  meter: Meter
  /** Counts each kind of warning, and passes it on. */
  counting: (warn: Warn) => Warn
  server: MetricsServer | undefined
}

/** Collects what the operator's monitoring reads; nothing without a port for it. */
export async function createMonitoring(isOn: boolean, version: Version): Promise<Monitoring> {
  if (!isOn) return { meter: NO_METER, counting: (warn) => warn, server: undefined }
  const { meter, scrape, contentType } = await createPrometheus()
  const { commit = '', schema } = version
  meter.gauge(
    { name: 'build_info', help: 'What runs here; always 1.', labels: ['version', 'commit', 'schema'] },
    async () => [{ labels: { version: version.version, commit, schema }, value: 1 }],
  )
  const warnings = meter.counter({
    name: 'warnings_total',
    help: 'Warnings in the log, by event.',
    labels: ['event'],
    from: NOUNS.flatMap(({ rareWarnings = [] }) => rareWarnings.map((event) => ({ event }))),
  })
  const counting =
    (warn: Warn): Warn =>
    (event, details) => {
      warnings({ event })
      warn(event, details)
    }
  return { meter, counting, server: createMetricsServer({ version, contentType, scrape }) }
}

type Watched = { opened: OpenedDatabase; backlogs: Backlogs; repeat: Repeat; warn: Warn; meter: Meter }

/** Watches the database: what waits in it, its connections, and its clock. */
export function watchDatabase({ opened, backlogs, repeat, warn, meter }: Watched): { stop: () => Promise<void> } {
  measureBacklogs(backlogs, meter)
  const { pool, guard } = opened
  meter.gauge(
    { name: 'clock_ahead_seconds', help: "How far this machine's clock is ahead of the database's." },
    async () => [{ labels: {}, value: guard.aheadMs() / 1_000 }],
  )
  if (pool !== undefined)
    meter.gauge(
      {
        name: 'database_connections',
        help: "The visitors' pool: its size, how many are idle, and how many calls wait for one.",
        labels: ['state'],
      },
      async () => Object.entries(pool()).map(([state, value]) => ({ labels: { state }, value })),
    )
  return logLags(backlogs, { repeat, warn })
}
