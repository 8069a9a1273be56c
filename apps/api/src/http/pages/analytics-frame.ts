import { createHash } from 'node:crypto'
import { agreesTo, ANALYTICS_FRAME, ANALYTICS_HEARD, ANALYTICS_READY, AppError, readConsent } from '@avouch/contract'
import type { FastifyInstance } from 'fastify'

/** A Matomo server: its address ends in a slash. */
export type AnalyticsSite = { url: string; siteId: number; domains: readonly string[] }

/** All that our pages may ask of the tracker. */
const COMMANDS = ['setCustomUrl', 'setDocumentTitle', 'trackPageView', 'trackEvent']

/** Commands for the tracker before its script loads. The frame's own address is not a page to count. */
const setupOf = ({ url, siteId, domains }: AnalyticsSite) => [
  ['disableCookies'],
  ['setReferrerUrl', ''],
  ['alwaysUseSendBeacon'],
  ['setTrackerUrl', `${url}matomo.php`],
  ['setSiteId', String(siteId)],
  ...(domains.length === 0 ? [] : [['setDomains', domains]]),
]

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Matomo's script reads cookies even when they are disabled, and a frame without an origin throws on that. */
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

/**
 * The frame that a foreign tracker runs in, for visitors who agree to it. It has no origin: the script reaches neither
 * the page around it nor anything that this origin keeps, and ends when the frame does.
 */
export function addAnalyticsFrame(app: FastifyInstance, site: AnalyticsSite | undefined): void {
  if (site === undefined) return
  const script = scriptOf(site)
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Matomo</title><script>${script}</script><script async src="${attribute(site.url)}matomo.js"></script></html>`
  const policy = policyOf(site, script)
  app.get(ANALYTICS_FRAME, async (request, reply) => {
    if (!agreesTo(readConsent(request.headers.cookie), 'analytics')) throw new AppError('not_found')
    return reply
      .removeHeader('origin-agent-cluster')
      .header('content-security-policy', policy)
      .header('x-frame-options', 'SAMEORIGIN')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page)
  })
}
