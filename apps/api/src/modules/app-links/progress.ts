import type { AppLinkProgress, AppLinkState } from '@avouch/contract'
import type { FollowedLink } from './app-link-store.ts'

/** What the waiting browser is shown for an intent that has ended. */
const ENDED: Readonly<Record<string, AppLinkState>> = {
  confirmed: 'confirmed',
  denied: 'denied',
  executed: 'confirmed',
  expired: 'expired',
  cancelled: 'expired',
}

/** The progress that the waiting browser sees. Only an app that chose the right number acts for this browser. */
export function progressOf({ state, expiresAt, accountEnded, intent }: FollowedLink, now: Date): AppLinkProgress {
  const answered = ENDED[intent.state] ?? (intent.expiresAt <= now ? 'expired' : undefined)
  if (state !== 'matched') {
    const over = expiresAt <= now || answered !== undefined
    return { state: over && state !== 'refused' ? 'expired' : state, redirect_uri: null }
  }
  // The end of the payer does not end the payment; the visitor who should have proven their age for it has not.
  if (accountEnded && intent.isForAdults && answered !== 'confirmed') return { state: 'denied', redirect_uri: null }
  const ended = answered ?? 'matched'
  return { state: ended, redirect_uri: ended === 'confirmed' ? intent.redirectUri : null }
}
