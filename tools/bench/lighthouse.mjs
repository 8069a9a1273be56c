import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-gpu', '--no-first-run']
/** Now and then a trace of Chromium lacks the begin of the navigation: it says nothing about the page. */
const LOST_TRACE = 'NO_NAVSTART'
const TRIES = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

/**
 * Lighthouse's own mobile preset.
 * @param {string} chromium
 * @param {string} address
 * @returns {Promise<Record<string, number>>} its points of 100, by category
 */
export async function pointsOf(chromium, address) {
  for (let left = TRIES; ; left--) {
    const { runtimeError, categories } = await resultOf(chromium, address)
    if (runtimeError === undefined)
      return Object.fromEntries(
        Object.entries(categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]),
      )
    if (runtimeError.code !== LOST_TRACE || left === 1)
      throw new Error(`Lighthouse could not look at ${address}: ${runtimeError.message}`)
  }
}

/** @param {string} chromium @param {string} address */
async function resultOf(chromium, address) {
  const browser = await launch({ chromePath: chromium, chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    const options = { port: browser.port, logLevel: /** @type {const} */ ('silent'), onlyCategories: CATEGORIES }
    const result = await lighthouse(address, options)
    if (result === undefined) throw new Error(`Lighthouse did not answer about ${address}`)
    return result.lhr
  } finally {
    browser.kill()
  }
}
