import type { CaptchaService } from '@avouch/contract'
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

/** What the script of a captcha service needs, as the service states it. */
const CAPTCHA_SOURCES: Record<CaptchaService, Partial<Record<'script' | 'frame' | 'style' | 'connect', string>>> = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
    frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  },
  hcaptcha: {
    script: 'https://hcaptcha.com https://*.hcaptcha.com',
    frame: 'https://hcaptcha.com https://*.hcaptcha.com',
    style: 'https://hcaptcha.com https://*.hcaptcha.com',
    connect: 'https://hcaptcha.com https://*.hcaptcha.com',
  },
  turnstile: { script: 'https://challenges.cloudflare.com', frame: 'https://challenges.cloudflare.com' },
}

/**
 * No inline script or style; a form that lost its script can't put a PIN into an address. Nothing from elsewhere, but
 * for the captcha service that the operator chose.
 */
export function pagePolicy(service?: CaptchaService): string {
  const { script, frame, style, connect } = service === undefined ? {} : CAPTCHA_SOURCES[service]
  const self = (others: string | undefined) => ["'self'", ...(others === undefined ? [] : [others])].join(' ')
  return [
    "default-src 'none'",
    `script-src ${self(script)}`,
    "worker-src 'self'",
    ...(frame === undefined ? [] : [`frame-src ${frame}`]),
    `style-src ${self(style)}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${self(connect)}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

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
