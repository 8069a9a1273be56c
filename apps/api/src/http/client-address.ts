import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { type Address, addressOf, type Client, UNKNOWN_ADDRESS } from '../platform/client.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, as limits count it. */
    client: Client
  }
}

export type ProxySettings = {
  /** An address of the list; undefined for an empty list. */
  example: string | undefined
  has: (address: string) => boolean
}

/** Health checks, which a proxy sends itself. */
const HEALTH_CHECKS = new Set(['livez', 'readyz'])

/** Why all visitors of a proxy have one address, and share its limits. */
function whyShared(request: FastifyRequest, proxies: ProxySettings): string | undefined {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers
  if (!proxies.has(request.socket.remoteAddress ?? ''))
    return forwardedFor
      ? 'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name; it is ignored'
      : undefined
  if (HEALTH_CHECKS.has(request.routeOptions.config.operation ?? '')) return undefined
  if (forwardedFor === undefined)
    return forwarded === undefined
      ? 'a proxy that TRUSTED_PROXIES names sends no X-Forwarded-For: its visitors share the limits of its address'
      : 'a proxy that TRUSTED_PROXIES names sends Forwarded, which is not read: it has to send X-Forwarded-For'
  if (request.client.address === UNKNOWN_ADDRESS)
    return 'a proxy that TRUSTED_PROXIES names sends an X-Forwarded-For without an IP address: such visitors share one limit'
  return proxies.has(request.ip)
    ? 'an X-Forwarded-For names only proxies of TRUSTED_PROXIES: visitors share the limits of their addresses'
    : undefined
}

/** Adds the caller to every request, after the hook that reads the device cookie. */
export function addClientAddress(app: FastifyInstance, proxies: ProxySettings): void {
  const said = new Set<string>()
  app.decorateRequest('client')
  app.addHook('onRequest', (request, _reply, done) => {
    request.client = { address: addressOf(request.ip), device: request.device }
    const why = whyShared(request, proxies)
    if (why !== undefined && !said.has(why)) {
      said.add(why)
      request.log.warn(why)
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
