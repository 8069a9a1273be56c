import { api } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { Device } from '../platform/device.ts'
import { newToken, tokenHash } from '../platform/identifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The browser that asks, by the cookie that came with the request. */
    device: Device
    /** The same, or for a browser that gets its cookie just now, the one that it has from now on. */
    deviceFromNow: Device
  }
}

/** The calls that begin something: here a browser without the cookie gets one, whatever the answer is. */
const ISSUED_AT: ReadonlySet<string> = new Set([
  api.prelogin.path,
  api.signup.path,
  api.recoverCode.path,
  api.createAppLink.path,
])
const LIFE_SECONDS = 180 * 24 * 60 * 60
const SHAPE = /^avdv_[A-Za-z0-9_-]{43}$/

/** No other site and no script can read, set or send a cookie with this prefix; browsers keep it over https only. */
const nameOf = (https: boolean) => (https ? '__Host-did' : 'did')

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [given, value] = pair.trim().split('=', 2)
    if (given === name && value !== undefined && SHAPE.test(value)) return value
  }
  return undefined
}

/**
 * Tells browsers apart. The cookie authorises nothing: it chooses where wrong PINs are counted, and what was begun in a
 * browser goes on only there. A caller who sends none gets on without.
 */
export function addDeviceCookie(app: FastifyInstance, { https }: { https: boolean }): void {
  const name = nameOf(https)
  const attributes = `Path=/; Max-Age=${LIFE_SECONDS}; HttpOnly; SameSite=Strict${https ? '; Secure' : ''}`
  app.decorateRequest('device', null)
  app.decorateRequest('deviceFromNow', null)
  app.addHook('onRequest', async (request, reply) => {
    const cookie = readCookie(request.headers.cookie, name)
    request.device = cookie === undefined ? null : tokenHash(cookie)
    const begins = request.method === 'POST' && ISSUED_AT.has(request.routeOptions.url ?? '')
    request.deviceFromNow = request.device
    if (cookie !== undefined || !begins) return
    const issued = newToken('avdv')
    request.deviceFromNow = tokenHash(issued)
    reply.header('set-cookie', `${name}=${issued}; ${attributes}`)
  })
}
