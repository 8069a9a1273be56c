import { createHash, randomBytes } from 'node:crypto'

const COOKIE = /^[A-Za-z0-9_-]{43}$/

/** A cookie value that cannot be guessed. */
export const newVisitor = () => randomBytes(32).toString('base64url')

/** The key that a visitor's cookie stands for; undefined for anything that we did not hand out. */
export const visitOf = (cookie: string | undefined): string | undefined =>
  cookie !== undefined && COOKIE.test(cookie) ? createHash('sha256').update(cookie).digest('base64url') : undefined

const PHONE_AGENT = /Mobi|Android|iPhone|iPod/i

/** Phones go on in the same tab; the hint of the browser counts before its name. */
export function isPhone(headers: { 'sec-ch-ua-mobile'?: unknown; 'user-agent'?: string | undefined }): boolean {
  const hint = headers['sec-ch-ua-mobile']
  if (hint === '?1' || hint === '?0') return hint === '?1'
  return PHONE_AGENT.test(headers['user-agent'] ?? '')
}

/** The intent's own address, marked when the visitor shall come back in the same tab. */
export function visitorAddress(intentUrl: string, phone: boolean): string {
  const url = new URL(intentUrl)
  if (phone) url.searchParams.set('mobile', 'true')
  return url.href
}
