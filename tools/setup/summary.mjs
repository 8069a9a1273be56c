import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, failures?: string[] }} Counts failures: the titles */

/** @typedef {{ specs?: { title: string, ok: boolean }[], suites?: Suite[] }} Suite of Playwright */
/** @typedef {{ stats: { expected: number, unexpected: number, flaky: number }, suites: Suite[] }} OfPlaywright */
/** @typedef {{ fullName: string, status: string }} Test of Vitest */
/** @typedef {{ numPassedTests: number, numFailedTests: number, testResults: { assertionResults: Test[] }[] }} OfVitest */

/** @param {Counts} counts */
export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/** @param {Suite} suite @returns {string[]} */
const failuresIn = ({ specs = [], suites = [] }) => [
  ...specs.filter(({ ok }) => !ok).map(({ title }) => title),
  ...suites.flatMap(failuresIn),
]

/** @param {OfPlaywright | OfVitest} report @returns {Required<Counts>} */
function countsOf(report) {
  if ('stats' in report) {
    const { expected, unexpected, flaky } = report.stats
    return { passed: expected, failed: unexpected + flaky, failures: failuresIn(report) }
  }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failures = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures }
}

/**
 * Counts what Vitest or Playwright wrote as JSON. Errors outside of tests show in the exit code alone: they count as a
 * failure, and so does a run without any test.
 * @param {string} path
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsIn(path, exitCode) {
  const none = { passed: 0, failed: 0, failures: [] }
  const counts = existsSync(path) ? countsOf(JSON.parse(readFileSync(path, 'utf8'))) : none
  if (counts.failed > 0 || (exitCode === 0 && counts.passed > 0)) return counts
  return { ...counts, failed: 1, failures: ['broke outside of its tests'] }
}
