import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'
import { filesBelow, isCode, isTest, read } from './tree.mjs'

const SETTINGS = 'apps/api/src/config/env.ts'
const SETTINGS_PAGE = 'docs/operating/settings.md'
const RULES = 'docs/rules.md'

/** Words that hide their subject, or that only this repository would use. A sentence names its noun instead. */
export const IDIOMS = 'whoever|anew|besides|somebody|nobody|meanwhile|is told|of theirs|gives way|makes way'.split('|')
/** Words may be on two lines of a comment. */
const GAP = String.raw`\s+(?:(?:\*|\/\/|#|--)\s+)?`
const IDIOM = new RegExp(String.raw`\b(?:${IDIOMS.map((idiom) => idiom.replaceAll(' ', GAP)).join('|')})\b`, 'gi')

const STRING = String.raw`'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`
const TITLE = String.raw`\b(?:test|it|describe)(?:\.each\(\[[^]*?\]\)|(?:\.\w+)*)\(\s*`
/** Comments, titles of tests with the rows that are written in place, and other texts, which may be for visitors. */
const TOKEN = new RegExp(String.raw`\/\*[^]*?\*\/|\/\/.*|${TITLE}(?:${STRING})|(?<text>${STRING})`, 'g')
/** @param {string} code */
const withoutTexts = (code) =>
  code.replaceAll(TOKEN, (all, ...rest) => (rest.at(-1).text === undefined ? all : all.replaceAll(/[^\n]/g, '_')))
/** camelCase becomes "camel Case", UPPER_CASE "UPPER CASE", file-name "file name". @param {string} name */
const spaced = (name) => name.replaceAll(/[_-]/g, ' ').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')

