import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix, relative } from 'node:path'
import { isTest } from './tree.mjs'

const OURS = '(?:packages|apps|tools)/'
const API = 'apps/api/src/'
const MODULES = `${API}modules/`
const TOP = `${API}[^/]+\\.ts$`
const DATABASE = `${API}platform/database/`
const WEB = 'apps/web/src/'
const CONSOLE = 'apps/console/'
const SCREENS = `${WEB}screens/`
const PAGES = 'packages/(?:contract|design|phrases|api-client)/'
const TEXTS = 'packages/phrases/'

/**
 * Why, from where, what may not be imported, and what may be nevertheless; "$1" stands for the first group of `from`.
 * @typedef {[reason: string, from: string, to: string, unless?: string]} Rule
 */

/** @type {Rule[]} */
const ALWAYS = [
  ['the contract depends on nothing of ours', 'packages/contract/', OURS, 'packages/contract/'],
  ['shared packages see the contract alone', 'packages/(?!contract/)([^/]+)/', OURS, 'packages/(?:$1|contract)/'],
  ['the design depends on nothing that it shows', 'packages/design/', OURS, 'packages/design/'],
  ['modules meet through index.ts', `${MODULES}([^/]+)/`, MODULES, `${MODULES}(?:$1/|[^/]+/index\\.ts$)`],
  ['the browser sees no server', `${WEB}(?!.*\\.spec\\.ts$)`, OURS, `${WEB}|${PAGES}|packages/journey/`],
  ['consoles share packages alone', CONSOLE, OURS, `${CONSOLE}|${PAGES}`],
  ['consoles are apart', `${CONSOLE}src/([^/]+)`, `${CONSOLE}src/(?:provider|operator)/`, `${CONSOLE}src/$1/`],
  ['visitors load no texts of the consoles', WEB, `${TEXTS}console/`],
  [
    'texts of visitors use none of the consoles',
    `${TEXTS}src/(?!console/|every-text|[^/]+\\.test\\.)`,
    `${TEXTS}src/console/`,
  ],
  [
    'shared folders know no screen',
    `${WEB}(?:analytics|api|captcha|i18n|router|settings|ui|visit)/`,
    `${WEB}(?:screens/|boot/|main|server)`,
  ],
  ['folders of logic have no markup', `${WEB}(?:analytics|api|captcha|settings|visit)/`, `${WEB}(?:ui/|.*\\.tsx$)`],
  ['screens are apart', `${SCREENS}(?!layout/)([^/]+)/`, `${SCREENS}[^/]+/`, `${SCREENS}(?:$1|layout)/`],
  [
    'a screen knows no address',
    `${SCREENS}[^/]+/(?!.*\\.route\\.tsx$)`,
    `${SCREENS}(?:.*\\.route\\.tsx$|router|screens)`,
  ],
  [
    'the sandbox is outside',
    'apps/sandbox/',
    OURS,
    'apps/sandbox/|packages/(?:api-client|contract|phrases|provider-sdk)/',
  ],
  ['docs show the contract', 'apps/docs/', OURS, 'apps/docs/|packages/contract/|apps/api/(?:openapi|limits)$'],
  ['a browser test sees what a visitor sees', 'apps/web/(?:e2e/|src/.*\\.spec\\.ts$)', 'apps/(?!web/e2e/)'],
  ['tools share the lock of a folder alone', 'tools/', '(?:apps|packages)/', `${API}platform/folder-lock\\.mjs$`],
]

/** @type {Rule[]} */
const NOT_IN_TESTS = [
  [
    'the server knows the contract alone',
    `${API}(?!config/brand/)`,
    OURS,
    `${API}|apps/api/package\\.json$|packages/contract/`,
  ],
  ['brands know contract and texts', `${API}config/brand/`, OURS, `${API}|packages/(?:contract|phrases)/`],
  ['a module is called by http', MODULES, `${API}(?:http|config|cli)/|${TOP}|npm:@?fastify(?:/|$)`],
  ['the database is opened by platform', `${API}(?!platform/)`, 'npm:(?:pg(?:/|$)|@electric-sql/pglite)'],
  ['a module shows its index.ts', 'apps/api/(?!src/modules/)', `${MODULES}[^/]+/(?!index\\.ts$)`],
  ['platform knows no noun', `${API}platform/`, `${API}(?:modules|http|config|cli)/|${TOP}`],
  ['settings are plain values', `${API}config/`, `${API}(?:modules|http|cli)/|${DATABASE}|${TOP}`],
  ['the composition gives http what it uses', `${API}http/`, `${API}(?:config|cli)/|${DATABASE}|${TOP}`],
  ['this runs in a browser', '(?:apps/(?:web|console)|packages/[^/]+)/src/', 'node:'],
  ['routes own the calls', `${WEB}.*-screen\\.tsx$`, 'packages/api-client/'],
  ['ui makes no calls', `${WEB}ui/`, 'packages/(?:api-client|journey)/'],
  ['this runs before the installation', 'tools/(?:run|setup/(?:install|node|on-exit|paths|say))', 'npm:'],
  [
    'product code imports no test code',
    '(?!.*\\.(?:test|spec)\\.|[^/]+/[^/]+/(?:test|e2e)/)',
    '.*\\.(?:test|spec)\\.\\w+$|apps/[^/]+/(?:test|e2e)/',
  ],
]
export const REASONS = [...ALWAYS, ...NOT_IN_TESTS].map(([reason]) => reason)

