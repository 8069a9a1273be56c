import { readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { posix, relative } from 'node:path'
import { isTest } from './tree.mjs'

const OURS = '(?:packages|apps|tools)/'
const API = 'apps/api/src/'
const MODULES = `${API}modules/`
const VENDORS = `${MODULES}kyc/vendors/`
const TOP = `${API}(?:background/)?[^/]+\\.ts$`
const DATABASE = `${API}platform/database/`
const WEB = 'apps/web/src/'
const CONSOLE = 'apps/console/'
const SCREENS = `${WEB}screens/`
const PAGES = 'packages/(?:contract|design|phrases|api-client)/'
const TEXTS = 'packages/phrases/'
const SANDBOX = 'apps/sandbox/'
const ROUTE = '.*\\.route\\.tsx$'
const LOGIC = 'analytics|api|captcha|settings|visit'
const TESTS = '.*\\.(?:test|spec)\\.\\w+$|apps/[^/]+/(?:test|e2e)/'

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
  [
    'the browser sees no server',
    `${WEB}(?!.*\\.(?:spec|screen\\.test)\\.ts$)`,
    OURS,
    `${WEB}|${PAGES}|packages/journey/`,
  ],
  ['consoles share packages alone', CONSOLE, OURS, `${CONSOLE}|${PAGES}`],
  ['consoles are apart', `${CONSOLE}src/([^/]+)`, `${CONSOLE}src/(?:provider|operator)/`, `${CONSOLE}src/$1/`],
  ['visitors load no texts of the consoles', WEB, `${TEXTS}console/`],
  ['shared folders know no screen', `${WEB}(?:${LOGIC}|i18n|router|ui)/`, `${WEB}(?:screens/|boot/|main|server)`],
  ['folders of logic have no markup', `${WEB}(?:${LOGIC})/`, `${WEB}(?:ui/|.*\\.tsx$)`],
  ['screens are apart', `${SCREENS}(?!layout/)([^/]+)/`, `${SCREENS}[^/]+/`, `${SCREENS}(?:$1|layout)/`],
  ['a screen knows no address', `${SCREENS}[^/]+/(?!${ROUTE})`, `${SCREENS}(?:${ROUTE}|router|screens)`],
  ['the sandbox is outside', SANDBOX, OURS, `${SANDBOX}|packages/(?:api-client|contract|phrases|provider-sdk)/`],
  [
    'docs show the contract',
    'apps/docs/',
    OURS,
    'apps/docs/|packages/contract/|apps/api/(?:identity-vendors|limits|openapi|personal-data)$',
  ],
  ['a browser test sees what a visitor sees', 'apps/web/(?:e2e/|src/.*\\.spec\\.ts$)', 'apps/(?!web/e2e/)'],
  ['tools share the lock of a folder alone', 'tools/', '(?:apps|packages)/', `${API}platform/folder-lock\\.mjs$`],
]

