import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, run } from './command.mjs'
import { UserError } from './user-error.mjs'
import { inRoot } from './paths.mjs'
import { apiEnvironment, sandboxEnvironment } from './settings.mjs'

const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 100

/**
 * Optimising the code of the embedded engine takes V8 half a gigabyte for a while, and makes it a tenth faster. The lines of
 * the sources in errors take 100 MiB.
 */
const NODE_FLAGS = ['--liftoff-only', ...(process.env['SOURCE_MAPS'] === 'on' ? ['--enable-source-maps'] : [])]

/**
 * Starts the built API, then the sandbox that stands on it.
 * @param {import('./temp-resources.mjs').TempResources} resources
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ env?: Record<string, string | undefined>, log?: string }} [choice] env: more for the API
 */
export async function startProduct(resources, settings, { env = {}, log } = {}) {
  await prepareSandbox(settings)
  const start = (/** @type {string} */ name, /** @type {Record<string, string | undefined>} */ own) =>
    resources.start(process.execPath, [...NODE_FLAGS, inRoot(`apps/${name}/dist/main.js`)], {
      name,
      server: true,
      env: own,
      log,
    })
  const api = start('api', { ...apiEnvironment(settings, { ...process.env, ...env }), ...env })
  await untilListening(api)
  const sandbox = start('sandbox', { ...sandboxEnvironment(settings), CLOCK_SHIFT_FILE: env['CLOCK_SHIFT_FILE'] })
  await untilListening(sandbox)
  return [api, sandbox]
}

/** Makes the keys of the sandbox's age office, whom the API trusts from its start. @param {import('./settings.mjs').Settings} settings */
export async function prepareSandbox(settings) {
  const { code, output } = await run(process.execPath, [inRoot('apps/sandbox/dist/prepare.js')], {
    env: sandboxEnvironment(settings),
  })
  if (code !== 0) throw new UserError(`The keys of the sandbox could not be made:\n${lastLines(output, 5)}`)
}

/** Waits for the child itself: another server may answer at its address. @param {import('./temp-resources.mjs').Child} child */
async function untilListening({ name, listening }) {
  const late = sleep(READY_WITHIN_MS, 'late', { ref: false })
  const said = await Promise.race([listening, late])
  if (said === 'late') throw new UserError(`${name} did not listen within ${READY_WITHIN_MS / 1000} s.`)
  // It has said why itself.
  if (!said) throw new UserError('')
}

/** @param {Pick<import('./temp-resources.mjs').Child, 'name' | 'exited'>} child @param {string} url */
export async function untilAnswering({ name, exited }, url) {
  let hasEnded = false
  void exited.then(() => (hasEnded = true))
  const latest = Date.now() + READY_WITHIN_MS
  while (!(await answers(url))) {
    // It has said why itself.
    if (hasEnded) throw new UserError('')
    if (Date.now() > latest) throw new UserError(`${name} did not answer at ${url} within ${READY_WITHIN_MS / 1000} s.`)
    await sleep(LOOK_EVERY_MS)
  }
}

/** @param {string} url */
const answers = (url) =>
  fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) }).then(
    ({ body, status }) => Promise.resolve(body?.cancel()).then(() => status < 400),
    () => false,
  )
