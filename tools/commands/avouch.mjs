import { ensureBuilt } from '../setup/build.mjs'
import { run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'

/**
 * The operator's command line on the data of `npm start`, or on what the environment names.
 * @param {string[]} args
 */
export async function main(args) {
  onExit((code) => process.exit(code))
  await ensureBuilt()
  // Without words it would be the server.
  const words = args.length > 0 ? args : ['help']
  const program = [inRoot('apps/api/dist/main.js'), ...words]
  const env = apiEnvironment(readSettings(process.env))
  return (await run(process.execPath, program, { env, terminal: true })).code
}
