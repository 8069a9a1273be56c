import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { inRoot } from '../setup/paths.mjs'
import { isTest, read } from './tree.mjs'

/** Limits of what a page weighs before it can be used, in KiB of Brotli: what every page loads, its own parts, and one language. */
const BUDGETS = { '/': 86.5, '/auth/prompt': 113, '/auth/login': 115, '/auth/register': 115 }
/** With the page itself. */
const MOST_REQUESTS = 4

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */

/** The sources of what a page loads on demand at once. @param {string} page @param {string} language */
function partsOf(page, language) {
  const phrases = (/** @type {string} */ name) => `../../packages/phrases/src/${language}/${name}.ts`
  const name = page.replace('/auth/', '')
  return page === '/'
    ? [phrases('first')]
    : [`src/screens${page}/${name}.route.tsx`, phrases('first'), phrases('sign-in')]
}

/** @param {string} html @param {Record<string, Chunk>} manifest @param {string[]} parts */
function filesOf(html, manifest, parts) {
  const files = new Set(Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => file))
  const visit = (/** @type {string} */ name) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build has no part ${name}`)
    if (files.has(chunk.file)) return
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(visit)
  }
  parts.forEach(visit)
  return [...files]
}

/** Compares what visitors load, compressed as it is served, with the limits, in each language. @param {string} dist the built front end */
function problemsOfSizes(dist) {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))
  return Object.entries(BUDGETS).flatMap(([page, limit]) =>
    ['en', 'de'].flatMap((language) => {
      const files = filesOf(html, manifest, partsOf(page, language))
      if (page === '/' && files.length >= MOST_REQUESTS)
        throw new Error(`/: ${files.length + 1} requests, ${MOST_REQUESTS} at most`)
      const bytes = files.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
      return bytes > limit * 1024 ? [`${page} ${language}: ${bytes} bytes of Brotli, ${limit} KiB at most`] : []
    }),
  )
}

/** Words by which the usual lists of content blockers find advertising, tracking and what asks visitors for their consent. */
const LISTED =
  /^(?:ad|adv|advert|advertising|affiliate|analytics|banner|beacon|captcha|cmp|consent|cookie|gdpr|newsletter|notice|notification|pixel|popup|promo|recaptcha|social|sponsor|stat|telemetry|track|tracker|tracking)s?$/
/** The frame of the tracker, for who agreed to it: a visitor whose blocker holds it back does not want to be counted. */
const MAY_BE_BLOCKED = '/analytics-frame'

/** Addresses that content blockers know by a word of theirs: "/auth/publicKeys" has auth, public, keys. @param {string} text @param {string} where */
export const problemsOfAddresses = (text, where) =>
  (text.match(/(?<=['"`])\/[\w./:-]*/g) ?? []).flatMap((address) => {
    const words = address
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
    const word = words.find((one) => LISTED.test(one))
    if (word === undefined || address === MAY_BE_BLOCKED) return []
    return [`${where}: content blockers know ${address} by its word ${word}`]
  })

/** Pages stay small, and nothing that they load is held back for its name. */
export async function checkPages() {
  await ensureBuilt()
  const paths = globSync(['apps/{web,console}/dist/**/*.*', 'apps/api/src/http/pages/*.ts'], { cwd: inRoot() })
  const texts = paths.filter((path) => /\.(?:js|ts|html)$/.test(path) && !isTest(path))
  const built = paths.map((path) => `'${path.replace(/.*dist/, '')}'`).join()
  return [
    ...problemsOfSizes(inRoot('apps/web/dist')),
    ...texts.flatMap((path) => problemsOfAddresses(read(path), path)),
    ...problemsOfAddresses(built, 'a built file'),
  ]
}
