import { ask, checkLock, checkPackage, checkTypes, checkWritten } from '../check/by-tools.mjs'
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
  lock: checkLock,
  written: checkWritten,
  text: checkText,
}

/** All at the same time. @returns {Promise<import('../setup/summary.mjs').Counts>} */
export async function checkAll() {
  let failed = 0
  const waiting = [...CHECKS]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next
      const from = performance.now()
      const { problems, note } = await findingOf(check)
      if (problems.length > 0) failed += 1
      say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${inSeconds(performance.now() - from)}`)
      if (note) say(note.replaceAll(/(.{1,110})(?: |$)/g, '     $1\n').trimEnd())
      for (const problem of problems.slice(0, SHOWN)) say(`     ${problem.replaceAll('\n', '\n     ')}`)
      if (problems.length > SHOWN) say(`     … and ${problems.length - SHOWN} more`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { passed: CHECKS.length - failed, failed }
}

/** The fast part of the proof. */
export async function main() {
  onExit((code) => process.exit(code))
  const counts = await checkAll()
  say(summary(counts))
  return counts.failed === 0 ? 0 : 1
}
