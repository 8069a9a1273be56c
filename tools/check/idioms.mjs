import { parseSync } from 'oxc-parser'
import { rootName, TEST_FUNCTIONS, walk } from './parse.mjs'
import { isCode } from './tree.mjs'

/** @typedef {import('./parse.mjs').Node} Node */
/** @typedef {{ text: string, start: number }} Part a text, and its offset in the source */

/** Words that hide their subject, or that only this repository would use. A sentence names its noun instead. */
export const IDIOMS = [
  'whoever',
  'anew',
  'besides',
  'somebody',
  'nobody',
  'meanwhile',
  'is told',
  'of theirs',
  'gives way',
  'makes way',
]
/** Words may be on two lines of a comment. */
const GAP = String.raw`\s+(?:(?:\*|\/\/|#|--)\s+)?`
const IDIOM = new RegExp(String.raw`\b(?:${IDIOMS.map((idiom) => idiom.replaceAll(' ', GAP)).join('|')})\b`, 'gi')

/** What has none of these letters need not be parsed. */
const HINT = new RegExp(IDIOMS.map((idiom) => idiom.replaceAll(' ', '[^a-z]*')).join('|'), 'i')

/** Comments of the languages that the parser does not read. @type {Record<string, RegExp>} */
const COMMENTS = {
  md: /[^]+/g,
  css: /\/\*[^]*?\*\//g,
  html: /<!--[^]*?-->/g,
  sql: /--.*|\/\*[^]*?\*\//g,
  yml: /#.*/g,
  yaml: /#.*/g,
  sh: /#.*/g,
}

/** camelCase becomes "camel Case", UPPER_CASE "UPPER CASE", file-name "file name". @param {string} name */
const spaced = (name) => name.replaceAll(/[_-]+/g, ' ').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')

/** Every text in a title, and in a table whose rows become titles. @param {Node} node @returns {Part[]} */
function textsIn(node) {
  return [...walk(node)].flatMap(({ type, start = 0, value }) => {
    if (type === 'Literal' && typeof value === 'string') return [{ text: value, start }]
    const raw = type === 'TemplateElement' && /** @type {{ raw: string }} */ (value).raw
    return raw ? [{ text: raw, start }] : []
  })
}

/** Titles of tests, and the tables of test.each(…) that are written in place. @param {Node} node @returns {Part[]} */
function titlesOf(node) {
  if (node.type !== 'CallExpression' || !TEST_FUNCTIONS.has(rootName(node['callee']))) return []
  const callee = /** @type {Node & { property?: { name?: string } }} */ (node['callee'])
  const given = /** @type {Node[]} */ (node['arguments'])
  if (callee.property?.name === 'each') return given.flatMap(textsIn)
  return given.slice(0, 1).flatMap((title) => (title.type?.endsWith('Literal') ? textsIn(title) : []))
}

/** @param {string} path @param {string} source @returns {Part[]} */
function partsOfCode(path, source) {
  const { program, comments } = parseSync(path, source)
  const parts = comments.map(({ value, start }) => ({ text: value, start }))
  for (const node of walk(program)) {
    parts.push(...titlesOf(node))
    const { type = '', start = 0, name } = node
    if (typeof name === 'string' && /^(?:|Private|JSX)Identifier$/.test(type)) parts.push({ text: spaced(name), start })
  }
  return parts
}

/** @param {string} path @param {string} source @returns {Part[]} */
function partsOf(path, source) {
  if (!HINT.test(source)) return []
  if (isCode(path)) return partsOfCode(path, source)
  const pattern = COMMENTS[path.split('.').at(-1) ?? '']
  return pattern ? Array.from(source.matchAll(pattern), (match) => ({ text: match[0], start: match.index })) : []
}

/**
 * The idioms in a file's name, names, comments, titles of tests and documents. Texts for visitors are no part of it.
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export function idiomsIn(path, source) {
  const inName = Array.from(spaced(path).matchAll(IDIOM), ([idiom]) => `${path}: its name says “${idiom}”`)
  const inText = partsOf(path, source).flatMap(({ text, start }) =>
    Array.from(text.matchAll(IDIOM), ({ 0: idiom, index }) => {
      const line = source.slice(0, start + index).split('\n').length
      return `${path}:${line}: say it without “${idiom.replaceAll(/\s+(?:\W+\s+)?/g, ' ')}”`
    }),
  )
  return [...new Set([...inName, ...inText])]
}
