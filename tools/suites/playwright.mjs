import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { lastLines } from '../setup/command.mjs'
import { inRoot, scriptOf } from '../setup/paths.mjs'
import { freePorts } from '../setup/ports.mjs'
import { startProduct } from '../setup/product.mjs'
import { say } from '../setup/say.mjs'
import { failuresOfPlaywright } from './failures.mjs'
import { readReport, strictly } from './vitest.mjs'

/** @typedef {import('../setup/summary.mjs').Counts} Counts */

/** Looks for what the browsers sent in everything that the product kept and logged. */
const SEARCH = inRoot('apps', 'api', 'test', 'search-product.ts')

/**
 * Starts product and sandbox on free ports and an empty database.
 * @template T
 * @param {import('../setup/temp-resources.mjs').TempResources} resources
 * @param {string} databaseUrl a server's; empty: the embedded one
 * @param {(product: { folder: string, addresses: Record<string, string> }) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function besideProduct(resources, databaseUrl, work) {
  const folder = resources.folder('journeys')
  const [product = 0, provider = 0, identity = 0, phone = 0] = await freePorts(4)
  const ports = {
    PORT: product,
    SANDBOX_PROVIDER_PORT: provider,
    SANDBOX_IDENTITY_PORT: identity,
    SANDBOX_PHONE_PORT: phone,
  }
  const log = openSync(join(folder, 'product.log'), 'a')
  try {
    // Milliseconds that the product's clock is ahead: tests move time by writing this file.
    const clock = join(folder, 'clock-shift')
    writeFileSync(clock, '0')
    const env = { CLOCK_SHIFT_FILE: clock, ...productSettings(), DATABASE_URL: databaseUrl }
    await startProduct(resources.children, { ports, dataDir: join(folder, 'data') }, { env, output: log })
    const addresses = {
      CLOCK_SHIFT_FILE: clock,
      PRODUCT_DATA_DIR: join(folder, 'data'),
      PRODUCT_DATABASE_URL: databaseUrl,
      PRODUCT_URL: `http://localhost:${product}`,
      SANDBOX_PROVIDER_URL: `http://localhost:${provider}`,
      SANDBOX_IDENTITY_URL: `http://localhost:${identity}`,
      SANDBOX_PHONE_URL: `http://localhost:${phone}`,
    }
    return await work({ folder, addresses })
  } catch (error) {
    showLog(folder)
    throw error
  } finally {
    closeSync(log)
    await resources.children.stop()
  }
}

/**
 * Sends a browser through the product, and looks for what it sent in all that the product kept. The product is on the
 * database server: the embedded engine works in the server's own process, where all of the browsers would wait for it.
 * @param {import('../commands/test.mjs').Run} run the browser and the database server; files, --grep, --project
 * @param {'part' | 'whole'} [extent] a part may have sent nothing
 * @returns {Promise<Counts>}
 */
export function runPlaywright({ resources, env, args }, extent = args.length > 0 ? 'part' : 'whole') {
  const databaseUrl = env['TEST_DATABASE_URL'] ?? ''
  return besideProduct(resources, databaseUrl, async ({ folder, addresses }) => {
    const sent = join(folder, 'sent.jsonl')
    writeFileSync(sent, '')
    const counts = await send(resources, folder, { ...env, ...addresses, SENT_FILE: sent }, args)
    if (counts.failed > 0) showLog(folder)
    await resources.children.stop()
    const places = [databaseUrl, join(folder, 'product.log'), sent, extent]
    const isClean = (await resources.start(process.execPath, [SEARCH, ...places]).exited) === 0
    if (isClean) return counts
    const failures = [...(counts.failures ?? []), 'P-12 › a secret lies open in what the product kept or logged']
    return { ...counts, failed: counts.failed + 1, failures }
  })
}

/**
 * Takes a picture of every screen in every state.
 * @param {import('../setup/temp-resources.mjs').TempResources} resources
 * @param {Record<string, string>} env the browser, and where the pictures go
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
export function takePictures(resources, env, args) {
  const config = ['--config', inRoot('playwright.gallery.config.ts')]
  return besideProduct(resources, '', ({ folder, addresses }) =>
    send(resources, folder, { ...env, ...addresses }, [...config, ...args]),
  )
}

/**
 * @param {import('../setup/temp-resources.mjs').TempResources} resources
 * @param {string} folder
 * @param {Record<string, string>} env
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function send(resources, folder, env, args) {
  const report = join(folder, 'playwright.json')
  const own = { env: { ...env, PLAYWRIGHT_REPORT: report } }
  const exitCode = await resources.start(process.execPath, [scriptOf('playwright'), 'test', ...args], own).exited
  const answer = readReport(report)
  return { ...countPlaywright(answer, exitCode), failures: failuresOfPlaywright(answer) }
}

/** Settings that the browser tests need the product to have: they sit beside them. */
function productSettings() {
  const path = inRoot('apps', 'web', 'e2e', 'product.env')
  return existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
}

/** @param {string} folder */
function showLog(folder) {
  say(`The product's last lines:\n${lastLines(readFileSync(join(folder, 'product.log'), 'utf8'), 40)}`)
}

/**
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const { stats, errors = [] } =
    /** @type {{ stats?: { expected: number, unexpected: number, flaky: number }, errors?: unknown[] }} */ (
      report ?? {}
    )
  const { expected = 0, unexpected = 0, flaky = 0 } = stats ?? {}
  return strictly({ passed: expected, failed: unexpected + flaky + errors.length }, exitCode)
}
