import { CONSENT_COOKIE, type Consent } from '@avouch/contract'
import { ADDRESSES } from './world.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The cookie of somebody who pressed "Only necessary" some time ago. */
export function refusedConsent() {
  const asked = new Date(Date.now() - DAY_MS).toISOString()
  const consent: Consent = {
    categories: ['necessary'],
    services: { necessary: [], analytics: [], targeting: [] },
    revision: 0,
    consentId: '00000000-0000-4000-8000-000000000000',
    consentTimestamp: asked,
    lastConsentTimestamp: asked,
    expirationTime: Date.now() + 181 * DAY_MS,
  }
  return { name: CONSENT_COOKIE, value: encodeURIComponent(JSON.stringify(consent)), url: ADDRESSES.product }
}
