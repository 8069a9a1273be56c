import { type Avouch, type IntentEvent, InvalidVerdict, type Verdict } from '@avouch/provider-sdk'
import { randomId } from '../webhook.ts'
import { agrees, answers, type Booking, type Phase, phaseOf } from './booking.ts'
import type { Visits } from './visits.ts'

const READ_EVERY_MS = 5_000

type Deps = {
  visits: Visits
  avouch: Pick<Avouch, 'intents' | 'verdicts'>
  /** Where visitors come back to; registered at the product. */
  redirectUri: string
  clock: () => Date
  /** Called when a visitor's page shows something old. */
  onChange: (visit: string) => void
}

/** What became of an event: 'refused' ones carry a verdict that is not the product's word to us. */
export type EventOutcome = 'processed' | 'repeated' | 'refused'

/** Asks the product for a visitor's age and believes nothing but its signature. */
export function createAgeCheck({ visits, avouch, redirectUri, clock, onChange }: Deps) {
  const lastRead = new Map<string, number>()

  const phase = (visit: string): Phase => phaseOf(visits.get(visit), clock())

  /** The address to send the visitor to. A second click leads to the same question. */
  async function start(visit: string): Promise<string> {
    const open = visits.get(visit)
    if (open?.intent && phase(visit) === 'waiting') return open.intent.url
    // Written down before it is used: after a crash in between, the same reference finds the same intent.
    const fresh: Booking = { visit, reference: randomId('aurora_'), intent: null, verdict: null }
    const begun = open && !open.intent ? open : fresh
    visits.save(begun)
    const { id, url, expires_at } = await avouch.intents.create(
      { redirect_uri: redirectUri, reference: begun.reference },
      begun.reference,
    )
    visits.save({ ...begun, intent: { id, url, expiresAt: expires_at } })
    onChange(visit)
    return url
  }

  /** The booking with its answer, when it still waits for this one. The first answer stays. */
  async function answered(jws: string, intentId: string, agreed: (claims: Verdict) => boolean = () => true) {
    const claims = await avouch.verdicts.verify(jws, intentId).catch((error: unknown) => {
      if (error instanceof InvalidVerdict) return undefined
      throw error
    })
    if (!claims || !agreed(claims)) return undefined
    const open = visits.findByIntent(claims.intent_id)
    const booking = open && !open.verdict && answers(claims, open) ? { ...open, verdict: { jws, claims } } : null
    return { booking }
  }

  /** Takes in an event whose signature was right. */
  async function receive({ id, data }: IntentEvent): Promise<EventOutcome> {
    if (visits.hasSeen(id)) return 'repeated'
    // It ended without an answer, which the booking's own clock says too.
    if (data.verdict === null) {
      const booking = visits.findByIntent(data.intent_id)
      visits.saveEvent(id, null)
      if (booking) onChange(booking.visit)
      return 'processed'
    }
    const answer = await answered(data.verdict, data.intent_id, (claims) => agrees(claims, data))
    if (!answer) return 'refused'
    visits.saveEvent(id, answer.booking)
    if (answer.booking) onChange(answer.booking.visit)
    return 'processed'
  }

  /** Reads the answer from the product when its event is late. Silent when there is none yet. */
  async function settle(visit: string): Promise<void> {
    const intent = visits.get(visit)?.intent
    const now = clock().getTime()
    if (!intent || phase(visit) !== 'waiting' || now - (lastRead.get(visit) ?? 0) < READ_EVERY_MS) return
    lastRead.set(visit, now)
    try {
      const { verdict } = await avouch.intents.read(intent.id)
      const answer = verdict ? await answered(verdict, intent.id) : undefined
      if (!answer?.booking) return
      visits.save(answer.booking)
      onChange(visit)
    } catch {
      // The event is still to come; the visitor waits a little longer.
    }
  }

  function forget(visit: string) {
    visits.forget(visit)
    lastRead.delete(visit)
    onChange(visit)
  }

  return { phase, start, receive, settle, forget, booking: (visit: string) => visits.get(visit) }
}
export type AgeCheck = ReturnType<typeof createAgeCheck>
