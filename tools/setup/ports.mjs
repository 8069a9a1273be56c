import { createServer } from 'node:net'
import { Failure } from './failure.mjs'
import { PORT_NAMES } from './settings.mjs'

/**
 * Listens for a moment.
 * @param {number} port 0 for any
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
      throw new Failure(`Port ${ports[name]} is taken: end what uses it, or choose another with ${name}.`)
    }
    throw new Failure(`Port ${ports[name]} cannot be opened (${found.error.code}): choose another with ${name}.`)
  }
}

/** @param {number} count */
export async function freePorts(count) {
  const found = new Set()
  while (found.size < count) {
    const tried = await tryPort(0)
    if ('port' in tried) found.add(tried.port)
  }
  return /** @type {number[]} */ ([...found])
}
