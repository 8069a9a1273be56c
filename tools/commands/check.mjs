import {
  checkFormat,
  checkLint,
  checkLock,
  checkPackage,
  checkTypes,
  checkUnused,
  checkWritten,
} from '../check/by-tools.mjs'
import { checkPages } from '../check/pages.mjs'
import { checkRules, checkText } from '../check/text.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inSeconds, say } from '../setup/say.mjs'
import { summary } from '../setup/summary.mjs'

/** @typedef {{ problems: string[], note?: string }} Finding */

const SHOWN = 40
/** The slow ones first, so that the two lanes end together. @type {[string, () => Promise<string[] | Finding>][]} */
const CHECKS = [
  ['types', checkTypes],
  ['lint', checkLint],
  ['pages', checkPages],
  ['unused', checkUnused],
  ['package', checkPackage],
  ['format', checkFormat],
  ['rules', checkRules],
  ['lock', checkLock],
  ['written', checkWritten],
  ['text', checkText],
]
const LANES = 2

/** @param {() => Promise<string[] | Finding>} check @returns {Promise<Finding>} */
async function findingOf(check) {
  try {
    const found = await check()
    return Array.isArray(found) ? { problems: found } : found
  } catch (error) {
    return { problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)] }
  }
}

/** @returns {Promise<import('../setup/summary.mjs').Counts>} */
export async function checkAll() {
  /** @type {string[]} */
  const failures = []
  const waiting = [...CHECKS]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, check] = next
      const from = performance.now()
      const { problems, note } = await findingOf(check)
      if (problems.length > 0) failures.push(`check ${name}`)
      say(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(8)} ${inSeconds(performance.now() - from)}`)
      if (note) say(note.replaceAll(/(.{1,110})(?: |$)/g, '     $1\n').trimEnd())
      for (const problem of problems.slice(0, SHOWN)) say(`     ${problem.replaceAll('\n', '\n     ')}`)
      if (problems.length > SHOWN) say(`     … and ${problems.length - SHOWN} more`)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { passed: CHECKS.length - failures.length, failed: failures.length, failures }
}

/** The fast part of the proof. */
export async function main() {
  onExit((code) => process.exit(code))
  const counts = await checkAll()
  say(summary(counts))
  return counts.failed === 0 ? 0 : 1
}
