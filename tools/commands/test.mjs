import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { keepTemporaryFilesInMemory } from '../setup/memory-folder.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { say, sinceStart, step } from '../setup/say.mjs'
import { sum, summary } from '../setup/summary.mjs'
import { Stopped, TempResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'
import { runBrowsers } from '../suites/browsers.mjs'
import { runPlaywright } from '../suites/playwright.mjs'
import { choose } from '../suites/selection.mjs'
import { runVitest } from '../suites/vitest.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */
/** @typedef {import('../suites/selection.mjs').PartName} PartName */
/** @typedef {{ resources: TempResources, env: Record<string, string>, args: string[] }} Run args: for the part's runner */

/** @type {Record<PartName, (run: Run) => Promise<Counts>>} */
const PARTS = {
  check: async () => (await import('./check.mjs')).checkAll(),
  unit: (run) => runVitest(run, 'unit'),
  api: (run) => runVitest(run, 'api-postgres'),
  embedded: (run) => runVitest(run, 'api-pglite'),
  start: (run) => runVitest(run, 'start'),
  e2e: (run) => runPlaywright(run),
  browsers: (run) => runBrowsers(run),
}

/**
 * Parts of one stage run at the same time. Starting the product is mostly waiting and knows no short limits; the other
 * parts fill both cores by themselves. The embedded database comes after the server: it prepares the server's statements.
 * @type {PartName[][]}
 */
const STAGES = [['check'], ['unit'], ['api'], ['embedded', 'start'], ['e2e'], ['browsers']]

const NEEDS_POSTGRES = new Set(['api', 'e2e', 'browsers'])
const NEEDS_BUILD = new Set(['start', 'e2e', 'browsers'])

/** @typedef {{ name: string, counts: Counts, seconds: number }} Result */

/**
 * The whole proof, or the parts or files that are named. What follows "--" is handed to their runners.
 * @param {string[]} args
 */
export async function main(args) {
  const chosen = choose(args)
  const needs = (/** @type {Set<string>} */ parts) => [...chosen.keys()].some((name) => parts.has(name))

  keepTemporaryFilesInMemory()
  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  /** @type {Result[]} */
  const results = []
  try {
    /** @type {Record<string, string>} */
    const env = {}
    if (chosen.has('e2e')) env['CHROMIUM_PATH'] = await requireProgram('headlessShell')
    if (needs(NEEDS_POSTGRES))
      env['TEST_DATABASE_URL'] = await step('Starting PostgreSQL', () =>
        startPostgres(resources, { waitsForDisk: false }),
      )
    if (chosen.has('api') && chosen.has('embedded')) env['STATEMENTS_FOLDER'] = resources.folder('statements')
    if (needs(NEEDS_BUILD)) {
      await ensureBuilt()
      // Servers that the API tests kill start in half the time from what is built.
      env['BUILT_SERVER'] = inRoot('apps', 'api', 'dist', 'main.js')
    }

    for (const stage of STAGES) {
      const running = stage.flatMap((name) => {
        const forRunner = chosen.get(name)
        return forRunner ? [timed(name, () => PARTS[name]({ resources, env, args: forRunner }))] : []
      })
      results.push(...(await Promise.all(running)))
      // Stopped from outside: the process ends as soon as everything is cleared up, and prints nothing more.
      if (resources.closed) await new Promise(() => {})
    }
  } finally {
    await resources.close()
  }
  const total = sum(results.map(({ counts }) => counts))
  const { failures = [], skipped = [] } = total
  for (const failure of failures) say(`failed: ${failure}`)
  for (const part of skipped) say(`skipped: ${part}`)
  say(`\n${tableOf(results)}\nAll of it: ${sinceStart()}`)
  say(summary(total))
  return total.failed === 0 && skipped.length === 0 ? 0 : 1
}

/** @param {Result[]} results */
const tableOf = (results) =>
  [
    { name: 'part', passed: 'passed', failed: 'failed', seconds: 'seconds' },
    ...results.map(({ name, counts: { passed, failed }, seconds }) => ({ name, passed, failed, seconds })),
  ]
    .map(({ name, passed, failed, seconds }) =>
      [name.padEnd(9), ...[passed, failed, seconds].map((cell) => String(cell).padStart(8))].join(''),
    )
    .join('\n')

/**
 * A part that breaks is one failure, and the others still run.
 * @param {string} name
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Result>}
 */
async function timed(name, run) {
  const from = performance.now()
  say(`\n== ${name}`)
  const counts = await countsOf(name, run)
  const seconds = Math.round((performance.now() - from) / 1000)
  say(`== ${name}: ${summary(counts)}, ${seconds} s`)
  return { name, counts, seconds }
}

/** @param {string} name @param {() => Promise<Counts>} run @returns {Promise<Counts>} */
async function countsOf(name, run) {
  try {
    const counts = await run()
    if (counts.failed === 0 || (counts.failures ?? []).length > 0) return counts
    return { ...counts, failures: [`${name} › broke outside of its tests`] }
  } catch (error) {
    if (error instanceof Stopped) return { passed: 0, failed: 1 }
    say(error instanceof UserError ? error.message : String(error instanceof Error ? error.stack : error))
    return { passed: 0, failed: 1, failures: [`${name} › broke outside of its tests`] }
  }
}
