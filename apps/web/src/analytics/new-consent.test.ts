import { readConsent } from '@avouch/contract'
import { expect, test } from 'vitest'
import { consentCookie, endedTrackerCookies, newConsent } from './new-consent.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const ID = '5b8f3c0a-54a7-4f4b-9a55-0f1a8f6f2d11'
const first = newConsent([], { before: undefined, now: NOW, newId: () => ID })

test('The consent cookie lasts 182 days, stays on this site, and on a page of https is for https alone [CONSENT-02]', () => {
  const plain = consentCookie(first, { https: false })
  expect(plain.split('; ').slice(1)).toEqual(['Path=/', 'Expires=Sat, 22 May 2027 12:00:00 GMT', 'SameSite=Lax'])
  expect(consentCookie(first, { https: true })).toBe(`${plain}; Secure`)
  expect(readConsent(plain)).toEqual(first)
})

test('A changed choice keeps its id and its first time, and lasts another 182 days [CONSENT-03]', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const changed = newConsent(['targeting', 'analytics'], { before: first, now, newId: () => 'another' })
  expect(changed).toEqual({
    ...first,
    categories: ['necessary', 'analytics', 'targeting'],
    services: { necessary: [], analytics: ['matomo'], targeting: [] },
    lastConsentTimestamp: '2026-12-01T12:00:00.000Z',
    expirationTime: Date.parse('2027-06-01T12:00:00Z'),
  })
})

test('A choice is later than the one before, also where a clock was ahead', () => {
  const before = { ...first, lastConsentTimestamp: '2099-01-01T00:00:00.000Z' }
  const changed = newConsent([], { before, now: NOW, newId: () => 'another' })
  expect(changed.lastConsentTimestamp).toBe('2099-01-01T00:00:00.001Z')
  expect(changed.expirationTime).toBe(first.expirationTime)
})

test('A withdrawal deletes what a tracker set, on the host and above it, and keeps everything else [CONSENT-03]', () => {
  const ended = endedTrackerCookies(
    'did=1; _pk_id.6.1fff=a.b; cc_cookie=x; _pk_ses.6.1fff=*; i18next=de',
    'age.example.org',
  )
  expect(ended).toEqual(
    ['_pk_id.6.1fff', '_pk_ses.6.1fff'].flatMap((name) => [
      `${name}=; Path=/; Max-Age=0`,
      `${name}=; Path=/; Max-Age=0; Domain=age.example.org`,
      `${name}=; Path=/; Max-Age=0; Domain=example.org`,
      `${name}=; Path=/; Max-Age=0; Domain=org`,
    ]),
  )
})
