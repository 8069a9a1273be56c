import { expect, test } from 'vitest'
import { agreesTo, type Consent, readConsent } from './consent.ts'

const given: Consent = {
  categories: ['necessary', 'analytics'],
  services: { necessary: [], analytics: ['matomo'], targeting: [] },
  revision: 0,
  consentId: '5b8f3c0a-54a7-4f4b-9a55-0f1a8f6f2d11',
  consentTimestamp: '2026-11-20T10:00:00.000Z',
  lastConsentTimestamp: '2026-11-20T10:00:00.000Z',
  expirationTime: Date.now() + 1_000_000,
}
const cookie = (value: unknown) => `did=abc; cc_cookie=${encodeURIComponent(JSON.stringify(value))}; other=1`

test('A choice about cookies is read from among other cookies [CONSENT-01]', () => {
  expect(readConsent(cookie(given))).toEqual(given)
  expect(agreesTo(readConsent(cookie(given)), 'analytics')).toBe(true)
  expect(agreesTo(readConsent(cookie(given)), 'targeting')).toBe(false)
})

test('Without a choice only necessary cookies are accepted [CONSENT-01]', () => {
  for (const cookies of [undefined, '', 'did=abc', 'xcc_cookie=1']) {
    expect(readConsent(cookies)).toBeUndefined()
    expect(agreesTo(readConsent(cookies), 'necessary')).toBe(true)
    expect(agreesTo(readConsent(cookies), 'analytics')).toBe(false)
  }
})

test.each([
  ['no JSON', 'cc_cookie=yes'],
  ['another revision', cookie({ ...given, revision: 1 })],
  ['a category that is not known', cookie({ ...given, categories: ['necessary', 'everything'] })],
  ['the necessary missing', cookie({ ...given, categories: ['analytics'] })],
  ['no id', cookie({ ...given, consentId: 'me' })],
  ['a date that is past', cookie({ ...given, expirationTime: Date.now() - 1 })],
  ['no date', cookie({ ...given, expirationTime: null })],
  ['services of another website', cookie({ ...given, services: { ...given.services, analytics: ['ga4', 'matomo'] } })],
  ['a category without its services', cookie({ ...given, services: { ...given.services, analytics: [] } })],
  ['services without their category', cookie({ ...given, categories: ['necessary'] })],
])('A consent cookie with %s counts as no choice [CONSENT-02]', (_, cookies) => {
  expect(readConsent(cookies)).toBeUndefined()
})

test('Of several consent cookies the one with the newest choice counts, whatever comes first', () => {
  const refused: Consent = {
    ...given,
    categories: ['necessary'],
    services: { ...given.services, analytics: [] },
    lastConsentTimestamp: '2026-11-21T10:00:00.000Z',
  }
  const [before, after] = [cookie(given), cookie(refused)]
  for (const cookies of [
    `${before}; ${after}`,
    `${after}; ${before}`,
    `cc_cookie=yes; ${before}; ${after}; cc_cookie=`,
  ])
    expect(readConsent(cookies)).toEqual(refused)
})
