import type { PresentationProgress, PresentationState } from '@avouch/contract'
import type { FollowedPresentation } from './presentation-store.ts'

const ANSWERED: Readonly<Record<string, PresentationState>> = { confirmed: 'confirmed', denied: 'denied' }
const UNDER_WAY = { waiting: 'waiting', fetched: 'fetched', taken: 'fetched', checked: 'checked' } as const

/** The progress that the browser sees. An intent that ended in another way is over for this request too. */
export function progressOf(
  { state, reason, expiresAt, intent }: FollowedPresentation,
  now: Date,
): PresentationProgress {
  const answered = ANSWERED[intent.state]
  if (state === 'answered' && answered !== undefined)
    return { state: answered, reason: null, redirect_uri: intent.redirectUri }
  if (state === 'refused') return { state, reason, redirect_uri: null }
  const isOpen = ['created', 'bound'].includes(intent.state) && intent.expiresAt > now && expiresAt > now
  return { state: isOpen && state !== 'answered' ? UNDER_WAY[state] : 'expired', reason: null, redirect_uri: null }
}
