import { networkInterfaces } from 'node:os'
import { ensureBuilt } from '../setup/build.mjs'
import { run } from '../setup/command.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { startProduct } from '../setup/product.mjs'
import { inRoot } from '../setup/paths.mjs'
import { say, sinceStart } from '../setup/say.mjs'
import { apiEnvironment, readSettings } from '../setup/settings.mjs'
import { withResources } from '../setup/temp-resources.mjs'

/** Builds what is stale and runs product and sandbox until something ends them. */
export async function main() {
  const code = await withResources(async (resources) => {
    const settings = readSettings(process.env)
    await requireFreePorts(settings.ports)
    await ensureBuilt()
    const parts = await startProduct(resources, settings)
    say(addresses(settings))
    const invitation = await invite(settings)
    if (invitation !== undefined) say(`The console of the cinema, as its owner (works once): ${invitation}\n`)
    const ended = await Promise.race(parts.map(({ name, exited }) => exited.then((exit) => ({ name, exit }))))
    if (!resources.closed) console.error(`${ended.name} ended (exit code ${ended.exit}), so everything stops.`)
    return 1
  })
  // A stop by a signal is no failure.
  return code > 128 ? 0 : code
}

/**
 * Invites who tries it out to the console of the sandbox's website. What is deployed has neither this nor the website.
 * @param {import('../setup/settings.mjs').Settings} settings
 * @returns {Promise<string | undefined>} the link, where there are consoles
 */
async function invite(settings) {
  if (process.env['NODE_ENV'] === 'production' || process.env['CONSOLES'] === 'off') return undefined
  const words = [inRoot('apps/api/dist/main.js'), 'staff', 'invite', 'owner', '--provider', 'kino-aurora']
  const { code, output } = await run(process.execPath, words, { env: apiEnvironment(settings) })
  return code === 0 ? /https?:\S+/.exec(output)?.[0] : undefined
}

const lanAddress = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address

/** Names the one address to open, whose page names the others. @param {import('../setup/settings.mjs').Settings} settings */
function addresses({ ports, dataDir, host }) {
  const url = (/** @type {number} */ port) => `http://${host ?? 'localhost'}:${port}`
  return `
Avouch is running (after ${sinceStart()}).

  Open ${url(ports.SANDBOX_PROVIDER_PORT)}/start

It says what there is to try, and names every other address.

${
  host
    ? `Every device of the network reaches it at ${host}, and nothing works at another address.`
    : `On a phone: LAN_ADDRESS=${lanAddress() ?? '<address of this machine>'} npm start`
}
Data is in ${dataDir}. Ctrl-C stops everything.
`
}
