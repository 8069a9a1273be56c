import { readFileSync, statSync } from 'node:fs'
import { ensureBuilt } from '../setup/build.mjs'
import { inRoot } from '../setup/paths.mjs'

/**
 * What a page may weigh before it can be used: scripts and styles in bytes of Brotli, and requests with the page itself.
 * @typedef {object} Budget
 * @property {string} page
 * @property {string[]} parts sources of what it loads on demand at once, in addition to what every page needs; LANGUAGE for the language
 * @property {number} bytes
 * @property {number} [requests]
 */

/** @typedef {{ file: string, imports?: string[], css?: string[] }} Chunk */
/** @typedef {{ html: string, manifest: Record<string, Chunk>, sizeOf: (file: string) => number }} Build */

const LANGUAGES = ['en', 'de']

/** As the bench prints them. */
const KB = 1_024

const FIRST = '../../packages/phrases/src/LANGUAGE/first.ts'
const SIGN_IN = '../../packages/phrases/src/LANGUAGE/sign-in.ts'

/** @type {Budget[]} */
export const BUDGETS = [
  { page: '/', parts: [FIRST], bytes: 86 * KB, requests: 4 },
  { page: '/auth/prompt', parts: ['src/screens/auth/prompt/prompt.route.tsx', FIRST, SIGN_IN], bytes: 113 * KB },
  { page: '/auth/login', parts: ['src/screens/auth/login/login.route.tsx', FIRST, SIGN_IN], bytes: 115 * KB },
  { page: '/auth/register', parts: ['src/screens/auth/register/register.route.tsx', FIRST, SIGN_IN], bytes: 115 * KB },
]

/** Files that every page needs. @param {string} html */
const initialOf = (html) =>
  Array.from(html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g), ([, file]) => file ?? '')

/** @param {Build} build @param {string[]} parts */
function filesOf({ html, manifest }, parts) {
  const files = new Set(initialOf(html))
  const visit = (/** @type {string} */ name) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`the build has no part ${name}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    for (const other of chunk.imports ?? []) visit(other)
  }
  for (const part of parts) visit(part)
  return [...files]
}

/** Each page in the language that has more to say. @param {Build} build @param {Budget} budget */
function weigh(build, { parts }) {
  const weights = LANGUAGES.map((language) => {
    const files = filesOf(
      build,
      parts.map((part) => part.replace('LANGUAGE', language)),
    )
    return { bytes: files.reduce((sum, file) => sum + build.sizeOf(file), 0), requests: files.length + 1 }
  })
  return weights.reduce((a, b) => (b.bytes > a.bytes ? b : a))
}

const kB = (/** @type {number} */ bytes) => `${(bytes / KB).toFixed(1)} kB`

/** @param {Build} build @param {Budget[]} [budgets] */
export function problemsOfBuild(build, budgets = BUDGETS) {
  const weighed = budgets.map((budget) => ({ ...budget, is: weigh(build, budget) }))
  const problems = weighed.flatMap(({ page, bytes, requests = Number.POSITIVE_INFINITY, is }) => [
    ...(is.bytes > bytes ? [`${page}: ${kB(is.bytes)} of scripts and styles, ${kB(bytes)} at most`] : []),
    ...(is.requests > requests ? [`${page}: ${is.requests} requests, ${requests} at most`] : []),
  ])
  return { problems, note: weighed.map(({ page, is }) => `${page} ${kB(is.bytes)}`).join(', ') }
}

/** What visitors load stays as small as it was promised. */
export async function checkBudgets() {
  await ensureBuilt(['web'])
  const built = (/** @type {string} */ file) => inRoot('apps/web/dist', file)
  return problemsOfBuild({
    html: readFileSync(built('index.html'), 'utf8'),
    manifest: JSON.parse(readFileSync(built('.vite/manifest.json'), 'utf8')),
    sizeOf: (file) => statSync(built(`${file}.br`)).size,
  })
}
