import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { scriptOf } from '../setup/paths.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */

const WIDTH = 300
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** One line of an attribute of XML. @param {string} xml @param {string} name */
function attribute(xml, name) {
  const [, value = ''] = new RegExp(`\\s${name}="([^"]*)"`).exec(xml) ?? []
  const text = value.replaceAll(/&#(\d+);/g, ' ').replaceAll(/&(\w+);/g, (all, entity) => ENTITIES[entity] ?? all)
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').trim().slice(0, WIDTH)
}

/**
 * Counts what a report says that Vitest or Playwright writes for other tools, as JUnit does. Errors outside of tests show in the exit code
 * alone: they count as a failure, and so does a run without any test.
 * @param {string} xml
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countsOf(xml, exitCode) {
  const cases = Array.from(xml.matchAll(/<testcase\b((?:[^>"]|"[^"]*")*?)(?:\/>|>([^]*?)<\/testcase>)/g))
  const failures = cases.flatMap(([, head = '', body = '']) => {
    const [failure] = /<(?:failure|error)\b(?:[^>"]|"[^"]*")*/.exec(body) ?? []
    if (failure === undefined) return []
    return [
      [attribute(head, 'classname'), attribute(head, 'name'), attribute(failure, 'message')]
        .filter(Boolean)
        .join(' › '),
    ]
  })
  const passed = cases.filter(([, , body = '']) => !/<(?:failure|error|skipped)\b/.test(body)).length
  if (failures.length === 0 && (exitCode !== 0 || passed === 0)) failures.push('broke outside of its tests')
  return { passed, failed: failures.length, failures }
}

/** @param {string} report @param {number} exitCode */
export const countsIn = (report, exitCode) => countsOf(existsSync(report) ? readFileSync(report, 'utf8') : '', exitCode)

/**
 * Runs the tests of one project of vitest.config.ts.
 * @param {import('../commands/test.mjs').Run} run
 * @param {string} project
 */
export async function runVitest({ resources, env, args }, project) {
  const report = join(resources.folder('report'), 'vitest.xml')
  const reporters = ['--reporter=default', '--reporter=junit', `--outputFile.junit=${report}`]
  const words = [scriptOf('vitest'), 'run', '--project', project, ...reporters, ...args]
  return countsIn(report, await resources.start(process.execPath, words, { env }).exited)
}
