import { verdictClaims } from '@avouch/contract'
import { type Avouch, type IntentEvent, InvalidVerdict, type Verdict } from '@avouch/provider-sdk'
import * as z from 'zod'
import { randomId } from '../webhook.ts'
import { createReadLimit, findByIntent, openIntent, takeBack } from './store.ts'

/** What the cinema keeps about one visitor: a random reference, the question it asked, the answer it got. */
export const booking = z.object({
  /** The digest of the visitor's cookie: who reads the file cannot become the visitor. */
  visit: z.string(),
  reference: z.string(),
  intent: openIntent,
  verdict: z.nullable(z.object({ jws: z.string(), claims: verdictClaims })),
})
export type Booking = z.infer<typeof booking>

/** locked - not asked yet; waiting - asked; yes and no - answered. */
export type Phase = 'locked' | 'waiting' | 'yes' | 'no'

/** Where a visitor stands. A question that was not answered in its time can be asked again. */
export function phaseOf(booking: Booking | undefined, now: Date): Phase {
  if (booking?.verdict) return booking.verdict.claims.result
  if (!booking?.intent) return 'locked'
  return Date.parse(booking.intent.expiresAt) > now.getTime() ? 'waiting' : 'locked'
}

/** The plain words of an event must be those that were signed. */
const agrees = (claims: Verdict, data: IntentEvent['data']): boolean =>
  claims.intent_id === data.intent_id && claims.reference === data.reference && claims.result === data.result

type Deps = {
  /** By visit. */
  bookings: Map<string, Booking>
  avouch: Pick<Avouch, 'intents' | 'verdicts'>
  /** Where visitors come back to; registered at the product. */
  redirectUri: string
  clock: () => Date
  /** Called when a visitor's page shows something old. */
  onChange: (visit: string) => void
}

/** Asks the product for a visitor's age and believes nothing but its signature. */
export function createAgeCheck({ bookings, avouch, redirectUri, clock, onChange }: Deps) {
  const mayRead = createReadLimit(clock)
  const phase = (visit: string): Phase => phaseOf(bookings.get(visit), clock())

  /** The address to send the visitor to. A second click leads to the same question. */
  async function start(visit: string): Promise<string> {
    const open = bookings.get(visit)
    if (open?.intent && phase(visit) === 'waiting') return open.intent.url
    // Written down before it is used: after a crash in between, the same reference finds the same intent.
    const fresh: Booking = { visit, reference: randomId('aurora_'), intent: null, verdict: null }
    const begun = open && !open.intent ? open : fresh
    bookings.set(visit, begun)
    const { reference } = begun
    const { id, url, expires_at } = await avouch.intents.create({ redirect_uri: redirectUri, reference }, reference)
    bookings.set(visit, { ...begun, intent: { id, url, expiresAt: expires_at } })
    onChange(visit)
    return url
  }

  /** Keeps an answer for the booking that waits for it. @returns false when the product has not signed it for us */
  async function take(jws: string, intentId: string, agreed: (claims: Verdict) => boolean = () => true) {
    const claims = await avouch.verdicts.verify(jws, intentId).catch((error: unknown) => {
      if (error instanceof InvalidVerdict) return undefined
      throw error
    })
    if (!claims || !agreed(claims)) return false
    const open = findByIntent(bookings, claims.intent_id)
    if (open && !open.verdict && open.reference === claims.reference) {
      bookings.set(open.visit, { ...open, verdict: { jws, claims } })
      onChange(open.visit)
    }
    return true
  }

  /** Takes in an event that is signed; a repeat changes nothing. @returns false when its verdict is not the product's */
  async function receive({ data }: IntentEvent): Promise<boolean> {
    // Without a verdict it ended unanswered, which the booking's own clock says too.
    return data.verdict === null || take(data.verdict, data.intent_id, (claims) => agrees(claims, data))
  }

  /** Reads the answer from the product when its event is late. Silent when there is none yet. */
  async function settle(visit: string): Promise<void> {
    const intent = bookings.get(visit)?.intent
    if (!intent || phase(visit) !== 'waiting' || !mayRead(intent.id)) return
    try {
      const { verdict } = await avouch.intents.read(intent.id)
      if (verdict) await take(verdict, intent.id)
    } catch {
      // The event is still to come; the visitor waits a little longer.
    }
  }

  /** Takes the question back, so that it is over in every tab at once; one that has its answer shows it. */
  async function giveUp(visit: string): Promise<void> {
    const intent = bookings.get(visit)?.intent
    if (!intent || phase(visit) !== 'waiting') return
    if (await takeBack(avouch.intents, intent.id)) forget(visit)
    else await settle(visit)
  }

  function forget(visit: string) {
    bookings.delete(visit)
    onChange(visit)
  }

  return { phase, start, receive, settle, giveUp, forget, booking: (visit: string) => bookings.get(visit) }
}
