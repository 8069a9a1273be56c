import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { UserError } from './user-error.mjs'
import { PORT_NAMES } from './settings.mjs'

/** Listens for a moment. @param {number} port @returns {Promise<string | undefined>} why that is not possible */
const refusalOf = (port) =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    server.listen({ port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })

/** @param {import('./settings.mjs').Ports} ports */
export async function requireFreePorts(ports) {
  for (const name of PORT_NAMES) {
    const code = await refusalOf(ports[name])
    if (code === 'EADDRINUSE')
      throw new UserError(`Port ${ports[name]} is taken: end what uses it, or choose another with ${name}.`)
    if (code) throw new UserError(`Port ${ports[name]} cannot be opened (${code}): choose another with ${name}.`)
  }
}

/** Ports below the ephemeral range, so that no connection takes one between its choice and its use. @param {number} count */
export async function freePorts(count) {
  /** @type {Set<number>} */
  const found = new Set()
  while (found.size < count) {
    const port = randomInt(11_000, 20_000)
    if ((await refusalOf(port)) === undefined) found.add(port)
  }
  return [...found]
}
