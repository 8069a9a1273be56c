import { ensureBuilt } from '../setup/build.mjs'
import { inRoot } from '../setup/paths.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { prepareSandbox, untilAnswering } from '../setup/product.mjs'
import { say } from '../setup/say.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from '../setup/settings.mjs'
import { withResources } from '../setup/temp-resources.mjs'

/** The development server of the front end has the product's port; the API is behind it. */
const API_PORT_OFFSET = 100

/** Product and sandbox with reload. */
export const main = () =>
  withResources(async (resources) => {
    const settings = readSettings(process.env)
    const apiPort = settings.ports.PORT + API_PORT_OFFSET
    const apiUrl = `http://localhost:${apiPort}`
    await requireFreePorts({ ...settings.ports, PORT: apiPort })
    await requireFreePorts(settings.ports)
    await ensureBuilt()
    await prepareSandbox(settings)

    /** @param {string} app @param {string} tool @param {string[]} args @param {Record<string, string | undefined>} [env] */
    const start = (app, tool, args, env) => resources.start(tool, args, { cwd: inRoot('apps', app), env })
    const watched = ['--watch-path=dist', '--enable-source-maps', 'dist/main.js']
    for (const app of ['api', 'sandbox'])
      start(app, 'rolldown', ['-c', 'rolldown.config.ts', '--watch', '--no-clean-dir'])
    start('console', 'vite', ['build', '--watch', '--logLevel', 'warn'])
    const api = start('api', 'node', watched, { ...apiEnvironment(settings), PORT: String(apiPort) })
    await untilAnswering(api, `${apiUrl}/livez`)
    start('sandbox', 'node', watched, sandboxEnvironment(settings, apiUrl))
    const web = start('web', 'vite', ['--port', String(settings.ports.PORT), '--strictPort'], { API_URL: apiUrl })
    say(`Open http://localhost:${settings.ports.SANDBOX_PROVIDER_PORT}/start`)
    return web.exited
  })
