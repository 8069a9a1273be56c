import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { importsOf } from './parse.mjs'
import { isCode } from './tree.mjs'

/**
 * @typedef {object} Tree
 * @property {string[]} paths
 * @property {(path: string) => string} read
 */
/**
 * An import with what it leads to: a file of ours ("apps/web/src/main.tsx"), a package ("npm:zod"), a part of Node
 * ("node:fs"), or nothing that exists ("?./gone.ts").
 * @typedef {{ from: string, to: string, specifier: string, typeOnly: boolean, line: number }} Edge
 */
/**
 * @typedef {object} Manifest
 * @property {string} folder
 * @property {string} [name]
 * @property {Record<string, unknown>} [imports]
 * @property {Record<string, unknown>} [exports]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

const BUILTIN = new Set(builtinModules)
/** Code is imported with its ending; a bundler adds these by itself. */
const ENDINGS = ['', '.ts', '.tsx', '.mjs', '.js', '/index.ts', '/index.tsx']

/** @param {Tree} tree @returns {Manifest[]} deepest first */
function manifestsOf(tree) {
  return tree.paths
    .filter((path) => posix.basename(path) === 'package.json')
    .map((path) => ({ ...JSON.parse(tree.read(path)), folder: posix.dirname(path) }))
    .sort((a, b) => b.folder.length - a.folder.length)
}

/** @param {string} path @param {string} folder */
const isBelow = (path, folder) => folder === '.' || path.startsWith(`${folder}/`)

/** @param {Tree} tree */
export function graphOf(tree) {
  const manifests = manifestsOf(tree)
  const known = new Set(tree.paths)
  /** @param {string} path */
  const manifestOf = (path) => manifests.find(({ folder }) => isBelow(path, folder))
  /** @param {string} path */
  const fileAt = (path) => ENDINGS.map((ending) => path + ending).find((candidate) => known.has(candidate))
  const files = tree.paths.filter(isCode)
  /** @type {string[]} */
  const errors = []
  const edges = files.flatMap((from) => {
    const parsed = importsOf(from, tree.read(from))
    errors.push(...parsed.errors.map((message) => `${from}: ${message}`))
    return parsed.imports.map((found) => ({ ...found, from, to: resolve(from, found.specifier) }))
  })

  /** @param {string} from @param {string} specifier @returns {string} */
  function resolve(from, specifier) {
    const bare = specifier.replace(/\?.*$/, '')
    if (bare.startsWith('.')) return fileAt(posix.join(posix.dirname(from), bare)) ?? `?${specifier}`
    if (bare.startsWith('#')) return mapped(manifestOf(from), 'imports', bare) ?? `?${specifier}`
    if (bare.startsWith('node:') || BUILTIN.has(bare)) return `node:${bare.replace(/^node:/, '')}`
    const name = bare.split('/', bare.startsWith('@') ? 2 : 1).join('/')
    const ours = manifests.find((manifest) => manifest.name === name)
    if (!ours) return `npm:${name}`
    return mapped(ours, 'exports', `.${bare.slice(name.length)}`) ?? `?${specifier}`
  }

  /**
   * A subpath of package.json's imports or exports, "*" included.
   * @param {Manifest | undefined} manifest
   * @param {'imports' | 'exports'} field
   * @param {string} subpath
   */
  function mapped(manifest, field, subpath) {
    for (const [key, value] of Object.entries(manifest?.[field] ?? {})) {
      const target = targetOf(value)
      const [before = '', after = ''] = key.split('*')
      const fits = key.includes('*') ? subpath.startsWith(before) && subpath.endsWith(after) : subpath === key
      if (!manifest || !target || !fits) continue
      const star = subpath.slice(before.length, subpath.length - after.length)
      const found = fileAt(posix.join(manifest.folder, target.replace('*', star)))
      if (found) return found
    }
    return undefined
  }

  return { files, edges, errors, manifestOf }
}

/** @param {unknown} value @returns {string | undefined} */
function targetOf(value) {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  return Object.values(value).map(targetOf).find(Boolean)
}

/**
 * One cycle for every file that first closes one, as the files it leads through.
 * @param {Edge[]} edges
 */
export function cyclesOf(edges) {
  /** @type {Map<string, string[]>} */
  const next = new Map()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const done = new Set()
  /** @type {string[][]} */
  const cycles = []
  /** @param {string} file @param {string[]} trail */
  const visit = (file, trail) => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file])
    if (trail.includes(file) || done.has(file)) return
    for (const target of next.get(file) ?? []) visit(target, [...trail, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return cycles
}
