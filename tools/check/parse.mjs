import { parseSync } from 'oxc-parser'

/** @typedef {{ specifier: string, typeOnly: boolean, line: number }} Import */
/** @typedef {{ type?: string, start?: number, [key: string]: unknown }} Node */

/** @param {string} source @param {number} offset */
const lineAt = (source, offset) => source.slice(0, offset).split('\n').length

/**
 * Everything a file imports, re-exports included.
 * @param {string} path
 * @param {string} source
 * @returns {{ imports: Import[], errors: string[] }}
 */
export function importsOf(path, source) {
  const { module, errors, program } = parseSync(path, source)
  /** @type {Import[]} */
  const imports = module.staticImports.map(({ moduleRequest, entries, start }) => ({
    specifier: moduleRequest.value,
    typeOnly: entries.length > 0 && entries.every((entry) => entry.isType),
    line: lineAt(source, start),
  }))
  for (const { entries, start } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (!request) continue
    imports.push({
      specifier: request.value,
      typeOnly: entries.every((entry) => entry.isType),
      line: lineAt(source, start),
    })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])(?<specifier>[^'"`$]*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))
    const specifier = literal?.groups?.['specifier']
    if (specifier !== undefined) imports.push({ specifier, typeOnly: false, line: lineAt(source, moduleRequest.start) })
  }
  if (source.includes('require(') || source.includes('import(')) {
    for (const specifier of typeImportsAndRequires(program))
      imports.push({ ...specifier, line: lineAt(source, specifier.line) })
  }
  return { imports, errors: errors.map((error) => error.message) }
}

/**
 * `import('x').Name` in a type, and `require('x')`; line holds the offset here.
 * @param {unknown} tree
 * @returns {Import[]}
 */
function typeImportsAndRequires(tree) {
  /** @type {Import[]} */
  const found = []
  for (const node of walk(tree)) {
    const start = node.start ?? 0
    if (node.type === 'TSImportType') {
      const source = /** @type {{ value?: unknown } | undefined} */ (node['source'] ?? node['argument'])
      if (typeof source?.value === 'string') found.push({ specifier: source.value, typeOnly: true, line: start })
    }
    if (node.type === 'CallExpression') {
      const callee = /** @type {{ name?: unknown }} */ (node['callee'])
      const [first] = /** @type {{ value?: unknown }[]} */ (node['arguments'])
      if (callee.name === 'require' && typeof first?.value === 'string') {
        found.push({ specifier: first.value, typeOnly: false, line: start })
      }
    }
  }
  return found
}

/**
 * Every node of a syntax tree.
 * @param {unknown} tree
 * @returns {Generator<Node>}
 */
export function* walk(tree) {
  if (Array.isArray(tree)) {
    for (const item of tree) yield* walk(item)
    return
  }
  if (typeof tree !== 'object' || tree === null) return
  const node = /** @type {Node} */ (tree)
  if (typeof node.type === 'string') yield node
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') yield* walk(value)
}

export const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])

/**
 * The titles of a test file: the first text given to test, it or describe and what hangs on them (test.each(…)('…')).
 * @param {string} path
 * @param {string} source
 * @returns {{ title: string, line: number, soakOnly: boolean }[]}
 */
export function testTitlesOf(path, source) {
  const titles = []
  for (const node of walk(parseSync(path, source).program)) {
    if (node.type !== 'CallExpression' || !TEST_FUNCTIONS.has(rootName(node['callee']))) continue
    const [first, details] = /** @type {Node[]} */ (node['arguments'])
    const title = first && textOf(first)
    const soakOnly = details?.['name'] === 'SOAK_ONLY'
    if (title) titles.push({ title, line: lineAt(source, node.start ?? 0), soakOnly })
  }
  return titles
}

/** @param {unknown} callee @returns {string} */
export function rootName(callee) {
  const node = /** @type {Node | undefined} */ (callee)
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type === 'MemberExpression') return rootName(node['object'])
  if (node?.type === 'CallExpression') return rootName(node['callee'])
  if (node?.type === 'TaggedTemplateExpression') return rootName(node['tag'])
  return ''
}

/** @param {Node} node */
function textOf(node) {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return undefined
  const quasis = /** @type {{ value: { raw: string } }[]} */ (node['quasis'])
  return quasis.map((quasi) => quasi.value.raw).join('…')
}
