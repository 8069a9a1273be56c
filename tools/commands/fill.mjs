import { run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'

/**
 * Fills the empty database of DATABASE_URL with made-up websites, people and a year of what they did.
 * @param {string[]} args --accounts, --events, --websites, --seed
 */
export async function main(args) {
  onExit((code) => process.exit(code))
  const program = [inRoot('apps/api/test/fill/main.ts'), ...args]
  const env = apiEnvironment(readSettings(process.env))
  return (await run(process.execPath, program, { env, terminal: true })).code
}
