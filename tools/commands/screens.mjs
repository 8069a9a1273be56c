import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot } from '../setup/paths.mjs'
import { say, sinceStart } from '../setup/say.mjs'
import { summary } from '../setup/summary.mjs'
import { withResources } from '../setup/temp-resources.mjs'
import { writeGallery } from '../suites/gallery-page.mjs'
import { takePictures } from '../suites/playwright.mjs'

const FOLDER = inRoot('screens')

/**
 * A picture of every screen in every state, language, window and scheme, each passed through axe, on one page to look at.
 * @param {string[]} args for Playwright: --grep, --project
 */
export const main = (args) =>
  withResources(async (resources) => {
    const chromium = await requireProgram('chromium')
    await ensureBuilt()
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    writeFileSync(join(FOLDER, 'pictures.jsonl'), '')
    const wishes = args.filter((arg) => arg !== '--')
    const counts = await takePictures(resources, { CHROMIUM_PATH: chromium, GALLERY_FOLDER: FOLDER }, wishes)
    const { page, pictures, rows } = writeGallery(FOLDER)
    say(`${pictures} pictures of ${rows} states: ${page} (${sinceStart()})`)
    for (const failure of counts.failures ?? []) say(`failed: ${failure}`)
    say(summary(counts))
    return counts.failed === 0 ? 0 : 1
  })
