import { ensureBuilt } from '../setup/build.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

/** Measures the hot paths against the least that the same work can cost on this machine, in one run. */
export async function main() {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    await ensureBuilt()
    const url = await step('Starting PostgreSQL', () => startPostgres(resources, { waitsForDisk: true }))
    const bench = resources.start(process.execPath, [inRoot('apps/api/test/bench/bench.ts')], {
      env: { TEST_DATABASE_URL: url },
    })
    return await bench.exited
  } finally {
    await resources.close()
  }
}
