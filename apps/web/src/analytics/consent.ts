import { agreesTo, type Consent, type ConsentCategory, readConsent } from '@avouch/contract'
import { useSyncExternalStore } from 'react'
import { inTab, readCookies, readItem } from '#api/storage.ts'

/** In the tab, where the browser did not take the cookie: what it was asked to keep. */
export const ANSWER = 'consent'
let read: { cookies: string; consent: Consent | undefined } | undefined
const listeners = new Set<() => void>()

/** Reads the visitor's answer; the cookie is read each time, because another tab may have changed it. */
export function currentConsent(): Consent | undefined {
  const cookies = `${readCookies()};${readItem(inTab, ANSWER)}`
  if (read?.cookies !== cookies) read = { cookies, consent: readConsent(cookies) }
  return read.consent
}

export const isAgreed = (category: ConsentCategory): boolean => agreesTo(currentConsent(), category)

export function tellConsent(): void {
  for (const listener of listeners) listener()
}

/** Listens to answers. Where the browser tells of cookies, another window's answer is heard at once; else when the tab is shown again. */
export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) {
    document.addEventListener('visibilitychange', tellConsent)
    if ('cookieStore' in window) cookieStore.addEventListener('change', tellConsent)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', tellConsent)
    if ('cookieStore' in window) cookieStore.removeEventListener('change', tellConsent)
  }
}

/** Undefined until the visitor has answered, and while the page is rendered ahead of time. */
export const useConsent = (): Consent | undefined => useSyncExternalStore(onConsent, currentConsent, () => undefined)
