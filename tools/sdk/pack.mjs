import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lastLines, runNpm } from '../setup/command.mjs'
import { UserError } from '../setup/user-error.mjs'
import { buildPackage } from './build-package.mjs'

/**
 * Builds the package in `folder/package` and packs it, as it is published.
 * @param {string} folder
 * @returns {Promise<{ built: string, packed: string }>} the folder and the archive
 */
export async function packPackage(folder) {
  const built = join(folder, 'package')
  await buildPackage(built)
  mkdirSync(folder, { recursive: true })
  const { code, output } = await runNpm(['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: built,
  })
  const name = lastLines(output, 1).trim()
  if (code !== 0 || !name.endsWith('.tgz')) throw new UserError(`npm pack failed:\n${lastLines(output, 15)}`)
  return { built, packed: join(folder, name) }
}
