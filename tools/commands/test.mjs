import { ensureBuilt } from '../setup/build.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { UserError } from '../setup/user-error.mjs'
import { requireProgram } from '../setup/machine.mjs'
import { startPostgres } from '../setup/postgres.mjs'
import { inSeconds, say, sinceStart, step } from '../setup/say.mjs'
import { sum, summary } from '../setup/summary.mjs'
import { Stopped, TempResources } from '../setup/temp-resources.mjs'
import { runPlaywright } from '../suites/playwright.mjs'
import { runVitest } from '../suites/vitest.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */

const PARTS = ['check', 'unit', 'api', 'start', 'e2e']

/**
 * The whole proof, or the parts that are named. What follows "--" is handed to Playwright.
 * @param {string[]} args
 */
export async function main(args) {
  const split = args.indexOf('--')
  const named = split < 0 ? args : args.slice(0, split)
  const unknown = named.find((part) => !PARTS.includes(part))
  if (unknown) throw new UserError(`There is no part "${unknown}": ${PARTS.join(', ')} are there.`)
  const chosen = new Set(named.length > 0 ? named : PARTS)

  const resources = new TempResources()
  onExit((code) => {
    void resources.close().finally(() => process.exit(code))
  })
  /** @type {Counts[]} */
  const counts = []
  try {
    const chromium = chosen.has('e2e') ? await requireProgram('chromium') : ''
    /** @type {Record<string, string>} */
    const env = {}
    if (chosen.has('api') || chosen.has('e2e'))
      env['TEST_DATABASE_URL'] = await step('Starting PostgreSQL', () =>
        startPostgres(resources, { waitsForDisk: false }),
      )

    const part = async (/** @type {string} */ name, /** @type {() => Promise<Counts>} */ run) => {
      counts.push(await timed(name, run))
      // Somebody stopped us: the process ends as soon as everything is cleared up, and says nothing more.
      if (resources.closed) await new Promise(() => {})
    }
    if (chosen.has('check')) await part('check', async () => (await import('./check.mjs')).checkAll())
    if (chosen.has('unit')) await part('unit', () => runVitest(resources, 'unit', env))
    if (chosen.has('api')) {
      await part('api-pglite', () => runVitest(resources, 'api-pglite', env))
      await part('api-postgres', () => runVitest(resources, 'api-postgres', env))
    }
    if (chosen.has('start')) {
      await part('start', async () => {
        await ensureBuilt()
        return runVitest(resources, 'start', env)
      })
    }
    if (chosen.has('e2e')) {
      await part('e2e', async () => {
        await ensureBuilt()
        return runPlaywright(resources, { ...env, CHROMIUM_PATH: chromium }, split < 0 ? [] : args.slice(split + 1))
      })
    }
  } finally {
    await resources.close()
  }
  const total = sum(counts)
  say(`All of it: ${sinceStart()}`)
  for (const failure of total.failures ?? []) say(`failed: ${failure}`)
  say(summary(total))
  return total.failed === 0 ? 0 : 1
}

/**
 * A part that breaks is one failure, and the others still run.
 * @param {string} name
 * @param {() => Promise<Counts>} run
 * @returns {Promise<Counts>}
 */
async function timed(name, run) {
  const from = performance.now()
  say(`\n== ${name}`)
  /** @type {Counts} */
  let counts
  try {
    counts = await run()
  } catch (error) {
    if (error instanceof Stopped) return { passed: 0, failed: 1 }
    say(error instanceof UserError ? error.message : String(error instanceof Error ? error.stack : error))
    counts = { passed: 0, failed: 1 }
  }
  say(`== ${name}: ${summary(counts)}, ${inSeconds(performance.now() - from)}`)
  if (counts.failed === 0 || (counts.failures ?? []).length > 0) return counts
  return { ...counts, failures: [`${name} › broke outside of its tests`] }
}
