import { createHash } from 'node:crypto'
import { type Consent, CONSENT_COOKIE } from '@avouch/contract'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { addAnalyticsFrame } from './analytics-frame.ts'
import { addSecurityHeaders } from '../headers.ts'
import { sendProblem, toAppError } from '../problem-answer.ts'

const SITE = { url: 'https://tracker.example/m/', siteId: 6, domains: ['*.one.example', 'two.example'] }
const consent = (categories: Consent['categories']) => {
  const given: Consent = {
    categories,
    services: { necessary: [], analytics: categories.includes('analytics') ? ['matomo'] : [], targeting: [] },
    revision: 0,
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: '2026-11-20T10:00:00.000Z',
    lastConsentTimestamp: '2026-11-20T10:00:00.000Z',
    expirationTime: Date.now() + 1_000_000,
  }
  return `did=1; ${CONSENT_COOKIE}=${encodeURIComponent(JSON.stringify(given))}`
}
const AGREED = consent(['necessary', 'analytics'])

function ask(cookie: string | undefined, url = '/analytics-frame') {
  const app = Fastify()
  addSecurityHeaders(app, { https: true })
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, toAppError(error)))
  addAnalyticsFrame(app, SITE, () => new Date())
  return app.inject({ url, headers: cookie === undefined ? {} : { cookie } })
}

test('The analytics frame is served with consent to analytics, and not without [CONSENT-05]', async () => {
  expect((await ask(AGREED)).statusCode).toBe(200)
  for (const cookie of [
    undefined,
    consent(['necessary']),
    consent(['necessary', 'targeting']),
    `${CONSENT_COOKIE}=1`,
  ]) {
    const { statusCode, body } = await ask(cookie)
    expect(statusCode).toBe(404)
    expect(body).not.toContain('tracker.example')
  }
})

test('Without a cookie the page around the analytics frame says that its visitor agrees', async () => {
  expect((await ask(undefined, '/analytics-frame?agreed')).statusCode).toBe(200)
})

test('The analytics frame has an opaque origin, and may call only the tracker [ANALYTICS-05]', async () => {
  const { headers, body } = await ask(AGREED)
  const script = /<script>([^]*?)<\/script>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(script).digest('base64')
  expect(headers['content-security-policy']).toBe(
    [
      "default-src 'none'",
      `script-src 'sha256-${hash}' https://tracker.example/m/matomo.js`,
      'connect-src https://tracker.example/m/matomo.php',
      'img-src https://tracker.example/m/matomo.php',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ].join('; '),
  )
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['x-frame-options']).toBe('SAMEORIGIN')
})

test('The tracker is set to its site and domains, without cookies and without a referrer [ANALYTICS-03]', async () => {
  const { body } = await ask(AGREED)
  const told: unknown = JSON.parse(/window\._paq = (.*)/.exec(body)?.[1] ?? '')
  expect(told).toEqual([
    ['disableCookies'],
    ['setReferrerUrl', ''],
    ['alwaysUseSendBeacon'],
    ['setTrackerUrl', 'https://tracker.example/m/matomo.php'],
    ['setSiteId', '6'],
    ['setDomains', ['*.one.example', 'two.example']],
  ])
})
