import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, run } from './command.mjs'
import { UserError } from './user-error.mjs'
import { inRoot } from './paths.mjs'
import { apiEnvironment, sandboxEnvironment } from './settings.mjs'

const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 100

/** A part ended before it answered; it has said why itself. */
export class EndedEarly extends Error {}

/**
 * @typedef {object} Choice
 * @property {Record<string, string | undefined>} [env] more for the API
 * @property {'inherit' | number} [output]
 */

/**
 * Optimising the code of the embedded engine takes V8 half a gigabyte for a while, and makes it a tenth faster. The lines of
 * the sources in errors take 100 MiB.
 */
const NODE_FLAGS = ['--liftoff-only', ...(process.env['SOURCE_MAPS'] === 'on' ? ['--enable-source-maps'] : [])]

/**
 * Starts the built API, then the sandbox that stands on it.
 * @param {import('./temp-resources.mjs').TempResources} resources
 * @param {import('./settings.mjs').Settings} settings
 * @param {Choice} [choice]
 */
export async function startProduct(resources, settings, { env = {}, output = 'inherit' } = {}) {
  await prepareSandbox(settings)
  const api = resources.start(process.execPath, [...NODE_FLAGS, inRoot('apps/api/dist/main.js')], {
    name: 'api',
    server: true,
    env: { ...apiEnvironment(settings, { ...process.env, ...env }), ...env },
    output,
  })
  await untilAnswering(api, `http://localhost:${settings.ports.PORT}/livez`)
  const sandbox = resources.start(process.execPath, [...NODE_FLAGS, inRoot('apps/sandbox/dist/main.js')], {
    name: 'sandbox',
    server: true,
    env: { ...sandboxEnvironment(settings), CLOCK_SHIFT_FILE: env['CLOCK_SHIFT_FILE'] },
    output,
  })
  const { SANDBOX_PROVIDER_PORT, SANDBOX_IDENTITY_PORT, SANDBOX_PHONE_PORT } = settings.ports
  for (const port of [SANDBOX_PROVIDER_PORT, SANDBOX_IDENTITY_PORT, SANDBOX_PHONE_PORT]) {
    await untilAnswering(sandbox, `http://localhost:${port}/`)
  }
  return [api, sandbox]
}

/** Makes the keys of the sandbox's age office, whom the API trusts from its start. @param {import('./settings.mjs').Settings} settings */
export async function prepareSandbox(settings) {
  const { code, output } = await run(process.execPath, [inRoot('apps/sandbox/dist/prepare.js')], {
    env: sandboxEnvironment(settings),
  })
  if (code !== 0) throw new UserError(`The keys of the sandbox could not be made:\n${lastLines(output, 5)}`)
}

/** @param {Pick<import('./temp-resources.mjs').Child, 'name' | 'exited'>} child @param {string} url */
export async function untilAnswering({ name, exited }, url) {
  /** @type {number | undefined} */
  let exitCode
  void exited.then((code) => (exitCode = code))
  const latest = Date.now() + READY_WITHIN_MS
  while (!(await answers(url))) {
    if (exitCode !== undefined) throw new EndedEarly()
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
