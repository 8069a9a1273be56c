import {
  type Consent,
  CONSENT_COOKIE,
  CONSENT_DAYS,
  CONSENT_REVISION,
  CONSENT_SERVICES,
  type ConsentCategory,
  readConsent,
} from '@avouch/contract'
import { ANSWER, currentConsent, notifyConsentListeners } from './consent.ts'
import { inTab, readCookies, writeCookie, writeItem } from '#api/storage.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
export type OptionalCategory = Exclude<ConsentCategory, 'necessary'>
export const OPTIONAL_CATEGORIES = ['analytics', 'targeting'] as const satisfies readonly OptionalCategory[]

type Deps = { before: Consent | undefined; now: Date; newId: () => string }

/** Gives a time after the choice before, even if its clock was ahead: the newest choice counts. */
const laterThan = (before: string, now: Date): string => {
  const next = Date.parse(before) + 1
  return (next > now.getTime() ? new Date(next) : now).toISOString()
}

/** Creates the record of a choice. A changed choice keeps its id and its first time. */
export function newConsent(agreed: readonly OptionalCategory[], { before, now, newId }: Deps): Consent {
  const of = (category: OptionalCategory) => (agreed.includes(category) ? [...CONSENT_SERVICES[category]] : [])
  return {
    categories: ['necessary', ...OPTIONAL_CATEGORIES.filter((category) => agreed.includes(category))],
    services: { necessary: [...CONSENT_SERVICES.necessary], analytics: of('analytics'), targeting: of('targeting') },
    revision: CONSENT_REVISION,
    consentId: before?.consentId ?? newId(),
    consentTimestamp: before?.consentTimestamp ?? now.toISOString(),
    lastConsentTimestamp: laterThan(before?.lastConsentTimestamp ?? '', now),
    expirationTime: now.getTime() + CONSENT_DAYS * DAY_MS,
  }
}

/** Writes the text for `document.cookie`. */
export const consentCookie = (consent: Consent, { https }: { https: boolean }): string =>
  [
    `${CONSENT_COOKIE}=${encodeURIComponent(JSON.stringify(consent))}`,
    'Path=/',
    `Expires=${new Date(consent.expirationTime).toUTCString()}`,
    'SameSite=Lax',
    ...(https ? ['Secure'] : []),
  ].join('; ')

const TRACKER_COOKIE = /^(?:_pk_|mtm_|MATOMO_)/

/** Writes texts for `document.cookie` that remove all that a tracker has ever set on this host. */
export function endedTrackerCookies(cookies: string, hostname: string): string[] {
  const names = cookies.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '')
  const labels = hostname.split('.')
  const domains = labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)
  return names
    .filter((name) => TRACKER_COOKIE.test(name))
    .flatMap((name) => ['', ...domains].map((domain) => `${name}=; Path=/; Max-Age=0${domain}`))
}

/** Creates a UUID; only pages over https have `crypto.randomUUID`. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Stores a choice. Services that are no longer agreed to end immediately, and lose their cookies. */
export function saveConsent(agreed: readonly OptionalCategory[]): void {
  const chosen = newConsent(agreed, { before: currentConsent(), now: new Date(), newId })
  const cookie = consentCookie(chosen, { https: location.protocol === 'https:' })
  writeCookie(cookie)
  if (readConsent(readCookies())?.lastConsentTimestamp !== chosen.lastConsentTimestamp) writeItem(inTab, ANSWER, cookie)
  if (!agreed.includes('analytics'))
    for (const ended of endedTrackerCookies(readCookies(), location.hostname)) writeCookie(ended)
  notifyConsentListeners()
}
