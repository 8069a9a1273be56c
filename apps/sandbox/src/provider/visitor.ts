import { randomBytes } from 'node:crypto'
import { LANGUAGE_PARAMETER, type Language } from '@avouch/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { secretIn, storeOf, storyOf } from '../http/store.ts'

const VISIT_S = 12 * 60 * 60

/** Visitors of a site, known by a cookie that cannot be guessed: the site's own, or that of the running story. */
export function createVisitors(name: string, path: string, secure: boolean) {
  function known(request: FastifyRequest): string | undefined {
    const secret = storyOf(request) ?? secretIn(request, name)
    return secret && storeOf(secret)
  }
  return {
    known,
    welcome({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): string {
      const fresh = randomBytes(32).toString('base64url')
      const visit = known(request)
      if (visit === undefined)
        reply.setCookie(name, fresh, { path, httpOnly: true, sameSite: 'lax', secure, maxAge: VISIT_S })
      return visit ?? storeOf(fresh)
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

/** The intent's own address with the language of the page that asks, marked when the visitor shall come back in the same tab. */
export function visitorAddress(intentUrl: string, language: Language, phone: boolean): string {
  const url = new URL(intentUrl)
  url.searchParams.set(LANGUAGE_PARAMETER, language)
  if (phone) url.searchParams.set('mobile', 'true')
  return url.href
}
