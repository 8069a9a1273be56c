import type { FastifyInstance } from 'fastify'

const COMMON = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=(), clipboard-read=(), browsing-topics=(), otp-credentials=(self)',
}

const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** No inline script or style, nothing from elsewhere; a form that lost its script can't put a PIN into an address. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The API reference of development brings inline parts; it holds no session. */
export const REFERENCE_PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; frame-ancestors 'none'"

type Site = { https: boolean }

/** Headers of every answer; pages replace the policy by their own. */
export const securityHeaders = ({ https }: Site): Record<string, string> => ({
  ...COMMON,
  'content-security-policy': API_POLICY,
  ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

export function addSecurityHeaders(app: FastifyInstance, site: Site): void {
  const headers = securityHeaders(site)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
}
