import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number }} Counts */

/** @param {Counts} counts */
export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/**
 * Counts what Vitest or Playwright wrote as JSON. Errors outside of tests show in the exit code alone: they count as a
 * failure, and so does a run without any test.
 * @param {string} path
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsIn(path, exitCode) {
  const { stats, numPassedTests, numFailedTests } = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const passed = stats?.expected ?? numPassedTests ?? 0
  const failed = stats?.unexpected ?? numFailedTests ?? 0
  return { passed, failed: failed === 0 && (exitCode !== 0 || passed === 0) ? 1 : failed }
}
