/**
 * failures: which, and how each begins. skipped: what could not run here, and why; it counts as neither passed nor failed.
 * @typedef {{ passed: number, failed: number, failures?: string[], skipped?: string[] }} Counts
 */

/** @param {Counts} counts */
export const summary = ({ passed, failed, skipped = [] }) =>
  `${passed} passed, ${failed} failed${skipped.length === 0 ? '' : `, ${skipped.length} skipped: this is not the whole proof`}`

/** @param {Counts[]} all @returns {Counts} */
export const sum = (all) => ({
  passed: all.reduce((total, { passed }) => total + passed, 0),
  failed: all.reduce((total, { failed }) => total + failed, 0),
  failures: all.flatMap(({ failures = [] }) => failures),
  skipped: all.flatMap(({ skipped = [] }) => skipped),
})
