import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The session at the consoles that came with the request. */
    staffToken: string | undefined
    /** The cookie that the answer sets: a new one, null for none, undefined for no change. */
    staffTokenFromNow: { token: string; expiresAt: Date } | null | undefined
  }
}

const SHAPE = /^avss_[A-Za-z0-9_-]{43}$/
const PATHS = '/admin/v1/'

/** The prefix keeps other sites and subdomains from setting it; browsers accept it over https only. */
const nameOf = (https: boolean) => (https ? '__Host-staff' : 'staff')

/** The session of a person at the consoles. No script reads the cookie, and no other website makes a browser send it. */
export function addStaffCookie(app: FastifyInstance, { https }: { https: boolean }): void {
  const name = nameOf(https)
  const attributes = { path: '/', httpOnly: true, sameSite: 'strict', secure: https } as const
  app.decorateRequest('staffToken', undefined)
  app.decorateRequest('staffTokenFromNow', undefined)
  app.addHook('onRequest', (request, _reply, done) => {
    const held = request.url.startsWith(PATHS) ? request.cookies[name] : undefined
    request.staffToken = held !== undefined && SHAPE.test(held) ? held : undefined
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    const given = request.staffTokenFromNow
    if (given === null) reply.setCookie(name, '', { ...attributes, maxAge: 0 })
    if (given) reply.setCookie(name, given.token, { ...attributes, expires: given.expiresAt })
    done()
  })
}
