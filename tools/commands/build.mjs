import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { say, step } from '../setup/say.mjs'

const FOLDER = inRoot('dist', 'avouch')

/** The commit that is checked out, unless BUILD_COMMIT names one: an image is built without the repository's history. */
async function commitOf() {
  const named = process.env['BUILD_COMMIT']
  if (named) return named
  const { code, output } = await run('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'])
  return code === 0 ? output.trim() : undefined
}

/**
 * Builds the folder that is deployed.
 * @param {string[]} args --out names the folder, --source-maps adds them, --embedded adds the embedded database
 */
export async function main(args) {
  onExit((code) => process.exit(code))
  const { values } = parseArgs({
    args,
    options: { out: { type: 'string' }, 'source-maps': { type: 'boolean' }, embedded: { type: 'boolean' } },
  })
  const folder = values.out === undefined ? FOLDER : resolve(values.out)
  const { compile, writeFolder } = await import('../release/folder.mjs')
  const commit = await commitOf()
  const choice = { commit, sourceMaps: values['source-maps'] === true, embedded: values.embedded === true }
  const { packages } = await step('Building the folder', () => writeFolder(folder, choice))
  await step('Compiling', () => compile(folder))
  say(`${folder}: ${packages} packages of others, commit ${commit ?? 'unknown'}`)
  return 0
}
