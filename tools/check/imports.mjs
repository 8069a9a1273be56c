import { globSync } from 'node:fs'
import { posix } from 'node:path'
import { inRoot } from '../setup/paths.mjs'
import { cyclesOf, graphOf } from './import-graph.mjs'
import { brokenBy } from './import-rules.mjs'
import { filesBelow, isCode, isTest, read } from './tree.mjs'

/** @typedef {import('./import-graph.mjs').Edge} Edge */
/** @typedef {import('./import-graph.mjs').Tree} Tree */
/** @typedef {import('./import-graph.mjs').Manifest} Manifest */

/** Files that set tools up, or that operators bring packages for, may use what only development needs. @param {string} path */
const isForDevelopment = (path) =>
  isTest(path) ||
  /^(?:tools|deploy)\//.test(path) ||
  /(?:^|\/)[^/]*\.config\.\w+$/.test(path) ||
  /^(?:apps|packages)\/[^/]+\/(?:scripts|build|tools)\//.test(path)

/** @param {Edge} edge @param {string} rule @param {string} reason */
const problem = (edge, rule, reason) => `${edge.from}:${edge.line}: ${rule}: "${edge.specifier}" - ${reason}`

/** @param {Tree} tree */
export function problemsOfTree(tree) {
  const { files, edges, errors, manifestOf } = graphOf(tree)
  const root = manifestOf('package.json')
  const problems = edges.flatMap((edge) => [
    ...brokenBy(edge).map((rule) => problem(edge, rule.name, rule.reason)),
    ...problemsOfTarget(edge, manifestOf(edge.from), root),
  ])
  for (const cycle of cyclesOf(edges))
    problems.push(`${cycle[0]}: no-cycles: ${cycle.join(' -> ')} - a cycle hides a missing file`)
  return { files, problems: [...errors, ...problems] }
}

/**
 * @param {Edge} edge
 * @param {Manifest | undefined} manifest
 * @param {Manifest | undefined} root
 */
function problemsOfTarget(edge, manifest, root) {
  const { from, to, specifier, typeOnly } = edge
  if (to.startsWith('?')) return [problem(edge, 'no-dead-imports', 'there is no such file')]
  if (specifier.startsWith('../../../'))
    return [problem(edge, 'no-climbing', 'a path that climbs this far has a name: # or @avouch')]
  if (specifier.startsWith('.') && folderOf(from) !== folderOf(to)) {
    return [problem(edge, 'packages-by-name', 'another package is imported by its name')]
  }
  const name = to.startsWith('npm:') ? to.slice('npm:'.length) : nameOfOurs(specifier)
  if (!name) return []
  const types = name.startsWith('@') ? `@types/${name.slice(1).replace('/', '__')}` : `@types/${name}`
  const isItself = name === manifest?.name
  const fields = /** @type {const} */ (['dependencies', 'optionalDependencies', 'peerDependencies'])
  if (isItself || [name, types].some((one) => declared(manifest, one, ...fields))) return []
  const forDevelopment = [manifest, root].some((where) =>
    [name, types].some((one) => declared(where, one, 'devDependencies')),
  )
  if (!forDevelopment)
    return [
      problem(edge, 'no-undeclared-packages', `package.json of ${folderOf(from) || 'the repository'} does not name it`),
    ]
  if (isForDevelopment(from) || typeOnly) return []
  return [problem(edge, 'no-dev-packages', 'product code runs without the packages of development')]
}

/** @param {Manifest | undefined} manifest @param {string} name @param {('dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies')[]} fields */
const declared = (manifest, name, ...fields) => fields.some((field) => Object.hasOwn(manifest?.[field] ?? {}, name))

/** @param {string} specifier */
const nameOfOurs = (specifier) => /^@avouch\/[^/]+/.exec(specifier)?.[0]

/** @param {string} path */
const folderOf = (path) => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0] ?? ''

/** The rules over the repository; and that all of it was read, because a check of nothing is always green. */
export async function checkImports() {
  const paths = filesBelow()
  const { files, problems } = problemsOfTree({ paths, read })
  const seen = new Set(files)
  const there = globSync('{apps,packages,tools}/**/*.{ts,tsx,mts,mjs}', {
    cwd: inRoot(),
    exclude: (path) => /(?:^|\/)(?:node_modules|dist|\.[^/]+)$/.test(path),
  }).map((path) => path.split('\\').join(posix.sep))
  const unread = there.filter((path) => isCode(path) && !seen.has(path))
  if (there.length === 0) problems.push('no file was found')
  return [...problems, ...unread.map((path) => `${path}: was not read`)]
}