/** @type {Rule[]} */
const NOT_IN_TESTS = [
  ['the server knows the contract', `${API}(?!config/brand/)`, OURS, `${API}|apps/api/package.json|packages/contract/`],
  ['visitors read no text of the consoles', `${TEXTS}src/(?!console/|every-text)`, `${TEXTS}src/console/`],
  ['brands know contract and texts', `${API}config/brand/`, OURS, `${API}|packages/(?:contract|phrases)/`],
  ['a module is called by http', MODULES, `${API}(?:http|config|cli)/|${TOP}|npm:@?fastify(?:/|$)`],
  [
    'a vendor is known by its adapter alone',
    `${API}(?!modules/kyc/vendors/)`,
    VENDORS,
    `${VENDORS}(?:generic|index|vendor)\\.ts$`,
  ],
  ['the database is opened by platform', `${API}(?!platform/)`, 'npm:(?:pg(?:/|$)|@electric-sql/pglite)'],
  ['a module shows its index.ts', 'apps/api/(?!src/(?:modules|config)/)', `${MODULES}[^/]+/(?!index\\.ts$)`],
  ['platform knows no noun', `${API}platform/`, `${API}(?:modules|http|config|cli)/|${TOP}`],
  // The file of a vendor or gateway has the settings that it needs.
  [
    'settings are plain values',
    `${API}config/`,
    `${API}(?:modules|http|cli)/|${DATABASE}|${TOP}`,
    `${MODULES}(?:sms/gateways|kyc/vendors)/index\\.ts$`,
  ],
  ['the composition gives http what it uses', `${API}http/`, `${API}(?:config|cli)/|${DATABASE}|${TOP}`],
  ['this runs in a browser', '(?:apps/(?:web|console)|packages/[^/]+)/src/', 'node:'],
  ['calls are below texts', `${WEB}(?:api|settings)/`, `${WEB}(?:analytics|captcha|i18n|router|visit)/`],
  ['the router is below the visit', `${WEB}(?:i18n|router)/`, `${WEB}(?:analytics|captcha|ui|visit)/`],
  [
    'a partner knows nothing built on it',
    `${SANDBOX}src/(?:http|identity|phone|provider|ui)/`,
    `${SANDBOX}src/(?:shop|stories|tracker)/`,
  ],
  ['routes own the calls', `${WEB}.*-screen\\.tsx$`, 'packages/api-client/'],
  ['ui makes no calls', `${WEB}ui/`, 'packages/(?:api-client|journey)/'],
  ['this runs before the installation', 'tools/(?:run|setup/(?:install|node|on-exit|paths|say))', 'npm:'],
  ['product code imports no test code', `(?!${TESTS})`, TESTS],
]
export const REASONS = [...ALWAYS, ...NOT_IN_TESTS].map(([reason]) => reason)

const APPS = ['api', 'console', 'docs', 'sandbox', 'web']

/** @param {string} path */
const workspaceOf = (path) => /^(?:apps|packages)\/[^/]+/.exec(path)?.[0] ?? '.'

/** The names that a package has for files of its own: "#ui/*". @param {string} root @param {string} folder @returns {Record<string, string>} */
const namesOf = (root, folder) =>
  JSON.parse(readFileSync(posix.join(root, folder, 'package.json'), 'utf8')).imports ?? {}

/** A file of ours by its path, a part of Node as "node:fs", a package as "npm:zod". @param {string} root @param {string} from @param {string} specifier */
function targetOf(root, from, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  if (isBuiltin(specifier)) return `node:${specifier.replace(/^node:/, '')}`
  const [, ours, rest = '/'] = /^@avouch\/([^/]+)(\/.*)?$/.exec(specifier) ?? []
  if (ours) return `${APPS.includes(ours) ? 'apps' : 'packages'}/${ours}${rest}`
  if (!specifier.startsWith('#')) return `npm:${specifier}`
  const folder = workspaceOf(from)
  const names = Object.entries(namesOf(root, folder))
  const [key = '', value = specifier] = names.find(([name]) => specifier.startsWith(name.replace('*', ''))) ?? []
  return posix.join(folder, value.replace('*', specifier.slice(key.length - 1)))
}

/** @param {string} root @param {string} from @param {string} specifier */
function refusals(root, from, specifier) {
  const to = targetOf(root, from, specifier.replace(/\?.*$/, ''))
  const reasons = (isTest(from) ? ALWAYS : [...ALWAYS, ...NOT_IN_TESTS]).flatMap(([reason, where, what, unless]) => {
    const match = new RegExp(`^(?:${where})`).exec(from)
    if (!match || !new RegExp(`^(?:${what})`).test(to)) return []
    return unless && new RegExp(`^(?:${unless.replaceAll('$1', match[1] ?? '')})`).test(to) ? [] : [reason]
  })
  if (specifier.startsWith('../../../')) reasons.push('a path that climbs this far has a name: # or @avouch')
  if (specifier.startsWith('.') && workspaceOf(from) !== workspaceOf(to))
    reasons.push('another package is imported by its name')
  return reasons
}

/** @typedef {Parameters<import('oxlint/plugins-dev').RuleTester['run']>[1]} LintRule */

