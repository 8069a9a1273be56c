import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

const FLAGS = ['--headless=new', '--no-sandbox', '--disable-background-networking', '--disable-gpu', '--no-first-run']
const CATEGORIES = ['performance', 'accessibility', 'best-practices']

/**
 * Lighthouse's own mobile preset.
 * @param {string} chromium
 * @param {string} address
 * @returns {Promise<Record<string, number>>} its points of 100, by category
 */
export async function pointsOf(chromium, address) {
  const browser = await launch({ chromePath: chromium, chromeFlags: FLAGS, logLevel: 'silent' })
  try {
    const options = { port: browser.port, logLevel: /** @type {const} */ ('silent'), onlyCategories: CATEGORIES }
    const { lhr } = (await lighthouse(address, options)) ?? {}
    if (lhr === undefined || lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse could not look at ${address}: ${lhr?.runtimeError?.message ?? 'no answer'}`)
    return Object.fromEntries(
      Object.entries(lhr.categories).map(([name, { score }]) => [name, Math.round(100 * (score ?? 0))]),
    )
  } finally {
    browser.kill()
  }
}
