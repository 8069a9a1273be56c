import { ensureBuilt } from '../setup/build.mjs'
import { onEnding } from '../setup/ending.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { Workshop } from '../setup/workshop.mjs'

/** Measures the hot paths against the least that the same work can cost on this machine, in one run. */
export async function main() {
  const workshop = new Workshop()
  onEnding((code) => {
    void workshop.close().finally(() => process.exit(code))
  })
  try {
    await ensureBuilt()
    const url = await step('Starting PostgreSQL', () => startPostgres(workshop, { waitsForDisk: true }))
    const bench = workshop.start(process.execPath, [inRoot('apps/api/test/bench/bench.ts')], {
      env: { TEST_DATABASE_URL: url },
    })
    return await bench.exited
  } finally {
    await workshop.close()
  }
}
