import { AppError, type Auth, type Endpoint } from '@avouch/contract'
import type { FastifyRequest } from 'fastify'

/** The authentications of visitors' browsers; partners call from their servers. */
const OF_VISITORS: ReadonlySet<Auth> = new Set([
  'none',
  'optional_bearer',
  'bearer',
  'recent_bearer',
  'bearer_or_deletion',
  'pre_confirmation',
  'client',
  'staff',
])
/** none: the visitor typed the address. Old browsers and other programs send no header. */
const OWN_SITES: readonly unknown[] = ['same-origin', 'none', undefined]

/**
 * Refuses what another website makes a visitor's browser send. Browsers tell the origin, and no script can change it. It counts
 * before Sec-Fetch-Site, which some browsers make `cross-site` for everything that opens a new tab.
 * @throws AppError foreign_origin
 */
export function ownOriginCheck({ method, auth }: Endpoint, ownOrigin: string): (request: FastifyRequest) => void {
  if (method === 'GET' || !OF_VISITORS.has(auth)) return () => {}
  return ({ headers }) => {
    const isOwn =
      headers.origin === undefined ? OWN_SITES.includes(headers['sec-fetch-site']) : headers.origin === ownOrigin
    if (!isOwn) throw new AppError('foreign_origin')
  }
}
