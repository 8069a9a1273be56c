import type { IncomingMessage } from 'node:http'

/** Everything below these belongs to the API and is never answered with a page. */
const API_PREFIXES = [
  '/auth/public/',
  '/auth/api/',
  '/auth/user',
  '/api/',
  '/client/',
  '/provider/',
  '/.well-known/',
  '/assets/',
  '/brand/',
]

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** By hand: what begins with two slashes would be another host to a parser of addresses. */
export function askedFor({ url = '' }: Pick<Asked, 'url'>): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

/** Whether a page answers, and not the API. */
export const wantsPage = (asked: Asked): boolean =>
  ['GET', 'HEAD'].includes(asked.method ?? '') &&
  (asked.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => askedFor(asked).pathname.startsWith(prefix))

const isDecodable = (pathname: string): boolean => {
  try {
    // Its value is looked at, or the bundler leaves the call out.
    return decodeURI(pathname) !== ''
  } catch {
    return false
  }
}

/** The address for the router. It refuses what can't be decoded before a page could say so; taken by its letters, that is a page not found. */
export function routedUrl(asked: Asked): string {
  const { url = '' } = asked
  const { pathname, search } = askedFor(asked)
  if (!wantsPage(asked) || isDecodable(pathname)) return url
  return pathname.replaceAll('%', '%25') + search
}
