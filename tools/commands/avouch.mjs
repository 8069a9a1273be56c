import { ensureBuilt } from '../setup/build.mjs'
import { run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { sayApart } from '../setup/say.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'

/**
 * The operator's command line on the data of `npm start`, or on what the environment names.
 * @param {string[]} args
 */
export async function main(args) {
  /** @type {Promise<number>} */
  const asked = new Promise((resolve) => onExit(resolve))
  sayApart()
  await ensureBuilt()
  const settings = readSettings(process.env)
  // Without words it would be the server.
  const words = args.length > 0 ? args : ['help']
  const program = [inRoot('apps/api/dist/main.js'), ...words]
  const command = run(process.execPath, program, { env: apiEnvironment(settings), terminal: true })
  return Promise.race([asked, command.then(({ code }) => code)])
}
