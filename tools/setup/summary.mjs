import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * failures: of some, title and first line of the message; unmet: the program that a skipped test needs, for each such test
 * @typedef {{ passed: number, failed: number, failures: string[], unmet?: string[] }} Counts
 */

/** @param {Pick<Counts, 'passed' | 'failed'>} counts */
export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/** Names the programs that are missing on this machine, with the number of tests that each of them keeps from running. @param {string[]} unmet */
export function unmetLines(unmet) {
  const counts = [...Map.groupBy(unmet, (name) => name)].map(([name, tests]) => `${name}: ${tests.length}`)
  return counts.length === 0 ? [] : [`Tests not run, because a program is missing (${counts.join(', ')})`]
}

/**
 * Counts what Vitest or Playwright wrote as JSON. Errors outside of tests show in the exit code alone: they count as a
 * failure, and so does a run without any test.
 * @param {string} path
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsIn(path, exitCode) {
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const { stats, numPassedTests, numFailedTests } = report
  const passed = stats?.expected ?? numPassedTests ?? 0
  const failed = stats?.unexpected ?? numFailedTests ?? 0
  const failures = [...failedTests(report)].slice(0, 5)
  return {
    passed,
    failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed,
    failures,
    unmet: unmetIn(report),
  }
}

/** Reads the option `meta: { needs }` of skipped tests in a report of Vitest. @param {any} report @returns {string[]} */
const unmetIn = ({ testResults = [] }) =>
  testResults
    .flatMap((/** @type {any} */ { assertionResults }) => assertionResults)
    .flatMap((/** @type {any} */ { status, meta }) => (status !== 'passed' && status !== 'failed' && meta?.needs) || [])

/** Finds them in a report of Vitest, or in the nested suites of Playwright's. @param {any} report @returns {Generator<string>} */
function* failedTests({ testResults = [], suites = [], specs = [] }) {
  for (const { assertionResults } of testResults)
    for (const { status, fullName, failureMessages } of assertionResults)
      if (status === 'failed') yield `${fullName}: ${firstLine(failureMessages[0])}`
  for (const { ok, title, tests } of specs)
    if (!ok) yield `${title}: ${firstLine(tests[0]?.results[0]?.error?.message)}`
  for (const suite of suites) yield* failedTests(suite)
}

const firstLine = (message = '') => stripVTControlCharacters(message).split('\n', 1)[0]