/** Said of what is found. @type {[RegExp, string][]} */
const UNWANTED = [
  [/(?<![\w.])\/(?:work|home|Users|root)\//g, 'a path of one machine'],
  [/\bshared\/\w*\.?md\b/g, 'a file that is not in the repository'],
  [/\b(?:TODO|FIXME|XXX)\b/g, 'unfinished work'],
  [/\bissue #\d/gi, 'a tracker that the reader may not have'],
  [/^(?:<{7}|>{7})(?: |$)/gm, 'a conflict of a merge'],
]
const MOST_LINES = 400
/** The list above would find itself. */
const SELF = /^tools\/check\/text\./
const NO_PROSE = /(?:^|\/)(?:package-lock\.json|LICENSE)$|\.(?:png|jpg|svg|ico|woff2|wasm|webp|lock)$/
const SPEAKING = /\.(?:[cm]?js|tsx?|md|css|html|sql|ya?ml|sh)$/

const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
/** A path may hold * and <placeholders> for one name; what is built need not be there. @param {string} path */
function pathExists(path) {
  const pattern = path
    .replace(/\/dist(?:\/.*)?$/, '')
    .replaceAll(/<[^>]*>/g, '*')
    .replace(/\/$/, '')
  return pattern.includes('*') ? globSync(pattern, { cwd: inRoot() }).length > 0 : existsSync(inRoot(pattern))
}
/** Names in documents, a look whether that is there, and what is said otherwise. @type {[RegExp, (name: string, path: string) => boolean, string][]} */
const NAMED = [
  [
    /\]\((?!https?:|mailto:|#)(?<name>[^)\s#]+)/g,
    (name, path) => existsSync(inRoot(join(dirname(path), name))),
    'a link that leads nowhere',
  ],
  [/\bnpm (?:run )?(?<name>(?<=run )[\w:-]+|start|test)\b/g, (name) => scripts.includes(name), 'no such script'],
  [/(?<![\w./@#-])(?<name>(?:apps|packages|tools|docs|\.ci)\/[\w./<>*|-]*[\w>*/])/g, pathExists, 'no such path'],
]

/**
 * Nothing points outside the repository or to what is not there, nothing is left for later, and all of it is in plain words.
 * @param {string} path
 * @param {string} text
 */
export function problemsOfText(path, text) {
  const at = (/** @type {number} */ index) => `${path}:${text.slice(0, index).split('\n').length}`
  const found = SELF.test(path)
    ? []
    : UNWANTED.flatMap(([pattern, what]) => Array.from(text.matchAll(pattern), ({ index }) => `${at(index)}: ${what}`))
  // The linter says it of code.
  if (/\.(?:css|sql)$/.test(path) && text.trimEnd().split('\n').length > MOST_LINES)
    found.push(`${path}: more than ${MOST_LINES} lines`)
  if (path.endsWith('.md'))
    for (const [pattern, isThere, what] of NAMED)
      for (const { index, groups = {} } of text.matchAll(pattern))
        if (!isThere(groups['name'] ?? '', path)) found.push(`${at(index)}: ${groups['name']}: ${what}`)
  for (const [idiom] of spaced(path).matchAll(IDIOM)) found.push(`${path}: its name says “${idiom}”`)
  if (SELF.test(path) || !SPEAKING.test(path)) return found
  // A space more shifts what follows: the line is the same.
  const said = spaced(isCode(path) ? withoutTexts(text) : text)
  for (const { 0: idiom, index } of said.matchAll(IDIOM))
    found.push(
      `${path}:${said.slice(0, index).split('\n').length}: say it without “${idiom.replaceAll(/\s+(?:\W+\s+)?/g, ' ')}”`,
    )
  return found
}

/** Each decision record has a number of its own, which its title begins with. @param {[path: string, text: string][]} files */
export const problemsOfRecords = (files) =>
  files.flatMap(([path, text], index) => {
    const number = /^docs\/decisions\/(\d{4})-/.exec(path)?.[1]
    if (!number) return []
    const isFirst = files.findIndex(([other]) => other.startsWith(`docs/decisions/${number}-`)) === index
    return isFirst && text.startsWith(`# ${Number(number)}. `)
      ? []
      : [`${path}: another record or its title has another number`]
  })

/** @param {string} text @param {RegExp} pattern */
const namesIn = (text, pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name)

/** Every setting is described, and no other. @param {string} code @param {string} page */
export function problemsOfSettings(code, page) {
  const known = namesIn(code, /^ {2}([A-Z][A-Z0-9_]+):/gm)
  const described = namesIn(page.split('## Settings of the product')[1] ?? '', /^\| ([A-Z][A-Z0-9_]+) \|/gm)
  const differing = [
    ...known.filter((name) => !described.includes(name)),
    ...described.filter((name) => !known.includes(name)),
  ]
  return [
    ...differing.map((name) => `${SETTINGS_PAGE}: ${name} is there or in ${SETTINGS} alone`),
    ...(known.length === 0 ? [`${SETTINGS}: no setting was found`] : []),
  ]
}

const ID = String.raw`[A-Z][A-Z0-9]*-\d{2}\b`
const TITLED = new RegExp(
  String.raw`(?<=[([,{:]\s*)(['"${'`'}])(?<ids>${ID}(?:[,:/ ]+(?:and )?${ID})*)(?:\\.|(?!\1)[^\\])*\1(?<soak>,\s*SOAK_ONLY\b)?`,
  'g',
)

/**
 * Ids that a test names and no rule has, and rules that no test of `npm test` names. A title begins with the ids of its rules.
 * @param {string} table
 * @param {[path: string, code: string][]} tests
 */
export function rulesAndTests(table, tests) {
  const rules = namesIn(table, /^\| ([A-Z][A-Z0-9]*-\d{2}) \|/gm)
  const named = new Set()
  const problems = rules
    .filter((id, index) => rules.indexOf(id) !== index)
    .map((id) => `${RULES}: ${id} is there twice`)
  if (rules.length === 0) problems.push(`${RULES}: no rule was found`)
  for (const [path, code] of tests)
    for (const { groups = {}, index } of code.matchAll(TITLED))
      for (const id of groups['ids']?.match(new RegExp(ID, 'g')) ?? []) {
        if (!groups['soak']) named.add(id)
        if (!rules.includes(id))
          problems.push(`${path}:${code.slice(0, index).split('\n').length}: no rule has the id ${id}`)
      }
  return { problems, rules: rules.length, open: rules.filter((id) => !named.has(id)) }
}

/** The rules that tests name. */
export async function checkRules() {
  const tests = filesBelow().filter((path) => isTest(path) && isCode(path))
  const { problems, rules, open } = rulesAndTests(
    read(RULES),
    tests.map((path) => [path, read(path)]),
  )
  const note = `${rules - open.length} of ${rules} named by tests${open.length > 0 ? `; open: ${open.join(' ')}` : ''}`
  return { problems, note }
}

/** Every text of the repository. */
export async function checkText() {
  /** @type {[string, string][]} */
  const files = filesBelow()
    .filter((path) => !NO_PROSE.test(path))
    .map((path) => [path, read(path)])
  return [
    ...files.flatMap(([path, text]) => problemsOfText(path, text)),
    ...problemsOfRecords(files),
    ...problemsOfSettings(read(SETTINGS), read(SETTINGS_PAGE)),
  ]
}
