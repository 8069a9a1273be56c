import { readFileSync, statfsSync } from 'node:fs'
import { ensureBuilt } from '../setup/build.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { inRoot } from '../setup/paths.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { say, sinceStart, step } from '../setup/say.mjs'
import { sum, summary } from '../setup/summary.mjs'
import { Stopped, withResources } from '../setup/temp-resources.mjs'
import { UserError } from '../setup/user-error.mjs'
import { runBrowsers } from '../suites/browsers.mjs'
import { runPlaywright } from '../suites/playwright.mjs'
import { choose } from '../suites/selection.mjs'
import { runVitest } from '../suites/vitest.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */
/** @typedef {import('../suites/selection.mjs').PartName} PartName */
/** @typedef {{ resources: import('../setup/temp-resources.mjs').TempResources, env: Record<string, string>, args: string[] }} Run args: for the part's runner */
/** @typedef {{ name: string, counts: Counts, seconds: number }} Result */

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

const MEMORY = '/dev/shm'
/** A whole run leaves two gigabytes there at its fullest. */
const ROOM_BYTES = 6 * 1024 ** 3

/**
 * Has temporary files lie in memory, where Linux has the room and starts programs from there: a seventh of a browser's time
 * went into files that the disk's file system made and deleted for it. A folder that was chosen by TMPDIR stays.
 */
function keepTemporaryFilesInMemory() {
  if (process.env['TMPDIR'] || process.platform !== 'linux') return
  if (!/ \/dev\/shm tmpfs (?!\S*noexec)\S*rw/.test(readFileSync('/proc/mounts', 'utf8'))) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES) process.env['TMPDIR'] = MEMORY
}

/**
 * The whole proof, or the parts or files that are named. What follows "--" is handed to their runners.
 * @param {string[]} args
 */
export async function main(args) {
  const chosen = choose(args)
  const needs = (/** @type {PartName[]} */ ...parts) => parts.some((name) => chosen.has(name))
  keepTemporaryFilesInMemory()
  const results = await withResources(async (resources) => {
    /** @type {Result[]} */
    const done = []
    /** @type {Record<string, string>} */
    const env = {}
    if (chosen.has('e2e')) env['CHROMIUM_PATH'] = await requireProgram('headlessShell')
    const starting = () => startPostgres(resources, { waitsForDisk: false })
    if (needs('api', 'e2e', 'browsers')) env['TEST_DATABASE_URL'] = await step('Starting PostgreSQL', starting)
    if (chosen.has('api') && chosen.has('embedded')) env['STATEMENTS_FOLDER'] = resources.folder('statements')
    if (needs('start', 'e2e', 'browsers')) {
      await ensureBuilt()
      // Servers that the API tests kill start in half the time from what is built.
      env['BUILT_SERVER'] = inRoot('apps', 'api', 'dist', 'main.js')
    }
    for (const stage of STAGES) {
      const running = stage.flatMap((name) => {
        const forRunner = chosen.get(name)
        return forRunner ? [timed(name, () => PARTS[name]({ resources, env, args: forRunner }))] : []
      })
      done.push(...(await Promise.all(running)))
      // Stopped from outside: the process ends as soon as everything is cleared up, and prints nothing more.
      if (resources.closed) await new Promise(() => {})
    }
    return done
  })
  const total = sum(results.map(({ counts }) => counts))
  const { failures = [], skipped = [] } = total
  for (const failure of failures) say(`failed: ${failure}`)
  for (const part of skipped) say(`skipped: ${part}`)
  const rows = results.map(({ name, counts: { passed, failed }, seconds }) => [name, passed, failed, seconds])
  const table = [['part', 'passed', 'failed', 'seconds'], ...rows].map((row) =>
    row.map((cell) => String(cell).padEnd(10)).join(''),
  )
  say(`\n${table.join('\n')}\nAll of it: ${sinceStart()}`)
  say(summary(total))
  return total.failed === 0 && skipped.length === 0 ? 0 : 1
}

/**
 * A part that breaks is one failure, and the others still run.
 * @param {string} name
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Result>}
 */
async function timed(name, run) {
  const from = performance.now()
  say(`\n== ${name}`)
  const counts = await run().catch((error) => {
    if (error instanceof Stopped) return { passed: 0, failed: 1 }
    say(error instanceof UserError ? error.message : String(error instanceof Error ? error.stack : error))
    return { passed: 0, failed: 1, failures: [`${name} › broke outside of its tests`] }
  })
  const seconds = Math.round((performance.now() - from) / 1000)
  say(`== ${name}: ${summary(counts)}, ${seconds} s`)
  return { name, counts, seconds }
}