/** Code that is never installed with the product. */
const FOR_DEVELOPMENT = /^(?:tools|deploy)\/|\.config\.\w+$|^(?:apps|packages)\/[^/]+\/(?:build|tools|consumers)\//
/** @typedef {{ name?: string } & { [kind in 'imports' | 'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies']?: Record<string, string> }} Manifest */
const APPS = ['api', 'console', 'docs', 'sandbox', 'web']
/** @type {Map<string, Manifest>} */
const manifests = new Map()

/** @param {string} root @param {string} folder @returns {Manifest} */
function manifestOf(root, folder) {
  const path = posix.join(root, folder, 'package.json')
  if (!manifests.has(path)) manifests.set(path, JSON.parse(readFileSync(path, 'utf8')))
  return manifests.get(path) ?? {}
}

/** @param {string} path */
const workspaceOf = (path) => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0] ?? '.'

/** A file of ours by its path, a part of Node as "node:fs", a package as "npm:zod". @param {string} root @param {string} from @param {string} specifier */
function targetOf(root, from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`
  const [, ours, rest = '/'] = /^@avouch\/([^/]+)(\/.*)?$/.exec(specifier) ?? []
  if (ours) return `${APPS.includes(ours) ? 'apps' : 'packages'}/${ours}${rest}`
  if (!specifier.startsWith('#')) return `npm:${specifier}`
  const folder = workspaceOf(from)
  const names = Object.entries(manifestOf(root, folder)['imports'] ?? {})
  const [key = '', value] = names.find(([name]) => specifier.startsWith(name.replace('*', ''))) ?? []
  return posix.join(folder, (value ?? specifier).replace('*', specifier.slice(key.length - 1)))
}

/** @param {string} root @param {string} from @param {string} specifier @param {boolean} isOfTypes */
function refusals(root, from, specifier, isOfTypes) {
  const to = targetOf(root, from, specifier.replace(/\?.*$/, ''))
  const isOfTests = isTest(from)
  const reasons = (isOfTests ? ALWAYS : [...ALWAYS, ...NOT_IN_TESTS]).flatMap(([reason, where, what, unless]) => {
    const match = new RegExp(`^(?:${where})`).exec(from)
    if (!match || !new RegExp(`^(?:${what})`).test(to)) return []
    return unless && new RegExp(`^(?:${unless.replaceAll('$1', match[1] ?? '')})`).test(to) ? [] : [reason]
  })
  if (specifier.startsWith('../../../')) reasons.push('a path that climbs this far has a name: # or @avouch')
  if (specifier.startsWith('.') && workspaceOf(from) !== workspaceOf(to))
    reasons.push('another package is imported by its name')
  if (!/^@?\w/.test(specifier) || to.startsWith('node:')) return reasons
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  const own = manifestOf(root, workspaceOf(from))
  const declared = [own['dependencies'], own['optionalDependencies'], own['peerDependencies']]
  if (isOfTests || isOfTypes || FOR_DEVELOPMENT.test(from))
    declared.push(own['devDependencies'], manifestOf(root, '.')['devDependencies'])
  const names = [name, `@types/${name.replace(/^@/, '').replace('/', '__')}`]
  if (own['name'] !== name && !declared.some((kind) => names.some((one) => kind && one in kind)))
    reasons.push('it is not among the packages that package.json names for this')
  return reasons
}

/** @typedef {{ type: string, range: [number, number], loc: { start: { line: number }, end: { line: number } }, importKind?: string, exportKind?: string, source?: { value?: unknown }, argument?: { value?: unknown }, param?: unknown, callee: { name?: string, property?: Node & { name?: string } }, arguments: (Node & { value?: unknown, params?: unknown[] })[] }} Node */
/** @typedef {{ cwd: string, filename: string, sourceCode: { getAllComments: () => Node[] }, report: (problem: { node: Node, message: string }) => void }} Context */

/** Holds each import, of types and on demand as well, to the rules above. @param {Context} context */
function imports(context) {
  const root = context.cwd.replaceAll('\\', '/')
  const from = relative(context.cwd, context.filename).replaceAll('\\', '/')
  const check = (
    /** @type {Node} */ node,
    /** @type {unknown} */ specifier = node.source?.value ?? node.argument?.value,
  ) => {
    if (typeof specifier !== 'string') return
    const isOfTypes = node.importKind === 'type' || node.exportKind === 'type' || node.type === 'TSImportType'
    for (const reason of refusals(root, from, specifier, isOfTypes))
      context.report({ node, message: `"${specifier}": ${reason}` })
  }
  return {
    ImportDeclaration: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    ImportExpression: check,
    TSImportType: check,
    CallExpression: (/** @type {Node} */ node) =>
      node.callee.name === 'require' && check(node, node.arguments[0]?.value),
  }
}

/** Finds errors that are caught and not looked at, without a comment in it or above that says which one is expected. @param {Context} context */
function swallowed(context) {
  const from = relative(context.cwd, context.filename)
  if (isTest(from) || !/^(?:apps|packages)[\\/]/.test(from)) return {}
  const check = (/** @type {Node} */ node, first = node) => {
    const { line } = first.loc.start
    const isNamed = context.sourceCode
      .getAllComments()
      .some(({ range, loc }) => (range[0] > first.range[0] && range[1] < node.range[1]) || loc.end.line === line - 1)
    if (!isNamed) context.report({ node: first, message: 'test the error, or say in a comment which one is expected' })
  }
  return {
    CatchClause: (/** @type {Node} */ node) => node.param || check(node),
    CallExpression(/** @type {Node} */ node) {
      const [handler] = node.arguments
      if (node.callee.property?.name === 'catch' && handler?.params?.length === 0) check(node, node.callee.property)
    },
  }
}

// oxlint-disable-next-line import/no-default-export -- a plugin has one
export default { meta: { name: 'ours' }, rules: { imports: { create: imports }, swallowed: { create: swallowed } } }