/** Holds each import, of types and on demand as well, to the rules above. @type {LintRule} */
const imports = {
  create(context) {
    const root = context.cwd.replaceAll('\\', '/')
    const from = relative(context.cwd, context.filename).replaceAll('\\', '/')
    /** @param {{ range: [number, number], source?: unknown }} node */
    const check = (node) => {
      const { value: specifier } = /** @type {{ value?: unknown }} */ (node.source ?? {})
      if (typeof specifier !== 'string') return
      for (const reason of refusals(root, from, specifier))
        context.report({ node, message: `"${specifier}": ${reason}` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

/** Finds errors that are caught and not looked at, without a comment in it or above that says which one is expected. @type {LintRule} */
const swallowed = {
  create(context) {
    const from = relative(context.cwd, context.filename)
    if (isTest(from) || !/^(?:apps|packages)[\\/]/.test(from)) return {}
    /** @param {{ range: [number, number], loc: { start: { line: number } } }} node */
    const check = (node, first = node) => {
      const { line } = first.loc.start
      const isNamed = context.sourceCode
        .getAllComments()
        .some(({ range, loc }) => (range[0] > first.range[0] && range[1] < node.range[1]) || loc.end.line === line - 1)
      if (!isNamed)
        context.report({ node: first, message: 'test the error, or say in a comment which one is expected' })
    }
    return {
      CatchClause: (node) => node.param || check(node),
      CallExpression(node) {
        const [handler] = node.arguments
        if (handler === undefined || !('params' in handler) || handler.params.length > 0) return
        if ('property' in node.callee && 'name' in node.callee.property && node.callee.property.name === 'catch')
          check(node, node.callee.property)
      },
    }
  },
}

const RULE = String.raw`[A-Z][A-Z0-9]*-\d{2}`
const TAG = new RegExp(String.raw` \[(?:${RULE}|\$\{\w+\}|%s|\$\w+)(?: (?:${RULE}|\$\{\w+\}|%s|\$\w+)){0,2}\]$`)

/** Holds the titles of tests: sentences, with the ids of at most three rules in a tag behind. @type {LintRule} */
const title = {
  create(context) {
    if (!isTest(relative(context.cwd, context.filename).replaceAll('\\', '/'))) return {}
    return {
      CallExpression(node) {
        const [first] = node.arguments
        const callee = context.sourceCode.getText(node.callee)
        if (node.arguments.length < 2 || !/^(?:test|it)(?:\.(?:each|skipIf|skip|for)\b[^]*)?$/.test(callee)) return
        if (first?.type !== 'TemplateLiteral' && !(first?.type === 'Literal' && typeof first.value === 'string')) return
        const sentence = context.sourceCode.getText(first).slice(1, -1).replace(TAG, '')
        if (!/^[A-Z0-9%$‘“"'`\\/]/.test(sentence)) context.report({ node: first, message: 'a title is a sentence' })
        if (new RegExp(String.raw`\b${RULE}\b`).test(sentence))
          context.report({ node: first, message: 'the ids of at most three rules stand in a tag behind the title' })
      },
    }
  },
}

const VENDOR_WORDS = /veriff|onfido|idura|criipto|sumsub/i

/** Finds a vendor's word where only the port's words belong: adapters and settings have them, and tests. @type {LintRule} */
const vendors = {
  create(context) {
    const from = relative(context.cwd, context.filename).replaceAll('\\', '/')
    if (isTest(from) || !/^(?:apps|packages)\//.test(from) || new RegExp(`^(?:${VENDORS}|${API}config/)`).test(from))
      return {}
    /** @param {{ range: [number, number] }} node @param {unknown} said */
    const check = (node, said) => {
      const word = VENDOR_WORDS.exec(String(said))?.[0]
      if (word !== undefined) context.report({ node, message: `"${word}": a vendor's word belongs into its adapter` })
    }
    return {
      Identifier: (node) => check(node, node.name),
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node, node.value.raw),
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- a plugin has one
export default { meta: { name: 'ours' }, rules: { imports, swallowed, title, vendors } }
