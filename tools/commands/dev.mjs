import { existsSync, watch } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt } from '../setup/build.mjs'
import { stopChild } from '../setup/children.mjs'
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

  for (const app of ['api', 'sandbox']) {
    resources.start(process.execPath, [scriptOf('rolldown'), '-c', 'rolldown.config.ts', '--watch'], {
      cwd: inRoot('apps', app),
    })
  }
  resources.start(process.execPath, [scriptOf('vite'), 'build', '--watch', '--logLevel', 'warn'], {
    cwd: inRoot('apps', 'console'),
  })
  keepRunning(resources.children, 'api', { ...apiEnvironment(settings), PORT: String(apiPort) })
  // The watchers build once more at first, so the API that we wait for may be the second one.
  await untilAnswering({ name: 'api', exited: new Promise(() => {}) }, `${apiUrl}/livez`)
  keepRunning(resources.children, 'sandbox', sandboxEnvironment(settings, apiUrl))
  const web = resources.start(
    process.execPath,
    [scriptOf('vite'), '--port', String(settings.ports.PORT), '--strictPort'],
    {
      cwd: inRoot('apps', 'web'),
      env: { API_URL: apiUrl },
    },
  )
  say(`Provider site: http://localhost:${settings.ports.SANDBOX_PROVIDER_PORT}`)
  return web.exited
}

/**
 * Runs an app's bundle, and restarts it whenever the bundle is written.
 * @param {import('../setup/children.mjs').Children} children
 * @param {'api' | 'sandbox'} app
 * @param {Record<string, string>} env
 */
function keepRunning(children, app, env) {
  const bundle = inRoot('apps', app, 'dist', 'main.js')
  const start = () => children.start(app, process.execPath, ['--enable-source-maps', bundle], { env })
  let child = start()
  let change = 0
  const restart = async () => {
    const mine = ++change
    await sleep(SETTLE_MS)
    if (mine !== change || !existsSync(bundle)) return
    await stopChild(child)
    if (mine === change) child = start()
  }
  // The folder is watched, because a build may replace the file.
  watch(dirname(bundle), (_event, file) => {
    if (file === basename(bundle)) void restart()
  })
}
