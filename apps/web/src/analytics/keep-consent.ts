import { readConsent } from '@avouch/contract'
import { ANSWER, currentConsent, tellConsent } from './consent.ts'
import { consentCookie, endedTrackerCookies, newConsent, type OptionalCategory } from './new-consent.ts'
import { inTab, readCookies, writeCookie, writeItem } from '#api/storage.ts'

/** Only pages over https have `crypto.randomUUID`. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** Keeps a choice. What is no longer agreed to ends at once, with its cookies. */
export function keepConsent(agreed: readonly OptionalCategory[]): void {
  const chosen = newConsent(agreed, { before: currentConsent(), now: new Date(), newId })
  const cookie = consentCookie(chosen, { https: location.protocol === 'https:' })
  writeCookie(cookie)
  if (readConsent(readCookies())?.lastConsentTimestamp !== chosen.lastConsentTimestamp) writeItem(inTab, ANSWER, cookie)
  if (!agreed.includes('analytics'))
    for (const ended of endedTrackerCookies(readCookies(), location.hostname)) writeCookie(ended)
  tellConsent()
}
