import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runNpm } from '../setup/command.mjs'
import { inRoot, ROOT } from '../setup/paths.mjs'

/** @typedef {{ path: string, name: string, version: string, license: string }} Package */

/** The folder of the package that a file belongs to: "node_modules/pg". */
const FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i
/** The pages: what they are built from can't be seen in their files. */
const PAGES = ['apps/web', 'apps/docs', 'apps/console'].flatMap((path) => ['--workspace', path])

/** The packages of others that are in the folder. @param {string[]} files that the server was bundled from, or that lie beside it @returns {Promise<Package[]>} */
export async function packagesOf(files) {
  /** @type {Record<string, { version: string, license?: string, dev?: boolean, devOptional?: boolean }>} */
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages
  const folders = (/** @type {string[]} */ paths) => paths.flatMap((path) => FOLDER.exec(relative(ROOT, path)) ?? [])
  const { output } = await runNpm(['ls', '--all', '--omit=dev', '--parseable', ...PAGES])
  const ofPages = folders(output.split('\n')).filter((path) => lock[path] && !lock[path].dev && !lock[path].devOptional)
  return [...new Set([...folders(files), ...ofPages])].sort().flatMap((path) => {
    const name = path.replace(/.*node_modules\//, '')
    const { version = '', license = 'UNKNOWN' } = lock[path] ?? {}
    return name.startsWith('@avouch/') ? [] : [{ path, name, version, license }]
  })
}

/** The packages with the texts of their licences, as these demand it. @param {Package[]} packages */
export const licencesOf = (packages) =>
  packages
    .map(({ path, name, version, license }) => {
      const folder = inRoot(path)
      const files = existsSync(folder) ? readdirSync(folder).filter((file) => LICENCE_FILE.test(file)) : []
      const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim())
      return [`${name} ${version} (${license})`, ...texts].join('\n\n')
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`)

/**
 * The list of what is inside, as CycloneDX.
 * @param {Package[]} packages
 * @param {{ name: string, version: string, license: string, commit: string | undefined }} product
 */
export const sbomOf = (packages, { commit, license, ...product }) => ({
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: { type: 'application', 'bom-ref': product.name, ...product, licenses: [{ license: { id: license } }] },
    ...(commit && { properties: [{ name: 'avouch:commit', value: commit }] }),
  },
  components: packages.map(({ name, version, license: own }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const licence = / (?:OR|AND) |^\(/.test(own) ? { expression: own } : { license: { id: own } }
    return { type: 'library', 'bom-ref': purl, name, version, purl, licenses: [licence] }
  }),
})
