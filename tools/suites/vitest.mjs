import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scriptOf } from '../setup/paths.mjs'
import { failuresOfVitest } from './failures.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */
/** @typedef {{ status: string, assertionResults: unknown[] }} FileResult */

/**
 * Runs the tests of one project of vitest.config.ts.
 * @param {import('../commands/test.mjs').Run} run
 * @param {string} project
 * @returns {Promise<Counts>}
 */
export async function runVitest({ resources, env, args: forVitest }, project) {
  const report = join(resources.folder('report'), 'vitest.json')
  const args = [
    scriptOf('vitest'),
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...forVitest,
  ]
  const exitCode = await resources.start(process.execPath, args, { env }).exited
  const answer = readReport(report)
  return { ...countVitest(answer, exitCode), failures: failuresOfVitest(answer) }
}

/** @param {string} path @returns {unknown} */
export function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * A file that could not be loaded has no tests to fail, and errors outside of tests only show in the exit code:
 * both count as a failure, and so does a run without any test.
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = /** @type {{ numPassedTests?: number, numFailedTests?: number, testResults?: FileResult[] }} */ (report ?? {})
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return strictly({ passed: numPassedTests, failed: numFailedTests + broken }, exitCode)
}

/** @param {Counts} counts @param {number} exitCode @returns {Counts} */
export function strictly({ passed, failed }, exitCode) {
  const silent = failed === 0 && (exitCode !== 0 || passed === 0)
  return { passed, failed: silent ? 1 : failed }
}
