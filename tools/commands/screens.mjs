import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot } from '../setup/paths.mjs'
import { withResources } from '../setup/temp-resources.mjs'
import { besideProduct } from '../suites/playwright.mjs'

/**
 * A picture of every screen in every state, language, window and scheme, each passed through axe, in a report to look at.
 * @param {string[]} args for Playwright: --grep, --project
 */
export const main = (args) =>
  withResources(async (resources) => {
    const CHROMIUM_PATH = await requireProgram('chromium')
    await ensureBuilt()
    const words = ['test', '--config', inRoot('playwright.gallery.config.ts'), ...args]
    return besideProduct(
      resources,
      '',
      ({ addresses }) => resources.start('playwright', words, { env: { CHROMIUM_PATH, ...addresses } }).exited,
    )
  })
