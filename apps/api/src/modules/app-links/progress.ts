import type { AppLinkProgress, AppLinkState } from '@avouch/contract'
import type { FollowedLink } from './ports.ts'

/** What an answered intent is to the browser that waits; an open one leaves it to the app. */
const ENDED: Readonly<Record<string, AppLinkState>> = {
  confirmed: 'confirmed',
  denied: 'denied',
  executed: 'confirmed',
  expired: 'expired',
  cancelled: 'expired',
}

/** How far the app is, as the waiting browser learns it. Only an app whose number was right speaks for this browser. */
export function progressOf({ state, expiresAt, accountEnded, intent }: FollowedLink, now: Date): AppLinkProgress {
  const answered = ENDED[intent.state] ?? (intent.expiresAt <= now ? 'expired' : undefined)
  if (state !== 'matched') {
    const over = expiresAt <= now || answered !== undefined
    return { state: over && state !== 'refused' ? 'expired' : state, redirect_uri: null }
  }
  // A payment is not answered by the end of its payer: who was to prove their age for it has failed to.
  if (accountEnded && intent.isForAdults && answered !== 'confirmed') return { state: 'denied', redirect_uri: null }
  const ended = answered ?? 'matched'
  return { state: ended, redirect_uri: ended === 'confirmed' ? intent.redirectUri : null }
}
