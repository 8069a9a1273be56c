import { ask, checkLock, checkPackage, checkTypes, checkWritten } from '../check/by-tools.mjs'
import { checkNames } from '../check/names.mjs'
import { checkPages } from '../check/pages.mjs'
import { checkRules, checkText } from '../check/text.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inSeconds, say } from '../setup/say.mjs'
import { summary } from '../setup/summary.mjs'

/** @type {Record<string, () => Promise<string[] | { problems: string[], note: string }>>} */
const CHECKS = {
  types: checkTypes,
  lint: () => ask('lint'),
  format: () => ask('format'),
  unused: () => ask('unused'),
  undeclared: () => ask('undeclared'),
  pages: checkPages,
  package: checkPackage,
  rules: checkRules,
  names: checkNames,
  lock: checkLock,
  written: checkWritten,
  text: checkText,
}

/** All at the same time. @returns {Promise<import('../setup/summary.mjs').Counts>} */
export async function checkAll() {
  /** @type {string[]} */
  const failures = []
  const from = performance.now()
  const checking = Object.entries(CHECKS).map(async ([name, check]) => {
    const found = await check().catch((/** @type {Error} */ error) => [error.stack ?? error.message])
    const { problems, note = '' } = Array.isArray(found) ? { problems: found } : found
    if (problems.length > 0) failures.push(`${name}: ${problems[0]}`)
    say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${inSeconds(performance.now() - from)} ${note}`)
    for (const problem of problems) say(`     ${problem.replaceAll('\n', '\n     ')}`)
  })
  await Promise.all(checking)
  return { passed: checking.length - failures.length, failed: failures.length, failures }
}

/** The fast part of the proof. */
export async function main() {
  onExit((code) => process.exit(code))
  const counts = await checkAll()
  say(summary(counts))
  return counts.failed === 0 ? 0 : 1
}
