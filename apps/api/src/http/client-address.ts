import Fastify, { type FastifyInstance } from 'fastify'
import { type Address, addressOf, type Client } from '../platform/client.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks: what limits count by. */
    client: Client
  }
}

export type ProxySettings = {
  /** An address of the list, when there is one. */
  example: string | undefined
  has: (address: string) => boolean
}

/** Adds who asks to every request. The browser's cookie has been read before. */
export function addClient(app: FastifyInstance, proxies: ProxySettings): void {
  let told = false
  app.decorateRequest('client')
  app.addHook('onRequest', async (request) => {
    request.client = { address: addressOf(request.ip), device: request.device }
    if (told || request.headers['x-forwarded-for'] === undefined || proxies.has(request.socket.remoteAddress ?? ''))
      return
    // Behind a proxy that is not named, all visitors have its address, and one limit.
    told = true
    request.log.warn('X-Forwarded-For came from an address that TRUSTED_PROXIES does not name; it is not believed')
  })
}

/** Addresses for documentation (RFC 5737), which are no real proxies. */
const [STRANGER, VISITOR, FORGED] = ['203.0.113.1', '198.51.100.1', '192.0.2.1'] as const

/** How the server would read a request that comes from an address and tells another one. */
async function readsAs(proxies: ProxySettings, remoteAddress: string, told: string): Promise<Address> {
  const probe = Fastify({ trustProxy: proxies.has })
  probe.get('/', (request, reply) => reply.send(addressOf(request.ip)))
  try {
    return (await probe.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': told } })).json<Address>()
  } finally {
    await probe.close()
  }
}

/** Tries out how client addresses are found: whether a visitor could choose the one that limits count by. */
export async function canBeForged(proxies: ProxySettings): Promise<boolean> {
  const direct = await readsAs(proxies, STRANGER, FORGED)
  if (direct.host !== STRANGER) return true
  if (proxies.example === undefined) return false
  return (await readsAs(proxies, proxies.example, `${FORGED}, ${VISITOR}`)).host !== VISITOR
}
