import { agreesTo, type Consent, type ConsentCategory, readConsent } from '@avouch/contract'
import { useSyncExternalStore } from 'react'
import { inTab, readCookies, readItem } from '#api/storage.ts'

/** Names the copy in the tab's storage, for browsers that refuse the cookie. */
export const ANSWER = 'consent'
let read: { cookies: string; consent: Consent | undefined } | undefined
const listeners = new Set<() => void>()

/** Reads the visitor's answer, each time from the cookie: another tab may have changed it. */
export function currentConsent(): Consent | undefined {
  const cookies = `${readCookies()};${readItem(inTab, ANSWER)}`
  const isOver = (read?.consent?.expirationTime ?? Infinity) <= Date.now()
  if (read?.cookies !== cookies || isOver) read = { cookies, consent: readConsent(cookies) }
  return read.consent
}

export const isAgreed = (category: ConsentCategory): boolean => agreesTo(currentConsent(), category)

export function notifyConsentListeners(): void {
  for (const listener of listeners) listener()
}

/** Listens to answers, also of other windows: immediately where the browser reports changed cookies, else when the tab is shown again. */
export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', notifyConsentListeners)
    if ('cookieStore' in window) cookieStore.addEventListener('change', notifyConsentListeners)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', notifyConsentListeners)
    if ('cookieStore' in window) cookieStore.removeEventListener('change', notifyConsentListeners)
  }
}

/** Undefined until the visitor has answered, and on the server. */
export const useConsent = (): Consent | undefined => useSyncExternalStore(onConsent, currentConsent, () => undefined)
