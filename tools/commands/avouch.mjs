import { ensureBuilt } from '../setup/build.mjs'
import { Children } from '../setup/children.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'

/**
 * The operator's command line on the data of `npm start`, or on what the environment names.
 * @param {string[]} args
 */
export async function main(args) {
  /** @type {Promise<number>} */
  const asked = new Promise((resolve) => onExit(() => resolve(1)))
  const children = new Children()
  try {
    await ensureBuilt()
    const settings = readSettings(process.env)
    // Without words it would be the server.
    const words = args.length > 0 ? args : ['help']
    const command = children.start('avouch', process.execPath, [inRoot('apps/api/dist/main.js'), ...words], {
      env: apiEnvironment(settings),
    })
    return await Promise.race([asked, command.exited])
  } finally {
    await children.stop()
  }
}
