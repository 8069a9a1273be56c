import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { run } from '../setup/command.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot, ROOT } from '../setup/paths.mjs'
import { say } from '../setup/say.mjs'
import { UserError } from '../setup/user-error.mjs'
import { runPlaywright } from './playwright.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */

const PICTURES = inRoot('screens', 'browsers')

/** @type {Array<'firefox' | 'webkit'>} */
const ENGINES = ['firefox', 'webkit']

/**
 * Languages that WebKit may have, whatever the system has.
 * @param {string} folder
 */
async function makeLocales(folder) {
  for (const name of ['de_DE', 'en_US']) {
    const { code, output } = await run('localedef', ['-i', name, '-f', 'UTF-8', join(folder, `${name}.UTF-8`)])
    if (code !== 0) throw new UserError(`localedef could not make ${name}.UTF-8: ${output}`)
  }
}

/**
 * The main journeys in Firefox and WebKit. An engine that cannot be had here is skipped, and said to be.
 * @param {import('../commands/test.mjs').Run} given
 * @returns {Promise<Counts>}
 */
export async function runBrowsers({ resources, env, args }) {
  const here = []
  const skipped = []
  for (const engine of ENGINES)
    try {
      await requireProgram(engine)
      here.push(engine)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      skipped.push(`all journeys in ${engine}. ${error.message}`)
    }
  if (here.length === 0) return { passed: 0, failed: 0, skipped }
  const locales = resources.folder('locales')
  if (here.includes('webkit')) await makeLocales(locales)
  rmSync(PICTURES, { recursive: true, force: true })
  const settings = { ...env, ENGINES: here.join(), LOCPATH: locales, PICTURES_FOLDER: PICTURES }
  const config = ['--config', inRoot('playwright.browsers.config.ts')]
  const counts = await runPlaywright({ resources, env: settings, args: [...config, ...args] }, 'part')
  say(`Pictures: ${relative(ROOT, PICTURES)}/`)
  return { ...counts, skipped }
}
