import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

const VALUE = /^[A-Za-z0-9_-]{43}$/
const VISIT_S = 12 * 60 * 60

/** Only the digest of a visitor's cookie is kept: who reads the files cannot become the visitor. */
const visitOf = (cookie: string) => createHash('sha256').update(cookie).digest('base64url')

/** Visitors of a site, known by a cookie that cannot be guessed. */
export function createVisitors(name: string, path: string, secure: boolean) {
  function known({ cookies }: FastifyRequest): string | undefined {
    const cookie = cookies[name]
    return cookie !== undefined && VALUE.test(cookie) ? visitOf(cookie) : undefined
  }
  return {
    /** Undefined for anything that we did not hand out. */
    known,
    /** The visit behind the cookie; a new one when there is none. */
    welcome({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): string {
      const fresh = randomBytes(32).toString('base64url')
      const visit = known(request)
      if (visit === undefined)
        reply.setCookie(name, fresh, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: VISIT_S })
      return visit ?? visitOf(fresh)
    },
    forget: (reply: FastifyReply) => reply.clearCookie(name, { path }),
  }
}

const PHONE_AGENT = /Mobi|Android|iPhone|iPod/i

/** Phones go on in the same tab; the hint of the browser counts before its name. */
export function isPhone(headers: { 'sec-ch-ua-mobile'?: unknown; 'user-agent'?: string | undefined }): boolean {
  const hint = headers['sec-ch-ua-mobile']
  return hint === '?1' || (hint !== '?0' && PHONE_AGENT.test(headers['user-agent'] ?? ''))
}

/** The intent's own address, marked when the visitor shall come back in the same tab. */
export function visitorAddress(intentUrl: string, phone: boolean): string {
  const url = new URL(intentUrl)
  if (phone) url.searchParams.set('mobile', 'true')
  return url.href
}
