import { networkInterfaces } from 'node:os'
import { relative } from 'node:path'
import { ensureBuilt } from '../setup/build.mjs'
import { run } from '../setup/command.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { EndedEarly, startProduct } from '../setup/product.mjs'
import { inRoot, ROOT } from '../setup/paths.mjs'
import { say, sinceStart } from '../setup/say.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

/** Builds what is stale and runs product and sandbox until something ends them. */
export async function main() {
  /** @type {Promise<number>} */
  const asked = new Promise((resolve) => onExit(() => resolve(0)))
  const resources = new TempResources()
  const settings = readSettings(process.env)
  try {
    return await Promise.race([asked, runUntilOneEnds(resources, settings)])
  } finally {
    await resources.close()
  }
}

/**
 * @param {TempResources} resources
 * @param {import('../setup/settings.mjs').Settings} settings
 */
async function runUntilOneEnds(resources, settings) {
  try {
    await requireFreePorts(settings.ports)
    await ensureBuilt()
    const parts = await startProduct(resources, settings)
    say(addresses(settings))
    const invitation = await invite(settings)
    if (invitation !== undefined) say(`The console of Kino Aurora, as its owner (works once):\n  ${invitation}\n`)
    const ended = await Promise.race(parts.map((part) => part.exited.then((code) => ({ name: part.name, code }))))
    if (resources.closed) return 0
    console.error(`${ended.name} ended (exit code ${ended.code}), so everything stops.`)
    return 1
  } catch (error) {
    if (error instanceof EndedEarly) return 1
    throw error
  }
}

/** The sandbox's website, as the product knows it. */
const CINEMA = 'kino-aurora'

/**
 * Invites who tries it out to the console of the sandbox's website. What is deployed has neither this nor the website.
 * @param {import('../setup/settings.mjs').Settings} settings
 * @returns {Promise<string | undefined>} the link, where there are consoles
 */
async function invite(settings) {
  if (process.env['NODE_ENV'] === 'production' || process.env['CONSOLES'] === 'off') return undefined
  const words = [inRoot('apps/api/dist/main.js'), 'staff', 'invite', 'owner', '--provider', CINEMA]
  const { code, output } = await run(process.execPath, words, { env: apiEnvironment(settings) })
  return code === 0 ? /https?:\S+/.exec(output)?.[0] : undefined
}

/** @param {string} host */
const onPhone = (host) =>
  host === 'localhost'
    ? `On a phone: LAN_ADDRESS=${lanAddress() ?? '<address of this machine>'} npm start`
    : `Every device of the network reaches it at ${host}, and nothing works at another address.`

const lanAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** @param {import('../setup/settings.mjs').Settings} settings */
function addresses({ ports, dataDir, host = 'localhost' }) {
  const url = (/** @type {number} */ port) => `http://${host}:${port}`
  return `
Avouch is running (after ${sinceStart()}).

  Provider site   ${url(ports.SANDBOX_PROVIDER_PORT)}   <- open this
  Wine shop       ${url(ports.SANDBOX_PROVIDER_PORT)}/wine
  Product         ${url(ports.PORT)}
  For developers  ${url(ports.PORT)}/docs/
  Identity check  ${url(ports.SANDBOX_IDENTITY_PORT)}
  Phone           ${url(ports.SANDBOX_PHONE_PORT)}
  Tracker         ${url(ports.SANDBOX_PHONE_PORT)}/tracker
  Providers       ${url(ports.PORT)}/console    sign up there for a test project
  Operators       ${url(ports.PORT)}/operator   npm run avouch -- staff invite operator

${onPhone(host)}
Data is in ${dataDir.startsWith(ROOT) ? relative(ROOT, dataDir) : dataDir}. Ctrl-C stops everything.
`
}
