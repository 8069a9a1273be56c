import { existsSync, globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../setup/paths.mjs'
import { filesBelow, isCode, isTest, read } from './tree.mjs'

const RULES = 'docs/rules.md'
const NO_PROSE = /(?:^|\/)(?:package-lock\.json|LICENSE)$|\.(?:png|jpg|svg|ico|woff2|wasm|webp|lock)$/
/** They name what is looked for. */
const OWN = /^tools\/check\/text\./

const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
const isScript = (/** @type {string} */ name) => scripts.includes(name)
/** @param {string} name @param {string} path of the document */
const isLinked = (name, path) => existsSync(inRoot(join(dirname(path), name)))
/** A path may hold * and <placeholders> for one name; what is built need not be there. @param {string} path */
const isThere = (path) =>
  globSync(path.replace(/\/dist(?:\/.*)?$/, '').replaceAll(/<[^>]*>/g, '*'), { cwd: inRoot() }).length > 0

const ALL = /./
const DOCUMENTS = /\.md$/
/**
 * In which files, what is looked for, what is said of it, and when a name that was found is right.
 * @type {[files: RegExp, pattern: RegExp, said: string, isRight?: (name: string, path: string) => boolean][]}
 */
const UNWANTED = [
  [ALL, /(?<![\w.])\/(?:work|home|Users|root)\//g, 'a path of one machine'],
  [ALL, /\bshared\/\w*\.?md\b/g, 'a file that is not in the repository'],
  [ALL, /\b(?:TODO|FIXME|XXX)\b/g, 'unfinished work'],
  [ALL, /\bissue #\d/gi, 'a tracker that the reader may not have'],
  [ALL, /^(?:<{7}|>{7})(?: |$)/gm, 'a conflict of a merge'],
  // A comment states a fact, verb or noun first.
  [
    /\.(?:tsx?|mjs|css)$/,
    /^[ \t]*\{?(?:\/\*\*?|\/\/|\*) ?(?:What|Whose|Whether|So many|Of) /gm,
    'a comment without its verb',
  ],
  // The linter says it of code.
  [/\.(?:css|sql)$/, /(?<=^(?:.*\n){400})./g, 'more than 400 lines'],
  [DOCUMENTS, /\]\((?!https?:|mailto:|#)(?<name>[^)\s#]+)/g, 'a link that leads nowhere', isLinked],
  [DOCUMENTS, /\bnpm (?:run )?(?<name>(?<=run )[\w:-]+|start|test)\b/g, 'no such script', isScript],
  [
    DOCUMENTS,
    /(?<![\w./@#-])(?<name>(?:apps|packages|tools|docs|\.ci)\/[\w./<>*|-]*[\w>*/])/g,
    'no such path',
    isThere,
  ],
]

/** @param {string} text @param {number} index */
const lineAt = (text, index) => text.slice(0, index).split('\n').length

/** Nothing points outside the repository or to what is not there, and nothing is left for later. @param {string} path @param {string} text */
export const problemsOfText = (path, text) =>
  UNWANTED.filter(([files]) => files.test(path)).flatMap(([, pattern, said, isRight]) =>
    Array.from(text.matchAll(pattern))
      .filter(({ groups }) => !isRight?.(groups?.['name'] ?? '', path))
      .map(({ index, groups }) => `${path}:${lineAt(text, index)}: ${groups ? `${groups['name']}: ` : ''}${said}`),
  )

/** Each decision record has a number of its own. @param {string[]} paths */
function problemsOfRecords(paths) {
  const numbers = Map.groupBy(paths, (path) => /^docs\/decisions\/\d{4}/.exec(path)?.[0] ?? path)
  return [...numbers.values()].filter((same) => same.length > 1).map((same) => `${same.join(', ')}: the same number`)
}

/** @param {string} text @param {RegExp} pattern */
const namesIn = (text, pattern) => Array.from(text.matchAll(pattern), ([, name = '']) => name)

const ID = String.raw`[A-Z][A-Z0-9]*-\d{2}\b`
const IDS = String.raw`(?<ids>${ID}(?:[,:/ ]+(?:and )?${ID})*)`
/** A text of a test that begins with ids, or ends in them as a tag. */
const TITLED = [
  new RegExp(String.raw`(?<=[([,{:]\s*['"${'`'}])${IDS}`, 'g'),
  new RegExp(String.raw`\[${IDS}\](?=['"${'`'}])`, 'g'),
]

/**
 * Ids that a test names and no rule has, and rules that no test of day or night names. A title ends in the ids of its rules.
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
    for (const { groups = {}, index } of TITLED.flatMap((titled) => [...code.matchAll(titled)]))
      for (const id of groups['ids']?.match(new RegExp(ID, 'g')) ?? []) {
        named.add(id)
        if (!rules.includes(id)) problems.push(`${path}:${lineAt(code, index)}: no rule has the id ${id}`)
      }
  return { problems, rules: rules.length, open: rules.filter((id) => !named.has(id)) }
}

/** Counts the rules that tests name. */
export async function checkRules() {
  const tests = filesBelow().filter((path) => isTest(path) && isCode(path))
  const { problems, rules, open } = rulesAndTests(
    read(RULES),
    tests.map((path) => [path, read(path)]),
  )
  const note = `${rules - open.length} of ${rules} named by tests${open.length > 0 ? `; open: ${open.join(' ')}` : ''}`
  return { problems, note }
}

/** Looks at every text of the repository. */
export async function checkText() {
  const paths = filesBelow().filter((path) => !NO_PROSE.test(path) && !OWN.test(path))
  return [...paths.flatMap((path) => problemsOfText(path, read(path))), ...problemsOfRecords(paths)]
}
