import { globSync, readFileSync } from 'node:fs'
import { ensureBuilt } from '../setup/build.mjs'
import { inRoot } from '../setup/paths.mjs'
import { filesBelow, isCode, isTest, read } from './tree.mjs'

/** Words by which the usual lists of content blockers find advertising, tracking and what asks visitors for their consent. */
const LISTED = new Set(
  'ad ads adv advert advertising affiliate analytics banner beacon captcha cmp consent cookie gdpr newsletter notice notification pixel popup promo recaptcha social sponsor stats telemetry track tracker tracking'.split(
    ' ',
  ),
)
/** The frame of the tracker, for who agreed to it: a visitor whose blocker holds it back does not want to be counted. */
const MAY_BE_BLOCKED = ['/analytics-frame']

/** The files with addresses that pages load. */
const SOURCES = ['packages/contract/src', 'apps/api/src/http/pages', 'apps/web/index.html', 'apps/console']
const ADDRESS = /(?<=['"`])\/[\w./:-]*/g

/** In "/auth/publicKeys": auth, public, keys; of a plural the singular. @param {string} address */
const wordsOf = (address) =>
  address
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .flatMap((word) => [word.replace(/s$/, ''), word])

/** @param {string} address */
export const listedWordIn = (address) =>
  MAY_BE_BLOCKED.includes(address) ? undefined : wordsOf(address).find((word) => LISTED.has(word))

/** @param {string} text @param {string} where */
export const problemsOfAddresses = (text, where) =>
  (text.match(ADDRESS) ?? []).flatMap((address) => {
    const word = listedWordIn(address)
    return word === undefined ? [] : [`${where}: content blockers know ${address} by its word ${word}`]
  })

/** Nothing that a page loads is held back for its name. */
export async function checkAddresses() {
  await ensureBuilt(['web', 'consoles'])
  const sources = SOURCES.flatMap((folder) => (folder.endsWith('.html') ? [folder] : filesBelow(folder)))
  const built = ['apps/web/dist', 'apps/console/dist'].flatMap((folder) =>
    globSync('**/*.{js,css,woff2,svg}', { cwd: inRoot(folder) }).map((file) => `${folder}: "/${file}"`),
  )
  const named = readFileSync(inRoot('apps/web/dist/index.html'), 'utf8')
  return [
    ...sources
      .filter((path) => (isCode(path) || path.endsWith('.html')) && !isTest(path))
      .flatMap((path) => problemsOfAddresses(read(path), path)),
    ...problemsOfAddresses(named, 'apps/web/dist/index.html'),
    ...built.flatMap((file) => problemsOfAddresses(file, 'a built file')),
  ]
}
