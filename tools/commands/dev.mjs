import { existsSync, watch } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../setup/build.mjs'
import { onExit } from '../setup/on-exit.mjs'
import { inRoot, scriptOf } from '../setup/paths.mjs'
import { requireFreePorts } from '../setup/ports.mjs'
import { prepareSandbox, untilAnswering } from '../setup/product.mjs'
import { say } from '../setup/say.mjs'
import { apiEnvironment, readSettings, sandboxEnvironment } from '../setup/settings.mjs'
import { TempResources } from '../setup/temp-resources.mjs'

/** The development server of the front end has the product's port; the API is behind it. */
const API_PORT_OFFSET = 100
const SETTLE_MS = 150

/** Product and sandbox with reload. */
export async function main() {
  /** @type {Promise<number>} */
  const asked = new Promise((resolve) => onExit(() => resolve(0)))
  const resources = new TempResources()
  try {
    return await Promise.race([asked, runWithReload(resources)])
  } finally {
    await resources.close()
  }
}

/** @param {TempResources} resources */
async function runWithReload(resources) {
  const settings = readSettings(process.env)
  const apiPort = settings.ports.PORT + API_PORT_OFFSET
  const apiUrl = `http://localhost:${apiPort}`
  await requireFreePorts({ ...settings.ports, PORT: apiPort })
  await requireFreePorts(settings.ports)
  await ensureBuilt()
  await prepareSandbox(settings)

  /** @param {string} app @param {string} tool @param {string[]} args @param {Record<string, string>} [env] */
  const run = (app, tool, args, env = {}) =>
    resources.start(process.execPath, [scriptOf(tool), ...args], { cwd: inRoot('apps', app), env })
  for (const app of ['api', 'sandbox']) run(app, 'rolldown', ['-c', 'rolldown.config.ts', '--watch'])
  run('console', 'vite', ['build', '--watch', '--logLevel', 'warn'])
  keepRunning(resources, 'api', { ...apiEnvironment(settings), PORT: String(apiPort) })
  // The watchers build once more at first, so the API that we wait for may be the second one.
  await untilAnswering({ name: 'api', exited: new Promise(() => {}) }, `${apiUrl}/livez`)
  keepRunning(resources, 'sandbox', sandboxEnvironment(settings, apiUrl))
  const web = run('web', 'vite', ['--port', String(settings.ports.PORT), '--strictPort'], { API_URL: apiUrl })
  say(`Provider site: http://localhost:${settings.ports.SANDBOX_PROVIDER_PORT}`)
  return web.exited
}

/**
 * Runs an app's bundle, and restarts it whenever the bundle is written. Node's own watching ends where a build replaces the file.
 * @param {TempResources} resources
 * @param {'api' | 'sandbox'} app
 * @param {Record<string, string>} env
 */
function keepRunning(resources, app, env) {
  const folder = inRoot('apps', app, 'dist')
  const start = () =>
    resources.start(process.execPath, ['--enable-source-maps', `${folder}/main.js`], { name: app, env, server: true })
  let child = start()
  let change = 0
  const restart = async () => {
    const mine = ++change
    await sleep(SETTLE_MS)
    if (mine !== change || !existsSync(`${folder}/main.js`)) return
    await child.stop()
    if (mine === change && !resources.closed) child = start()
  }
  watch(folder, (_event, file) => {
    if (file === 'main.js') void restart()
  })
}
