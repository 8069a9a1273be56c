import type { CaptchaService } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'
import { POLICY_REPORT_PATH } from './pages/policy-reports.ts'

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

type Kind = 'script' | 'frame' | 'style' | 'connect'

/** Lists the sources that each service documents; of Google's folder, which contains AngularJS, only the one script. */
const CAPTCHA_SOURCES: Record<CaptchaService, Partial<Record<Kind, string>>> = {
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js https://www.gstatic.com/recaptcha/',
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

type Site = { https: boolean }
type PageChoice = Site & {
  captchaService?: CaptchaService | undefined
  /** Pages may hold a frame of ours. */
  hasFrame?: boolean
}
/** Hashes of all that a page has inline, as the policy names them. */
export type Inline = { scripts: readonly string[]; styles: readonly string[] }
/** The headers of a page, from what it has inline. */
export type PagePolicy = (inline: Inline) => Record<string, string>

const overHttps = ({ https }: Site) => (https ? ['upgrade-insecure-requests'] : [])

/**
 * A page runs files of this origin and, by its hash, the inline code of the build; nothing else. A form that
 * lost its script can't put a PIN into an address. No text becomes code (Trusted Types), but where the operator chose a
 * captcha service: its script makes code of texts. Browsers report what was refused.
 */
export function pagePolicy({ https, captchaService, hasFrame = false }: PageChoice): PagePolicy {
  const service = captchaService === undefined ? {} : CAPTCHA_SOURCES[captchaService]
  const trustedTypes = captchaService === undefined ? ["require-trusted-types-for 'script'", 'trusted-types av'] : []
  const rule = (name: string, kind: Kind, ...own: string[]) => [name, ...own, ...[service[kind] ?? []].flat()].join(' ')
  const frames = rule('frame-src', 'frame', ...(hasFrame ? ["'self'"] : []))
  return ({ scripts, styles }) => {
    const policy = [
      "default-src 'none'",
      rule('script-src', 'script', "'self'", ...scripts),
      "worker-src 'self'",
      ...(frames === 'frame-src' ? [] : [frames]),
      rule('style-src', 'style', "'self'", ...styles),
      "style-src-attr 'none'",
      "img-src 'self' data:",
      "font-src 'self'",
      rule('connect-src', 'connect', "'self'"),
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      ...trustedTypes,
      ...overHttps({ https }),
      `report-uri ${POLICY_REPORT_PATH}`,
    ]
    return { 'content-security-policy': policy.join('; ') }
  }
}

/** The pages for websites' developers are files: they have nothing inline, and no text in them becomes HTML or code. */
export function documentationPolicy({ https }: Site): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    ...overHttps({ https }),
    `report-uri ${POLICY_REPORT_PATH}`,
  ]
  return { 'content-security-policy': policy.join('; ') }
}

/** Headers of every answer; pages replace the policy by their own. */
export const securityHeaders = ({ https }: Site): Record<string, string> => ({
  ...COMMON,
  'content-security-policy': API_POLICY,
  ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
})

export function addSecurityHeaders(app: FastifyInstance, site: Site): void {
  const headers = securityHeaders(site)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
