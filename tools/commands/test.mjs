import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { cachePath, inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { inSeconds, say, sinceStart, step } from '../setup/say.mjs'
import { countsIn, summary, unmetLines } from '../setup/summary.mjs'
import { withResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'
import { runBrowsers } from '../suites/browsers.mjs'
import { runPlaywright } from '../suites/playwright.mjs'
import { checkAll } from './check.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */
/** @typedef {{ resources: import('../setup/temp-resources.mjs').TempResources, env: Record<string, string>, args: string[] }} Run args: for the part's runner */
/** @typedef {{ files: RegExp, run: (run: Run) => Promise<Counts>, needs?: ('browser' | 'database' | 'build')[] }} Part */

/** Runs the tests of projects of vitest.config.ts. @param {string[]} projects @returns {Part['run']} */
const vitest =
  (...projects) =>
  async ({ resources, env, args }) => {
    const report = join(resources.folder('report'), 'vitest.json')
    const words = [
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    return countsIn(report, await resources.start('vitest', [...words, ...args], { env }).exited)
  }

/** The statements that the whole API suite sent last, for the part that examines them. */
const STATEMENTS = cachePath('statements')

/** Runs a part with the folder of the statements. A run of some files adds none. @param {Part['run']} run @returns {Part['run']} */
const recorded = (run) => (given) => {
  if (given.args.length > 0) return run(given)
  rmSync(STATEMENTS, { recursive: true, force: true })
  return withStatements(run)(given)
}
/** @param {Part['run']} run @returns {Part['run']} */
const withStatements = (run) => (given) => run({ ...given, env: { ...given.env, STATEMENTS_DIR: STATEMENTS } })

/**
 * The parts in their order, each with the names of its test files; the last row that matches a file decides.
 * @type {Record<string, Part>}
 */
const PARTS = {
  check: { files: /^$/, run: checkAll },
  unit: { files: /\.test\.(?:tsx?|mjs)$/, run: vitest('unit', 'screens') },
  api: { files: /\.(?:api|race)\.test\.ts$/, run: recorded(vitest('api-postgres')), needs: ['database'] },
  plans: { files: /\.plans\.test\.ts$/, run: withStatements(vitest('plans')), needs: ['database'] },
  embedded: { files: /\.embedded\.test\.ts$/, run: vitest('api-pglite') },
  start: { files: /^tools\/proof\/.*\.test\.mjs$/, run: vitest('start'), needs: ['build'] },
  e2e: { files: /\.spec\.ts$/, run: (run) => runPlaywright(run), needs: ['browser', 'database', 'build'] },
  browsers: { files: /\.journeys\.ts$/, run: runBrowsers, needs: ['database', 'build'] },
}
const NAMES = Object.keys(PARTS)

/** @param {string} name a part, or a file of one */
function partOf(name) {
  const part = existsSync(inRoot(name)) ? NAMES.findLast((own) => PARTS[own]?.files.test(name)) : name
  if (part && part in PARTS) return part
  throw new UserError(`"${name}" is neither a part (${NAMES.join(', ')}) nor a test file, named from the root.`)
}

/** Takes `--again 20` out of the words. @param {string[]} words @returns {{ times: number, named: string[] }} */
function readTimes(words) {
  const at = words.indexOf('--again')
  if (at < 0) return { times: 1, named: words }
  const times = Number(words[at + 1])
  const named = words.toSpliced(at, 2)
  if (times >= 1 && Number.isInteger(times) && named.length > 0) return { times, named }
  throw new UserError(
    '--again takes the number of runs, and the parts or test files to run: npm test -- --again 20 <files>',
  )
}

/**
 * The parts to run, each with the arguments for its runner: files, then what follows "--". By day all but other browsers.
 * @param {string[]} named parts and test files; none of them means everything
 * @param {string[]} forRunner
 * @returns {Map<string, string[]>}
 */
function choose(named, forRunner) {
  if (named.length === 0 && forRunner.length > 0)
    throw new UserError('Name the part or the test file whose runner gets what follows "--".')
  const all = NAMES.filter((part) => part !== 'browsers' || process.env['SOAK'] === '1')
  const parts = Map.groupBy(named.length === 0 ? all : named, partOf)
  return new Map([...parts].map(([part, names]) => [part, [...names.filter((name) => name !== part), ...forRunner]]))
}

/** @param {Counts[]} all @param {'passed' | 'failed'} key */
const sum = (all, key) => all.reduce((counted, counts) => counted + counts[key], 0)

/**
 * The whole proof, or the parts or files that are named. What follows "--" is handed to their runners. `--again 20`
 * runs what is named so many times, and stops at no failure: for a test that is red now and then.
 * @param {string[]} args
 * @param {string} command test:soak runs every count at its full size: long random runs, every kill, both windows and both languages
 */
export function main(args, command) {
  if (command === 'test:soak') process.env['SOAK'] = '1'
  const split = args.indexOf('--')
  const { times, named } = readTimes(split < 0 ? args : args.slice(0, split))
  const chosen = choose(named, split < 0 ? [] : args.slice(split + 1))
  const parts = Object.entries(PARTS).filter(([name]) => chosen.has(name))
  const needs = new Set(parts.flatMap(([, part]) => part.needs ?? []))
  return withResources(async (resources) => {
    /** @type {Record<string, string>} */
    const env = {}
    if (needs.has('browser')) env['CHROMIUM_PATH'] = await requireProgram('chromium')
    const starting = () => startPostgres(resources, { waitsForDisk: false })
    if (needs.has('database')) env['TEST_DATABASE_URL'] = await step('Starting PostgreSQL', starting)
    if (needs.has('build')) {
      await ensureBuilt()
      // Servers that the API tests kill start in half the time from what is built.
      env['BUILT_SERVER'] = inRoot('apps', 'api', 'dist', 'main.js')
    }
    /** @param {[string, Part]} part @returns {Promise<Counts & { row: string }>} */
    const runPart = async ([name, part]) => {
      say(`\n== ${name}`)
      const from = performance.now()
      // A part that breaks is one failure, and the others still run.
      const counts = await part.run({ resources, env, args: chosen.get(name) ?? [] }).catch((error) => {
        say(error instanceof UserError ? error.message : error.stack)
        return { passed: 0, failed: 1, failures: [] }
      })
      return { ...counts, row: `${name}: ${summary(counts)}, ${inSeconds(performance.now() - from)}` }
    }
    // Tests wait now and then: the check, which needs nothing of them, fills the gaps.
    const repeated = Array.from({ length: times }, () => parts).flat()
    const lanes = [repeated.filter(([name]) => name === 'check'), repeated.filter(([name]) => name !== 'check')]
    const run = async (/** @type {[string, Part][]} */ lane) => {
      const done = []
      for (const part of lane) done.push(await runPart(part))
      return done
    }
    const done = (await Promise.all(lanes.map(run))).flat()
    const rows = done.flatMap(({ row, failures }) => [row, ...failures.map((failure) => `  ${failure}`)])
    const unmet = unmetLines(done.flatMap((counts) => counts.unmet ?? []))
    const total = { passed: sum(done, 'passed'), failed: sum(done, 'failed') }
    say(['', ...rows, ...unmet, `All of it: ${sinceStart()}`, summary(total)].join('\n'))
    return total.failed === 0 ? 0 : 1
  })
}
