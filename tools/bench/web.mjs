import { chromium as launcher } from '@playwright/test'
import { say, sinceStart } from '../setup/say.mjs'
import { pointsOf } from './lighthouse.mjs'
import { load } from './page-load.mjs'
import { peersOf } from './peers.mjs'

/** @typedef {import('./page-load.mjs').Load} Load */

const ROUNDS = 5
const LIGHTHOUSE_ROUNDS = 3
const KB = 1_024
const ARGS = ['--no-sandbox', '--disable-background-networking', '--no-first-run', '--disable-gpu']
const POINTS = { performance: 95, accessibility: 100 }

/** @type {{ path: string, code: number, requests?: number, main?: number }[]} */
const PAGES = [
  // Of what bare React takes on the same machine: 300 ms where that takes 180.
  { path: '/', code: 85 * KB, requests: 4, main: 1.67 },
  { path: '/auth/login', code: 115 * KB },
]
const SCORED = ['/', '/auth/login', '/auth/register']
const LCP_RATIO = 1.15
const TBT_MS = 120
const CLS = 0.01

/** @param {number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** @param {Load[]} loads @returns {Load} */
const medians = (loads) => {
  const of = (/** @type {keyof Load} */ name) => median(loads.map((one) => one[name]))
  const [lcp, tbt, cls, main] = [of('lcp'), of('tbt'), of('cls'), of('main')]
  return { lcp, tbt, cls, main, code: of('code'), bytes: of('bytes'), requests: of('requests') }
}

const ms = (/** @type {number} */ value) => `${Math.round(value)} ms`
const kB = (/** @type {number} */ value) => `${(value / KB).toFixed(1)} kB`

/** @param {string} name @param {Load} load */
function row(name, { lcp, tbt, cls, main, code, bytes, requests }) {
  const cells = [ms(lcp), ms(tbt), cls.toFixed(3), ms(main), kB(code), kB(bytes), String(requests)]
  return `  ${name.padEnd(14)}${cells.map((cell) => cell.padStart(11)).join('')}`
}

/** @param {string} what @param {string} is @param {string} goal @param {boolean} met */
const verdict = (what, is, goal, met) => `  ${met ? 'met   ' : 'MISSED'} ${what.padEnd(28)} ${is}, goal ${goal}`

/**
 * The cookie of a visitor who has answered the consent question before. What the question itself costs is a row of its own.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} product
 */
async function answered(browser, product) {
  const context = await browser.newContext({ locale: 'en-US' })
  const page = await context.newPage()
  await page.goto(product)
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

/**
 * One page beside the least that it could be, in alternating rounds.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} product
 * @param {(typeof PAGES)[number]} page
 */
async function measure(browser, product, { path, code, requests, main }) {
  const { still, react } = await peersOf(browser, product + path)
  const cookies = await answered(browser, product)
  /** @type {Record<string, () => Promise<Load>>} */
  const targets = {
    avouch: () => load(browser, product + path, cookies),
    'with cookies?': () => load(browser, product + path),
    'static page': () => load(browser, still.address),
    'bare React': () => load(browser, react.address),
  }
  /** @type {Record<string, Load[]>} */
  const loads = Object.fromEntries(Object.keys(targets).map((name) => [name, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, once] of Object.entries(targets)) loads[name]?.push(await once())
  still.close()
  react.close()

  const own = medians(loads['avouch'] ?? [])
  const ratio = own.lcp / medians(loads['static page'] ?? []).lcp
  say(`\n${path}, medians of ${ROUNDS} rounds, slow 4G, CPU four times slower, nothing cached`)
  say(
    `  ${''.padEnd(14)}${['LCP', 'TBT', 'CLS', 'main', 'code', 'all', 'requests'].map((name) => name.padStart(11)).join('')}`,
  )
  for (const [name, all] of Object.entries(loads)) say(row(name, medians(all)))
  say(verdict('LCP of the static page', ratio.toFixed(2), `${LCP_RATIO}`, ratio <= LCP_RATIO))
  say(verdict('TBT', ms(own.tbt), ms(TBT_MS), own.tbt <= TBT_MS))
  say(verdict('CLS', own.cls.toFixed(3), String(CLS), own.cls <= CLS))
  say(verdict('JS and CSS', kB(own.code), kB(code), own.code <= code))
  const busy = own.main / medians(loads['bare React'] ?? []).main
  if (main !== undefined) say(verdict('main thread of bare React', busy.toFixed(2), String(main), busy <= main))
  if (requests !== undefined) say(verdict('requests', String(own.requests), String(requests), own.requests <= requests))
}

/**
 * How the first pages do, against static HTML, bare React, and by Lighthouse.
 * @param {{ product: string, chromium: string }} at
 */
export async function measureWeb({ product, chromium }) {
  const browser = await launcher.launch({ executablePath: chromium, args: ARGS })
  try {
    for (const page of PAGES) await measure(browser, product, page)
  } finally {
    await browser.close()
  }
  say(`\nLighthouse, mobile, medians of ${LIGHTHOUSE_ROUNDS}`)
  for (const path of SCORED) {
    /** @type {Record<string, number>[]} */
    const rounds = []
    for (let round = 0; round < LIGHTHOUSE_ROUNDS; round++) rounds.push(await pointsOf(chromium, product + path))
    for (const [category, goal] of Object.entries(POINTS)) {
      const points = median(rounds.map((round) => round[category] ?? 0))
      say(verdict(`${path} ${category}`, String(points), String(goal), points >= goal))
    }
  }
  say(`\n${sinceStart()}`)
}
