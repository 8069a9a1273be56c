import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

const REPORT = 'bench/load.html'

/**
 * Whole journeys of visitors through the folder that is deployed, so many a second; with several processes behind HAProxy,
 * of which some are restarted or killed on the way.
 * @param {string[]} args --rate, --seconds, --processes, --restart-every, --kill-every, --returning, --think
 */
export async function main(args) {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    await ensureBuilt(['web'])
    const { compile, writeFolder } = await import('../release/folder.mjs')
    const folder = resources.folder('built')
    await step('Building the folder', async () => {
      await writeFolder(folder, { commit: undefined, sourceMaps: false, embedded: false })
      await compile(folder)
    })
    const isBalanced = args.some((arg) => arg.startsWith('--processes'))
    const proxy = isBalanced ? await requireProgram('haproxy') : undefined
    const url = await step('Starting PostgreSQL', () => startPostgres(resources, { waitsForDisk: true }))
    const load = resources.start(process.execPath, [inRoot('apps/api/test/load/load.ts'), ...args], {
      env: {
        HAPROXY: proxy,
        TEST_DATABASE_URL: url,
        LOADED_PROGRAM: `${folder}/avouch.js`,
        LOAD_REPORT: inRoot(REPORT),
      },
    })
    return await load.exited
  } finally {
    await resources.close()
  }
}
