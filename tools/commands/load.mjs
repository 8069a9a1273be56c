import { appendFileSync, cpSync, readdirSync } from 'node:fs'
import { requireProgram } from '../setup/machine.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { step } from '../setup/say.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

const REPORT = 'bench/load.html'
const UPGRADE = /^--upgrade(?:-from=(?<folder>.+))?$/
const NEXT_COLUMN = 'alter table intent add column of_next_version text;\n'

/**
 * The version after, as far as the one before notices: its schema has a column more.
 * @param {string} built @param {string} folder
 */
function writeNext(built, folder) {
  cpSync(built, folder, { recursive: true })
  const number = readdirSync(`${folder}/migrations`).length + 1
  appendFileSync(`${folder}/migrations/${String(number).padStart(4, '0')}_next_version.sql`, NEXT_COLUMN)
}

/**
 * Whole journeys of visitors through the folder that is deployed, so many a second; with several processes behind HAProxy,
 * of which some are restarted or killed on the way, or replaced by another version and back.
 * @param {string[]} args --rate, --seconds, --processes, --restart-every, --kill-every, --returning, --think;
 * --upgrade: to a version with one migration more; --upgrade-from=<folder>: from what was built of another version
 */
export async function main(args) {
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  try {
    const { compile, writeFolder } = await import('../release/folder.mjs')
    const folder = resources.folder('built')
    await step('Building the folder', async () => {
      await writeFolder(folder, { commit: undefined, sourceMaps: false, embedded: false })
      await compile(folder)
    })
    const upgrade = args.map((arg) => UPGRADE.exec(arg)).find((match) => match !== null)
    const before = upgrade?.groups?.['folder']
    const next = before === undefined ? resources.folder('next') : folder
    if (upgrade !== undefined && before === undefined) writeNext(folder, next)
    const isBalanced = args.some((arg) => arg.startsWith('--processes'))
    const proxy = isBalanced ? await requireProgram('haproxy') : undefined
    const url = await step('Starting PostgreSQL', () => startPostgres(resources, { waitsForDisk: true }))
    const load = resources.start(
      process.execPath,
      [inRoot('apps/api/test/load/load.ts'), ...args.filter((arg) => !UPGRADE.test(arg))],
      {
        env: {
          HAPROXY: proxy,
          TEST_DATABASE_URL: url,
          LOADED_PROGRAM: `${before ?? folder}/avouch.js`,
          LOADED_NEXT: upgrade && `${next}/avouch.js`,
          LOAD_REPORT: inRoot(REPORT),
        },
      },
    )
    return await load.exited
  } finally {
    await resources.close()
  }
}
