import type { IncomingMessage } from 'node:http'
import { LOGOS_PATH } from '@avouch/contract'

/** Everything below these belongs to the API and is never answered with a page. */
const API_PREFIXES = [
  '/auth/public/',
  '/auth/api/',
  '/auth/user',
  '/api/',
  '/client/',
  '/provider/',
  '/oidc/',
  '/openid4vp/',
  '/.well-known/',
  '/assets/',
  '/console/assets/',
  '/brand/',
  LOGOS_PATH,
]

type RequestLine = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Splits the address by itself, because the URL parser takes what follows two slashes for a host. */
export function urlPartsOf({ url = '' }: { url?: string | undefined }): { pathname: string; search: string } {
  const end = url.indexOf('?')
  return end === -1 ? { pathname: url, search: '' } : { pathname: url.slice(0, end), search: url.slice(end) }
}

/** True if a page answers the request, and not the API. */
export const wantsPage = (request: RequestLine): boolean =>
  ['GET', 'HEAD'].includes(request.method ?? '') &&
  (request.headers.accept ?? '').includes('text/html') &&
  !API_PREFIXES.some((prefix) => urlPartsOf(request).pathname.startsWith(prefix))

const isDecodable = (pathname: string): boolean => {
  try {
    // The result is used, or the bundler would drop the call.
    return decodeURI(pathname) !== ''
  } catch {
    // A percent sign that encodes nothing.
    return false
  }
}

/** The URL for the router, which refuses a path that can't be decoded. Escaped, such a path becomes the page for "not found". */
export function routedUrl(request: RequestLine): string {
  const { url = '' } = request
  const { pathname, search } = urlPartsOf(request)
  if (!wantsPage(request) || isDecodable(pathname)) return url
  return pathname.replaceAll('%', '%25') + search
}
