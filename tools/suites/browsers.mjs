import { join } from 'node:path'
import { run } from '../setup/command.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { UserError } from '../setup/user-error.mjs'
import { runPlaywright } from './playwright.mjs'

/**
 * The main journeys in Firefox and WebKit.
 * @param {import('../commands/test.mjs').Run} given
 */
export async function runBrowsers({ resources, env, args }) {
  for (const engine of /** @type {const} */ (['firefox', 'webkit'])) await requireProgram(engine)
  // WebKit has the languages of the system, which may have none.
  const locales = resources.folder('locales')
  for (const name of ['de_DE', 'en_US']) {
    const { code, output } = await run('localedef', ['-i', name, '-f', 'UTF-8', join(locales, `${name}.UTF-8`)])
    if (code !== 0) throw new UserError(`localedef could not make ${name}.UTF-8: ${output}`)
  }
  // The database of the part before belongs to a product with other keys.
  const TEST_DATABASE_URL = await startPostgres(resources, { waitsForDisk: false })
  const settings = { ...env, LOCPATH: locales, TEST_DATABASE_URL }
  const config = ['--config', inRoot('playwright.browsers.config.ts')]
  return runPlaywright({ resources, env: settings, args: [...config, ...args] }, 'part')
}
