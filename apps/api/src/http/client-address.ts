import Fastify, { type FastifyInstance } from 'fastify'
import { type Address, addressOf, type Client } from '../platform/client.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, as limits count it. */
    client: Client
  }
}

export type ProxySettings = {
  /** An address of the list, when there is one. */
  example: string | undefined
  has: (address: string) => boolean
}

/** Adds the caller to every request, after the hook that reads the device cookie. */
export function addClient(app: FastifyInstance, proxies: ProxySettings): void {
  let warned = false
  app.decorateRequest('client')
  app.addHook('onRequest', (request, _reply, done) => {
    request.client = { address: addressOf(request.ip), device: request.device }
    const isForwarded = request.headers['x-forwarded-for'] !== undefined
    if (!warned && isForwarded && !proxies.has(request.socket.remoteAddress ?? '')) {
      // Behind a proxy that is not named, all visitors have its address and share one limit.
      warned = true
      request.log.warn('X-Forwarded-For came from an address that TRUSTED_PROXIES does not name; it is ignored')
    }
    done()
  })
}

/** Addresses for documentation (RFC 5737): no proxy has one. */
const [STRANGER, VISITOR, FORGED] = ['203.0.113.1', '198.51.100.1', '192.0.2.1'] as const

/** The client address that the server derives from a connection's address and an X-Forwarded-For header. */
async function readsAs(proxies: ProxySettings, remoteAddress: string, forwardedFor: string): Promise<Address> {
  const probe = Fastify({ trustProxy: proxies.has })
  probe.get('/', (request, reply) => reply.send(addressOf(request.ip)))
  try {
    return (
      await probe.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwardedFor } })
    ).json<Address>()
  } finally {
    await probe.close()
  }
}

/** Probes whether a visitor could choose the address that limits count by. */
export async function canBeForged(proxies: ProxySettings): Promise<boolean> {
  const direct = await readsAs(proxies, STRANGER, FORGED)
  if (direct.host !== STRANGER) return true
  if (proxies.example === undefined) return false
  return (await readsAs(proxies, proxies.example, `${FORGED}, ${VISITOR}`)).host !== VISITOR
}
