import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { lastLines } from '../setup/command.mjs'
import { inRoot } from '../setup/paths.mjs'
import { freePorts } from '../setup/ports.mjs'
import { startProduct } from '../setup/product.mjs'
import { say } from '../setup/say.mjs'
import { countsIn } from '../setup/summary.mjs'

/** @typedef {import('../setup/temp-resources.mjs').TempResources} TempResources */
/** @typedef {{ folder: string, addresses: Record<string, string>, stop: () => Promise<unknown> }} Product */

/** Looks for what the browsers sent in everything that the product kept and logged. */
const SEARCH = inRoot('apps', 'api', 'test', 'search-product.ts')

/**
 * Starts product and sandbox on free ports and an empty database, with the settings that the browser tests need.
 * @template T
 * @param {TempResources} resources
 * @param {string} databaseUrl a server's; empty: the embedded one
 * @param {(product: Product) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function besideProduct(resources, databaseUrl, work) {
  const folder = resources.folder('journeys')
  const [PORT = 0, SANDBOX_PROVIDER_PORT = 0, SANDBOX_IDENTITY_PORT = 0, SANDBOX_PHONE_PORT = 0] = await freePorts(4)
  const ports = { PORT, SANDBOX_PROVIDER_PORT, SANDBOX_IDENTITY_PORT, SANDBOX_PHONE_PORT }
  const log = join(folder, 'product.log')
  // Milliseconds that the product's clock is ahead: tests move time by writing this file.
  const clock = join(folder, 'clock-shift')
  writeFileSync(clock, '0')
  /** @type {import('../setup/temp-resources.mjs').Child[]} */
  let parts = []
  const stop = () => Promise.all(parts.map((part) => part.stop()))
  try {
    const settings = parseEnv(readFileSync(inRoot('apps/web/e2e/product.env'), 'utf8'))
    const env = { CLOCK_SHIFT_FILE: clock, ...settings, DATABASE_URL: databaseUrl }
    const dataDir = join(folder, 'data')
    parts = await startProduct(resources, { ports, dataDir, host: undefined }, { env, log })
    const addresses = {
      CLOCK_SHIFT_FILE: clock,
      PRODUCT_DATA_DIR: dataDir,
      PRODUCT_DATABASE_URL: databaseUrl,
      PRODUCT_URL: `http://localhost:${PORT}`,
      SANDBOX_PROVIDER_URL: `http://localhost:${SANDBOX_PROVIDER_PORT}`,
      SANDBOX_IDENTITY_URL: `http://localhost:${SANDBOX_IDENTITY_PORT}`,
      SANDBOX_PHONE_URL: `http://localhost:${SANDBOX_PHONE_PORT}`,
    }
    return await work({ folder, addresses, stop })
  } catch (error) {
    showLog(folder)
    throw error
  } finally {
    await stop()
  }
}

/**
 * Sends a browser through the product, and looks for what it sent in all that the product kept. The product is on the
 * database server: the embedded engine works in the server's own process, where all of the browsers would wait for it.
 * @param {import('../commands/test.mjs').Run} run the browser and the database server; files, --grep, --project
 * @param {'part' | 'whole'} [extent] a part may have sent nothing
 * @returns {Promise<import('../setup/summary.mjs').Counts>}
 */
export function runPlaywright({ resources, env, args }, extent = args.length > 0 ? 'part' : 'whole') {
  const databaseUrl = env['TEST_DATABASE_URL'] ?? ''
  return besideProduct(resources, databaseUrl, async ({ folder, addresses, stop }) => {
    const sent = join(folder, 'sent.jsonl')
    writeFileSync(sent, '')
    const report = join(folder, 'report.json')
    const own = { ...env, ...addresses, SENT_FILE: sent, PLAYWRIGHT_REPORT: report }
    const counts = countsIn(report, await resources.start('playwright', ['test', ...args], { env: own }).exited)
    if (counts.failed > 0) showLog(folder)
    await stop()
    const places = [databaseUrl, join(folder, 'product.log'), sent, extent]
    if ((await resources.start(process.execPath, [SEARCH, ...places]).exited) === 0) return counts
    return { ...counts, failed: counts.failed + 1 }
  })
}

/** @param {string} folder */
function showLog(folder) {
  say(`The product's last lines:\n${lastLines(readFileSync(join(folder, 'product.log'), 'utf8'), 40)}`)
}
