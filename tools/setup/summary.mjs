/** @typedef {{ passed: number, failed: number, failures?: string[] }} Counts failures: which, and how each begins */

/** @param {Counts} counts */
export const summary = ({ passed, failed }) => `${passed} passed, ${failed} failed`

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
})
