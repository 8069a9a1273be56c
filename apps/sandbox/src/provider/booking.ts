import { type IntentEvent, type VerdictClaims, verdictClaims } from '@avouch/contract'
import * as z from 'zod'

/** What the cinema keeps about one visitor: a random reference, the question it asked, the answer it got. */
export const booking = z.object({
  /** The digest of the visitor's cookie: who reads the journal cannot become the visitor. */
  visit: z.string(),
  reference: z.string(),
  intent: z.nullable(z.object({ id: z.string(), url: z.url(), expiresAt: z.iso.datetime() })),
  verdict: z.nullable(z.object({ jws: z.string(), claims: verdictClaims })),
})
export type Booking = z.infer<typeof booking>

/** locked - not asked yet; waiting - asked; yes and no - answered. */
export type Phase = 'locked' | 'waiting' | 'yes' | 'no'

/** Where a visitor stands. A question that was never answered in its time can be asked anew. */
export function phaseOf(booking: Booking | undefined, now: Date): Phase {
  if (booking?.verdict) return booking.verdict.claims.result
  if (!booking?.intent) return 'locked'
  return Date.parse(booking.intent.expiresAt) > now.getTime() ? 'waiting' : 'locked'
}

/** A verdict answers a booking only when it names the very question and the very reference. */
export const answers = (claims: VerdictClaims, booking: Booking): boolean =>
  booking.intent !== null && claims.intent_id === booking.intent.id && claims.reference === booking.reference

/** The plain words of an event must be those that were signed. */
export const agrees = (claims: VerdictClaims, data: IntentEvent['data']): boolean =>
  claims.intent_id === data.intent_id && claims.reference === data.reference && claims.result === data.result

const PHONE_AGENT = /Mobi|Android|iPhone|iPod/i

/** Phones go on in the same tab; the hint of the browser counts before its name. */
export function isPhone(headers: { 'sec-ch-ua-mobile'?: unknown; 'user-agent'?: string | undefined }): boolean {
  const hint = headers['sec-ch-ua-mobile']
  if (hint === '?1' || hint === '?0') return hint === '?1'
  return PHONE_AGENT.test(headers['user-agent'] ?? '')
}

/** The intent's own address, marked when the visitor shall come back in the same tab. */
export function visitorAddress(intentUrl: string, phone: boolean): string {
  const url = new URL(intentUrl)
  if (phone) url.searchParams.set('mobile', 'true')
  return url.href
}
