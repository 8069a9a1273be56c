import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { run } from '../setup/command.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot, ROOT } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { withResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'

/** @typedef {import('../setup/temp-resources.mjs').TempResources} TempResources */
const NEXT_COLUMN = 'alter table intent add column of_next_version text;\n'

/** @param {string[]} args @param {string} name @returns {string | undefined} what follows the option's equals sign */
const valueOf = (args, name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)

/** The folder to deploy, built by the checkout's own tools. @param {TempResources} resources @param {string} checkout or folder */
async function builtFolder(resources, checkout) {
  if (existsSync(join(checkout, 'avouch.js'))) return resolve(checkout)
  const folder = resources.folder('built')
  const words = [resolve(checkout, 'tools/run.mjs'), 'build', '--out', folder]
  const { code } = await run(process.execPath, words, { cwd: checkout, show: true })
  if (code !== 0) throw new UserError(`Nothing is measured: ${checkout} could not be built.`)
  return folder
}

/** @param {TempResources} resources @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env */
async function measure(resources, script, args, env) {
  const TEST_DATABASE_URL = await startPostgres(resources, { waitsForDisk: true })
  const words = [inRoot(`apps/api/test/${script}`), ...args]
  return resources.start(process.execPath, words, { env: { ...env, TEST_DATABASE_URL } }).exited
}

/** @param {string} script @param {string[]} args --against=<checkout or built folder>: in turns with that one */
const compare = (script, args) =>
  withResources(async (resources) => {
    const other = valueOf(args, 'against')
    return measure(resources, script, args, {
      BENCH_PRODUCT: join(await builtFolder(resources, ROOT), 'avouch.js'),
      BENCH_OTHER: other && join(await builtFolder(resources, other), 'avouch.js'),
      CHROME_PATH: script === 'bench/web.ts' ? await requireProgram('chromium') : undefined,
    })
  })

/** Processor time of hot paths and of a journey. @param {string[]} args words choose; --against */
const bench = (args) => compare('bench/bench.ts', args)

/** First visits by Lighthouse's measure. @param {string[]} args --against */
const web = (args) => compare('bench/web.ts', args)

/**
 * Whole journeys, so many a second; several processes are behind HAProxy, and may be restarted, killed or replaced on the way.
 * @param {string[]} args --rate, --seconds, --processes, --restart-every, --kill-every, --returning, --think;
 * --upgrade: to a version with one migration more; --upgrade-from=<checkout or built folder>: from another version
 */
const load = (args) =>
  withResources(async (resources) => {
    const folder = await builtFolder(resources, ROOT)
    const older = valueOf(args, 'upgrade-from')
    const next = args.includes('--upgrade') ? resources.folder('next') : older && folder
    if (next !== undefined && next !== folder) {
      // The version after, as far as the one before notices: its schema has a column more.
      cpSync(folder, next, { recursive: true })
      const number = String(readdirSync(join(next, 'migrations')).length + 1).padStart(4, '0')
      writeFileSync(join(next, 'migrations', `${number}_next_version.sql`), NEXT_COLUMN)
    }
    const own = args.filter((arg) => !arg.startsWith('--upgrade'))
    return measure(resources, 'load/load.ts', own, {
      HAPROXY: own.some((arg) => arg.startsWith('--processes')) ? await requireProgram('haproxy') : undefined,
      LOADED_PROGRAM: join(older ? await builtFolder(resources, older) : folder, 'avouch.js'),
      LOADED_NEXT: next && join(next, 'avouch.js'),
    })
  })

/** Weeks of people and attackers against the limits of PINs, codes and SMS: who is refused, and what it costs. @param {string[]} args how the names of attacks begin; none: all */
const sim = (args) =>
  withResources((resources) => resources.start(process.execPath, [inRoot('apps/api/test/sim/sim.ts'), ...args]).exited)

/** @param {string[]} args @param {'bench' | 'bench:web' | 'load' | 'sim'} name */
export const main = (args, name) => ({ bench, 'bench:web': web, load, sim })[name](args)
