import { parseSync } from 'oxc-parser'
import { walk } from './parse.mjs'
import { isCode, isTest } from './tree.mjs'

/** @typedef {import('./parse.mjs').Node} Node */

/** Code of the product, of the sandbox and of what websites install. */
const OURS = /^(?:apps|packages)\//

/** @param {unknown} given */
const ignoresError = (given) => {
  const { type = '', params } = /** @type {Node} */ (given ?? {})
  return /Function/.test(type) && /** @type {unknown[]} */ (params).length === 0
}

/** Finds errors that are caught and not looked at: `catch {…}` as a whole, `….catch(() => …)` from its name on. @param {Node} node */
function swallowing(node) {
  if (node.type === 'CatchClause') return node['param'] ? undefined : node
  if (node.type !== 'CallExpression') return undefined
  const { property } = /** @type {{ property?: Node }} */ (node['callee'])
  const [handler] = /** @type {unknown[]} */ (node['arguments'])
  return property?.['name'] === 'catch' && ignoresError(handler) ? { ...node, start: property.start } : undefined
}

/**
 * Each catch that does not look at its error, and has no comment in it or above it that says which one it expects.
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export function swallowedIn(path, source) {
  if (!OURS.test(path) || !isCode(path) || isTest(path) || !source.includes('catch')) return []
  const lineOf = (/** @type {number} */ offset) => source.slice(0, offset).split('\n').length
  const { program, comments } = parseSync(path, source)
  return [...walk(program)].flatMap((node) => {
    const { start = 0, end = 0 } = /** @type {{ start?: number, end?: number }} */ (swallowing(node) ?? {})
    const line = lineOf(start)
    const isNamed = comments.some((one) => (one.start > start && one.end < end) || lineOf(one.end) === line - 1)
    return end === 0 || isNamed ? [] : [`${path}:${line}: test the error, or say in a comment which one is expected`]
  })
}
