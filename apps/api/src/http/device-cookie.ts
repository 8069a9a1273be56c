import cookies from '@fastify/cookie'
import { api } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import type { Device } from '../platform/device.ts'
import { newToken, tokenHash } from '../platform/identifier.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The browser, by the cookie that came with the request. */
    device: Device
    /** The same; for a browser that gets its cookie with this answer, the new one. */
    deviceFromNow: Device
  }
}

/** The first calls of a flow: they issue the cookie to a browser without one and renew it in others, whatever the answer is. */
const ISSUED_AT: ReadonlySet<string> = new Set([
  api.prelogin.path,
  api.signup.path,
  api.recoverCode.path,
  api.createAppLink.path,
  api.signInByPasskey.path,
])
const LIFE_SECONDS = 180 * 24 * 60 * 60
const SHAPE = /^avdv_[A-Za-z0-9_-]{43}$/

/** The prefix keeps other sites and subdomains from setting it; browsers accept it over https only. */
const nameOf = (https: boolean) => (https ? '__Host-did' : 'did')

/**
 * Tells browsers apart. The cookie authorises nothing: it chooses where wrong PINs are counted, and what was begun in a
 * browser continues only there. A caller without cookies is served as well.
 */
export async function addDeviceCookie(app: FastifyInstance, { https }: { https: boolean }): Promise<void> {
  await app.register(cookies)
  const name = nameOf(https)
  const attributes = { path: '/', maxAge: LIFE_SECONDS, httpOnly: true, sameSite: 'strict', secure: https } as const
  app.decorateRequest('device', null)
  app.decorateRequest('deviceFromNow', null)
  app.addHook('onRequest', (request, reply, done) => {
    const held = request.cookies[name]
    request.device = held !== undefined && SHAPE.test(held) ? tokenHash(held) : null
    request.deviceFromNow = request.device
    const begins = request.method === 'POST' && ISSUED_AT.has(request.routeOptions.url ?? '')
    if (begins) {
      const issued = request.device === null || held === undefined ? newToken('avdv') : held
      request.deviceFromNow = tokenHash(issued)
      reply.setCookie(name, issued, attributes)
    }
    done()
  })
}
