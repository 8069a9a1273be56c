import { isTest } from './tree.mjs'

/** @typedef {import('./import-graph.mjs').Edge} Edge */
/**
 * From files that match, nothing that matches `to` may be imported, unless `unless` matches it; "$1" in these stands
 * for what the first group of `from` found.
 * @typedef {object} Rule
 * @property {string} name
 * @property {string} reason
 * @property {RegExp} from
 * @property {RegExp} to
 * @property {RegExp[]} [unless]
 * @property {boolean} [tests] whether tests are held to it as well
 * @property {boolean} [types] false: imports of types alone are free
 */

const OURS = /^(?:packages|apps|tools)\//
const WEB = 'apps/web/src'
const API = 'apps/api/src'
const TOP_OF_API = `${API}/[^/]+\\.ts$`

/** @type {Rule[]} */
export const RULES = [
  {
    name: 'contract-is-the-bottom',
    reason: 'everything depends on the contract; the contract depends on nothing of ours',
    from: /^packages\/contract\//,
    to: OURS,
    unless: [/^packages\/contract\//],
    tests: true,
  },
  {
    name: 'packages-see-the-contract',
    reason: 'shared packages see the contract and nothing else of ours',
    from: /^packages\/(?!contract\/)([^/]+)\//,
    to: OURS,
    unless: [/^packages\/$1\//, /^packages\/contract\//],
    tests: true,
  },
  {
    name: 'design-knows-no-data',
    reason: 'what things look like depends on nothing that they show',
    from: /^packages\/design\//,
    to: OURS,
    unless: [/^packages\/design\//],
    tests: true,
  },
  {
    name: 'api-sees-no-browser',
    reason: 'the server knows the contract; it never imports packages of the web',
    from: /^apps\/api\/src\/(?!config\/brand\/)/,
    to: OURS,
    unless: [/^apps\/api\/(?:src\/|package\.json$)/, /^packages\/contract\//],
  },
  {
    name: 'brand-sees-the-phrases',
    reason: "an operator's texts are held against the phrases; nothing else of the server knows these",
    from: /^apps\/api\/src\/config\/brand\//,
    to: OURS,
    unless: [/^apps\/api\/src\//, /^packages\/(?:contract|phrases)\//],
  },
  {
    name: 'modules-below-http',
    reason: 'a module is given its settings and is called by http; it knows neither',
    from: /^apps\/api\/src\/modules\//,
    to: new RegExp(`^${API}/(?:http|config|cli)/|^${TOP_OF_API}`),
  },
  {
    name: 'modules-without-http',
    reason: 'a module speaks no HTTP to its callers; that is for http',
    from: /^apps\/api\/src\/modules\//,
    to: /^npm:(?:fastify|@fastify\/.*)$/,
  },
  {
    name: 'database-in-one-place',
    reason: 'SQL goes through platform/database: nothing else opens a connection',
    from: /^apps\/api\/src\/(?!platform\/)/,
    to: /^npm:(?:pg|@electric-sql\/pglite.*)$/,
  },
  {
    name: 'modules-by-front-door',
    reason: 'outside a module only its index.ts is visible',
    from: /^apps\/api\/(?!src\/modules\/)/,
    to: new RegExp(`^${API}/modules/[^/]+/(?!index\\.ts$)`),
  },
  {
    name: 'modules-apart',
    reason: 'modules talk to each other through index.ts; a store is imported by its own module alone',
    from: /^apps\/api\/src\/modules\/([^/]+)\//,
    to: new RegExp(`^${API}/modules/`),
    unless: [/^apps\/api\/src\/modules\/(?:$1\/|[^/]+\/index\.ts$)/],
    tests: true,
  },
  {
    name: 'platform-knows-no-noun',
    reason: 'platform is what every module stands on: clock, ids, keys, jobs, the database',
    from: /^apps\/api\/src\/platform\//,
    to: new RegExp(`^${API}/(?:modules|http|config|cli)/|^${TOP_OF_API}`),
  },
  {
    name: 'config-knows-no-module',
    reason: 'settings are plain values; what they mean is for the modules that are given them',
    from: /^apps\/api\/src\/config\//,
    to: new RegExp(`^${API}/(?:modules|http|cli|platform/database)/|^${TOP_OF_API}`),
  },
  {
    name: 'http-is-given-everything',
    reason: 'handlers are given what they need by the composition; they read no settings',
    from: /^apps\/api\/src\/http\//,
    to: new RegExp(`^${API}/(?:config|cli|platform/database)/|^${TOP_OF_API}`),
  },
  {
    name: 'web-sees-no-server',
    reason: 'the browser never imports server code',
    from: /^apps\/web\/src\/(?!.*\.spec\.ts$)/,
    to: OURS,
    unless: [/^apps\/web\/src\//, /^packages\/(?:contract|design|journey|phrases|api-client)\//],
    tests: true,
  },
  {
    name: 'consoles-stand-alone',
    reason: 'the consoles share packages with the visitors’ pages, and no file of those pages or of the server',
    from: /^apps\/console\//,
    to: OURS,
    unless: [/^apps\/console\//, /^packages\/(?:contract|design|phrases|api-client)\//],
    tests: true,
  },
  {
    name: 'consoles-apart',
    reason: 'a console shares with the other through account, api, i18n, router and ui',
    from: /^apps\/console\/src\/([^/]+)/,
    to: /^apps\/console\/src\/(?:provider|operator)\//,
    unless: [/^apps\/console\/src\/$1\//],
    tests: true,
  },
  {
    name: 'web-without-console-phrases',
    reason: 'visitors do not load what the consoles say',
    from: /^(?:apps\/web\/src\/|packages\/phrases\/src\/(?!console\/|every-text|[^/]+\.test\.))/,
    to: /^packages\/phrases\/src\/console\//,
    tests: true,
  },
  {
    name: 'web-without-node',
    reason: 'this runs in a browser',
    from: /^(?:apps\/(?:web|console)|packages\/[^/]+)\/src\//,
    to: /^node:/,
  },
  {
    name: 'rooms-below-screens',
    reason: 'what several screens share knows no screen and no address',
    from: /^apps\/web\/src\/(?:analytics|api|captcha|i18n|router|settings|ui|visit)\//,
    to: new RegExp(`^${WEB}/(?:screens/|boot/|main|server)`),
    tests: true,
  },
  {
    name: 'logic-without-markup',
    reason: 'these rooms hold logic; what it looks like is for ui and the screens',
    from: /^apps\/web\/src\/(?:analytics|api|captcha|settings|visit)\//,
    to: new RegExp(`^${WEB}/ui/|^${WEB}/.*\\.tsx$`),
    tests: true,
  },
  {
    name: 'screens-apart',
    reason: 'a screen shares with others through the rooms, never directly',
    from: /^apps\/web\/src\/screens\/(?!layout\/)([^/]+)\//,
    to: new RegExp(`^${WEB}/screens/[^/]+/`),
    unless: [/^apps\/web\/src\/screens\/(?:$1|layout)\//],
    tests: true,
  },
  {
    name: 'screens-know-no-address',
    reason: 'a screen takes callbacks; only its route knows where it stands',
    from: /^apps\/web\/src\/screens\/[^/]+\/(?!.*\.route\.tsx$)/,
    to: new RegExp(`^${WEB}/screens/(?:.*\\.route\\.tsx$|router|screens)`),
    tests: true,
  },
  {
    name: 'screens-do-not-fetch',
    reason: 'screens take callbacks; routes own the calls',
    from: /^apps\/web\/src\/.*-screen\.tsx$/,
    to: /^packages\/api-client\//,
  },
  {
    name: 'ui-does-not-fetch',
    reason: 'ui knows the contract and the phrases at most',
    from: /^apps\/web\/src\/ui\//,
    to: /^packages\/(?:api-client|journey)\//,
  },
  {
    name: 'sandbox-stands-outside',
    reason:
      'the sandbox is the world outside: it knows the contract, its client and the helper for websites, not the product; the app on its phone says the words of the product',
    from: /^apps\/sandbox\//,
    to: OURS,
    unless: [/^apps\/sandbox\//, /^packages\/(?:api-client|contract|phrases|provider-sdk)\//],
    tests: true,
  },
  {
    name: 'docs-show-the-contract',
    reason:
      'the pages that are built know the contract, and of the server its OpenAPI document and the table of rate limits',
    from: /^apps\/docs\//,
    to: OURS,
    unless: [
      /^apps\/docs\//,
      /^packages\/contract\//,
      /^apps\/api\/src\/(?:http\/openapi\/document|modules\/rate-limits\/rules)\.ts$/,
    ],
    tests: true,
  },
  {
    name: 'journeys-from-outside',
    reason: 'a browser test sees what a visitor sees',
    from: /^apps\/web\/(?:e2e\/|src\/.*\.spec\.ts$)/,
    to: /^apps\/(?!web\/e2e\/)/,
    tests: true,
  },
  {
    name: 'tools-stand-alone',
    reason: 'tools check the product; they are no part of it, and share the lock of a folder with it',
    from: /^tools\//,
    to: /^(?:apps|packages)\//,
    unless: [/^apps\/api\/src\/platform\/folder-lock\.mjs$/],
    tests: true,
  },
  {
    name: 'set-up-without-packages',
    reason: 'this runs before anything is installed',
    from: /^tools\/(?:run\.mjs|setup\/|commands\/)/,
    to: /^npm:/,
  },
  {
    name: 'tests-stay-tests',
    reason: 'product code never imports test code',
    from: /^(?:apps|packages|tools)\/(?!.*\.(?:test|spec)\.)(?![^/]+\/(?:test|e2e)\/)/,
    to: /\.(?:test|spec)\.\w+$|^apps\/[^/]+\/(?:test|e2e)\//,
  },
]

/** @param {RegExp} pattern @param {string | undefined} group */
const filled = (pattern, group) => (group === undefined ? pattern : new RegExp(pattern.source.replaceAll('$1', group)))

/** @param {Rule} rule @param {Edge} edge */
function breaks(rule, edge) {
  const match = rule.from.exec(edge.from)
  if (!match || !rule.to.test(edge.to)) return false
  if (isTest(edge.from) && !rule.tests) return false
  return !(rule.unless ?? []).some((pattern) => filled(pattern, match[1]).test(edge.to))
}

/** @param {Edge} edge */
export const brokenBy = (edge) => RULES.filter((rule) => breaks(rule, edge))
