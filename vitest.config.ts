import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Through HTTP, on a database. */
const apiTests = 'apps/api/{src,test}/**/*.api.test.ts'
/** Tests of concurrency need several connections. */
const raceTests = 'apps/api/{src,test}/**/*.race.test.ts'
const isSoak = process.env['SOAK'] === '1'
/** Whole programs, and tables that have grown: by night. */
const BY_NIGHT = ['large-tables', 'release'].map((name) => `apps/api/test/${name}.race.test.ts`)
/** Everything runs on the server. On the embedded database: each kind of write once. */
const WITH_EMBEDDED = ['journey']
const embeddedTests = [
  'apps/api/test/*.embedded.test.ts',
  ...(isSoak ? [apiTests] : WITH_EMBEDDED.map((name) => apiTests.replace('*.api', `${name}.api`))),
]
/** Optimising the code of the embedded engine takes longer than it saves. */
const EMBEDDED_ENGINE = ['--liftoff-only']
const emptyDatabase = 'apps/api/test/support/empty-database.ts'
/** Screens in a simulated browser, with a server that answers as the test says. */
const screenTests = 'apps/web/src/**/*.screen.test.ts'
/** Tests that need the product built and started. */
const proofs = 'tools/proof/*.test.mjs'

/** Each takes ten seconds and more: a worker that began one of them at the end would have the others wait for it. */
const LONGEST = [
  'veriff.race',
  'onfido.race',
  'overdue.race',
  'restart.race',
  'bad-days.race',
  'metrics.race',
  'failpoints.race',
  'kill.race',
  'built.race',
  'sms-delivery.api',
  'trust.api',
  'any-request.race',
  'erasure.race',
  'keys.race',
  'wrong-clock.race',
  'lifetimes.api',
  'operator.api',
  'logs.race',
  'sms.race',
  'second-gateway.api',
  'partner-faults.api',
  'one-stranger.api',
  'connections.api',
  'kill-payment.race',
  'kill-deletion.race',
  'migrations.race',
  'faults.embedded',
].map((name) => `/${name}.test.ts`)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const longest = LONGEST.map((ending) => sorted.filter(({ moduleId }) => moduleId.endsWith(ending)))
    return [...new Set([...longest.flat(), ...sorted])]
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // One more than cores: tests wait for jobs and for each other now and then.
    maxWorkers: 3,
    // A test takes seconds at most, and what is waited for comes within milliseconds. A busy machine, or one that waits
    // for its disk, may take ten times as long: that is no failure.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'packages/provider-sdk/cli/*.test.ts',
            'apps/{web,api}/src/**/*.test.{ts,tsx}',
            'apps/docs/build/**/*.test.ts',
            'apps/api/test/{sim,vendors}/*.test.ts',
            'apps/sandbox/**/*.test.{ts,tsx}',
            'tools/**/*.test.mjs',
          ],
          exclude: [proofs, screenTests, apiTests, raceTests, '**/*.embedded.test.ts'],
          // A process for each file, and the installed packages loaded in it, took half of the processor time.
          isolate: false,
          setupFiles: 'tools/suites/own-globals.mjs',
          execArgv: EMBEDDED_ENGINE,
        },
      },
      {
        extends: true,
        // React's build for production takes a fifth less time.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        test: {
          name: 'screens',
          include: [screenTests],
          environment: 'happy-dom',
          isolate: false,
          env: { NODE_ENV: 'production' },
        },
      },
      {
        extends: true,
        test: { name: 'start', include: [proofs], testTimeout: 240_000 },
      },
      {
        extends: true,
        test: {
          name: 'api-pglite',
          include: embeddedTests,
          isolate: false,
          globalSetup: emptyDatabase,
          env: { TEST_ENGINE: 'pglite' },
          execArgv: EMBEDDED_ENGINE,
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: [apiTests, raceTests],
          exclude: isSoak ? [] : BY_NIGHT,
          // Each file has a server and a database of its own; loading the modules for each file took a third of the time.
          isolate: false,
          globalSetup: emptyDatabase,
          setupFiles: 'apps/api/test/plans/record.ts',
          env: { TEST_ENGINE: 'postgres' },
        },
      },
      {
        extends: true,
        test: {
          name: 'plans',
          include: ['apps/api/test/plans/*.plans.test.ts'],
          globalSetup: emptyDatabase,
          env: { TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
})
