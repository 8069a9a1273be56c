import { setTimeout as sleep } from 'node:timers/promises'
import { lastLines, run } from './command.mjs'
import { UserError } from './user-error.mjs'
import { inRoot } from './paths.mjs'
import { apiEnvironment, sandboxEnvironment } from './settings.mjs'

const READY_WITHIN_MS = 120_000
const LOOK_EVERY_MS = 100

/** A part ended before it answered; it has said why itself. */
export class EndedEarly extends Error {
  /** @param {number} exitCode */
  constructor(exitCode) {
    super('ended early')
    this.exitCode = exitCode
  }
}

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
 * @param {import('./children.mjs').Children} children
 * @param {import('./settings.mjs').Settings} settings
 * @param {Choice} [choice]
 */
export async function startProduct(children, settings, { env = {}, output = 'inherit' } = {}) {
  await prepareSandbox(settings)
  const api = children.start('api', process.execPath, [...NODE_FLAGS, inRoot('apps/api/dist/main.js')], {
    env: { ...apiEnvironment(settings, { ...process.env, ...env }), ...env },
    output,
  })
  await untilAnswering(api, `http://localhost:${settings.ports.PORT}/livez`)
  const sandbox = children.start('sandbox', process.execPath, [...NODE_FLAGS, inRoot('apps/sandbox/dist/main.js')], {
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

/**
 * @param {Pick<import('./children.mjs').Child, 'name' | 'exited'>} child
 * @param {string} url
 */
export async function untilAnswering(child, url) {
  /** @type {number | undefined} */
  let exitCode
  void child.exited.then((code) => {
    exitCode = code
  })
  const latest = Date.now() + READY_WITHIN_MS
  while (Date.now() < latest) {
    if (exitCode !== undefined) throw new EndedEarly(exitCode || 1)
    if (await answers(url)) return
    await sleep(LOOK_EVERY_MS)
  }
  throw new UserError(`${child.name} did not answer at ${url} within ${READY_WITHIN_MS / 1000} s.`)
}

/** @param {string} url */
async function answers(url) {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(2_000) })
    await response.body?.cancel()
    return response.status < 400
  } catch {
    return false
  }
}
