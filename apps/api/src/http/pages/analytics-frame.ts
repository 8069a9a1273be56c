import { createHash } from 'node:crypto'
import { agreesTo, ANALYTICS_FRAME, ANALYTICS_HEARD, ANALYTICS_READY, AppError, readConsent } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'

/** A Matomo server: its address ends in a slash. */
export type AnalyticsSite = { url: string; siteId: number; domains: readonly string[] }

/** The commands that our pages may give to the tracker. */
const COMMANDS = ['setCustomUrl', 'setDocumentTitle', 'trackPageView', 'trackEvent']

/** Commands that wait for the tracker's script. The URL of this frame is no page that a visitor sees. */
const setupOf = ({ url, siteId, domains }: AnalyticsSite) => [
  ['disableCookies'],
  ['setReferrerUrl', ''],
  ['alwaysUseSendBeacon'],
  ['setTrackerUrl', `${url}matomo.php`],
  ['setSiteId', String(siteId)],
  ...(domains.length === 0 ? [] : [['setDomains', domains]]),
]

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Matomo's script reads cookies even when they are disabled, which throws in a frame without an origin. */
const scriptOf = (site: AnalyticsSite) => `
Object.defineProperty(document, 'cookie', { get: () => '', set: () => undefined })
window._paq = ${inScript(setupOf(site))}
addEventListener('message', ({ source, origin, data }) => {
  if (source !== parent || origin !== location.origin || !${inScript(COMMANDS)}.includes(data[0])) return
  _paq.push(data)
  parent.postMessage(${inScript(ANALYTICS_HEARD)}, location.origin)
})
addEventListener('load', () => parent.postMessage(${inScript(ANALYTICS_READY)}, location.origin))
`

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

function policyOf({ url }: AnalyticsSite, script: string): string {
  const hash = createHash('sha256').update(script).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'sha256-${hash}' ${url}matomo.js`,
    `connect-src ${url}matomo.php`,
    `img-src ${url}matomo.php`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join('; ')
}

/** The page says that the visitor consents where the browser takes no cookie. */
const AGREED_BY_PAGE = `${ANALYTICS_FRAME}?agreed`

/**
 * The sandboxed frame of the tracker, for visitors who consent. It has an opaque origin: the script can access neither
 * the page around it nor the storage of this origin, and ends with the frame.
 */
export function addAnalyticsFrame(app: FastifyInstance, site: AnalyticsSite | undefined, clock: () => Date): void {
  if (site === undefined) return
  const script = scriptOf(site)
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matomo</title><script>${script}</script><script async src="${attribute(site.url)}matomo.js"></script></html>`
  const policy = policyOf(site, script)
  app.get(ANALYTICS_FRAME, async (request, reply) => {
    const { cookie, 'sec-fetch-site': from = 'same-origin' } = request.headers
    const isSaid = request.url === AGREED_BY_PAGE && from === 'same-origin'
    const isAgreed = isSaid || agreesTo(readConsent(cookie, clock()), 'analytics')
    if (!isAgreed) throw new AppError('not_found')
    return reply
      .removeHeader('origin-agent-cluster')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
