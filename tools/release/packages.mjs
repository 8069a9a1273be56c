import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { inRoot, ROOT } from '../setup/paths.mjs'

/** @typedef {{ version?: string, resolved?: string, integrity?: string, license?: string, link?: boolean, dependencies?: Record<string, string> }} Locked */
/** @typedef {{ path: string, name: string, version: string, license: string, integrity: string | undefined }} Package */

/** The folder of the package that a file belongs to: "node_modules/pg". */
const PACKAGE_OF_FILE = /^(?<path>.*node_modules\/(?:@[^/]+\/)?[^/]+)\//
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i

/** @returns {Record<string, Locked>} */
const readLock = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages

/** As Node resolves it: beside the one that needs it, or further up. @param {Record<string, Locked>} lock @param {string} from @param {string} name */
function resolveIn(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?(?:node_modules\/)?(?:@[^/]+\/)?[^/]+$/, '')) {
    const path = join(folder, 'node_modules', name)
    const { link, resolved } = lock[path] ?? {}
    if (path in lock) return link ? (resolved ?? path) : path
    if (folder === '') return undefined
  }
}

/** Finds all that a workspace needs to run, all the way down. @param {Record<string, Locked>} lock @param {string} path @param {Set<string>} [found] */
function neededBy(lock, path, found = new Set()) {
  for (const name of Object.keys(lock[path]?.dependencies ?? {})) {
    const at = resolveIn(lock, path, name)
    if (at === undefined || found.has(at)) continue
    neededBy(lock, at, found.add(at))
  }
  return found
}

/**
 * The packages of others that are in the folder: what the server was bundled from, what lies beside it, and what the front
 * end and the pages for developers need.
 * @param {string[]} files that the server was bundled from
 * @param {string[]} beside
 * @returns {Package[]}
 */
export function packagesOf(files, beside) {
  const lock = readLock()
  const bundled = files.flatMap((file) => PACKAGE_OF_FILE.exec(relative(ROOT, file))?.groups?.['path'] ?? [])
  const paths = new Set([...bundled, ...beside, ...neededBy(lock, 'apps/web'), ...neededBy(lock, 'apps/docs')])
  return [...paths]
    .filter((path) => path.includes('node_modules/'))
    .sort()
    .map((path) => {
      const { version = '', license = 'UNKNOWN', integrity } = lock[path] ?? {}
      return { path, name: path.replace(/.*node_modules\//, ''), version, license, integrity }
    })
}

/** The packages with the texts of their licences, as these demand it. @param {Package[]} packages */
export function licencesOf(packages) {
  return packages
    .map(({ path, name, version, license }) => {
      const folder = inRoot(path)
      const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : []
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** "sha512-…" of the lock file in the form of the list. @param {string | undefined} integrity */
function hashesOf(integrity) {
  const [, content] = /^sha512-(.*)$/.exec(integrity ?? '') ?? []
  return content === undefined
    ? {}
    : { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }
}

/**
 * The list of what is inside, as CycloneDX.
 * @param {Package[]} packages
 * @param {{ name: string, version: string, license: string, commit: string | undefined }} product
 */
export function sbomOf(packages, { name, version, license, commit }) {
  const ref = (/** @type {{ name: string, version: string }} */ one) =>
    `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`
  const components = packages.map((one) => ({
    type: 'library',
    'bom-ref': ref(one),
    name: one.name,
    version: one.version,
    purl: ref(one),
    licenses: [/ (?:OR|AND) |^\(/.test(one.license) ? { expression: one.license } : { license: { id: one.license } }],
    ...hashesOf(one.integrity),
  }))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, licenses: [{ license: { id: license } }] },
      ...(commit && { properties: [{ name: 'avouch:commit', value: commit }] }),
    },
    components,
  }
}
