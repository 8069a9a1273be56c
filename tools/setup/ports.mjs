import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { UserError } from './user-error.mjs'
import { PORT_NAMES } from './settings.mjs'

/**
 * Listens for a moment.
 * @param {number} port
 * @returns {Promise<{ port: number } | { error: NodeJS.ErrnoException }>}
 */
function tryPort(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve({ error }))
    server.listen({ port, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve({ port: typeof address === 'object' && address ? address.port : port }))
    })
  })
}

/** @param {import('./settings.mjs').Ports} ports */
export async function requireFreePorts(ports) {
  for (const name of PORT_NAMES) {
    const found = await tryPort(ports[name])
    if (!('error' in found)) continue
    if (found.error.code === 'EADDRINUSE') {
      throw new UserError(`Port ${ports[name]} is taken: end what uses it, or choose another with ${name}.`)
    }
    throw new UserError(`Port ${ports[name]} cannot be opened (${found.error.code}): choose another with ${name}.`)
  }
}

/** Below the ephemeral range, so that no connection takes one between its choice and its use. */
const FIRST_PORT = 11_000
const MANY_PORTS = 9_000

/** @param {number} count */
export async function freePorts(count) {
  const found = new Set()
  while (found.size < count) {
    const tried = await tryPort(FIRST_PORT + randomInt(MANY_PORTS))
    if ('port' in tried) found.add(tried.port)
  }
  return /** @type {number[]} */ ([...found])
}
