import { defineConfig } from 'vitest/config'

const apiTests = 'apps/api/test/**/*.test.ts'
/** What happens at the same moment can only be tested where there are several connections. */
const raceTests = 'apps/api/test/**/*.race.test.ts'
const emptyDatabase = 'apps/api/test/support/empty-database.ts'
/** What has to be built and started first. */
const proofs = 'tools/proof/*.test.mjs'

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // What is waited for comes within milliseconds; a machine that does much else besides may take longer.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.{ts,tsx}',
            'apps/{web,api}/src/**/*.test.{ts,tsx}',
            'apps/sandbox/**/*.test.{ts,tsx}',
            'tools/**/*.test.mjs',
          ],
          exclude: [proofs],
        },
      },
      {
        extends: true,
        test: { name: 'start', include: [proofs], testTimeout: 120_000 },
      },
      {
        extends: true,
        test: {
          name: 'api-pglite',
          include: [apiTests],
          exclude: [raceTests],
          globalSetup: emptyDatabase,
          env: { TEST_ENGINE: 'pglite' },
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: [apiTests],
          globalSetup: emptyDatabase,
          env: { TEST_ENGINE: 'postgres' },
        },
      },
    ],
  },
})
