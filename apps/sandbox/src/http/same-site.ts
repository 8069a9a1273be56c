import type { FastifyReply, FastifyRequest } from 'fastify'

type Headers = { 'sec-fetch-site'?: unknown; origin?: string | undefined; host?: string | undefined }

/**
 * True when a form was sent by a page of this server. Browsers fill in Sec-Fetch-Site themselves; where they do not
 * (plain http on another host), the Origin must be ours. No sign at all is no proof.
 */
function isOwnPost(headers: Headers): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  if (headers.origin === undefined || !URL.canParse(headers.origin)) return false
  return new URL(headers.origin).host === headers.host
}

/** Guard for every route that a form is posted to. */
export async function requireOwnPost(request: FastifyRequest, reply: FastifyReply) {
  if (!isOwnPost(request.headers)) return reply.code(403).send({ error: 'cross_site_post' })
}
