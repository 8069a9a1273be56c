import { currentConsent, tellConsent } from './consent.ts'
import { consentCookie, endedTrackerCookies, newConsent, type OptionalCategory } from './new-consent.ts'

/** Keeps a choice. What is no longer agreed to ends at once, with its cookies. */
export function keepConsent(agreed: readonly OptionalCategory[]): void {
  const newId = () => crypto.randomUUID()
  const chosen = newConsent(agreed, { before: currentConsent(), now: new Date(), newId })
  document.cookie = consentCookie(chosen, { https: location.protocol === 'https:' })
  if (!agreed.includes('analytics'))
    for (const ended of endedTrackerCookies(document.cookie, location.hostname)) document.cookie = ended
  tellConsent()
}
