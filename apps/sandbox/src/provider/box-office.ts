import { receiptClaims } from '@avouch/contract'
import { type Avouch, type IntentEvent, InvalidVerdict, type Receipt } from '@avouch/provider-sdk'
import * as z from 'zod'
import { randomId } from '../webhook.ts'
import { createReadLimit, findByIntent, openIntent, takeBack } from './store.ts'

/** What a ticket costs, in minor units. */
export const TICKET_PRICE = 1_250
export const TICKET_CURRENCY = 'EUR'

/** What the cinema keeps about one ticket: what it asked for, and what the product signed. Nothing about who has paid. */
export const ticket = z.object({
  /** The digest of the visitor's cookie. */
  visit: z.string(),
  film: z.string(),
  reference: z.string(),
  /** What the payer reads, as it was first asked. */
  description: z.string(),
  /** In minor units. */
  amount: z.int(),
  currency: z.literal(TICKET_CURRENCY),
  intent: openIntent,
  /** It ended unpaid. */
  over: z.boolean(),
  receipt: z.nullable(z.object({ jws: z.string(), claims: receiptClaims })),
  refunded: z.int(),
})
export type Ticket = z.infer<typeof ticket>

/** One ticket for each visitor and film. */
export const ticketKey = ({ visit, film }: Pick<Ticket, 'visit' | 'film'>) => `${visit} ${film}`

/** offer - not asked yet, or over; waiting - asked; paid; returned - all of it was paid back. */
export type TicketPhase = 'offer' | 'waiting' | 'paid' | 'returned'

function phaseOf(one: Ticket | undefined, now: Date): TicketPhase {
  if (one?.receipt) return one.refunded < one.amount ? 'paid' : 'returned'
  if (!one?.intent || one.over) return 'offer'
  return Date.parse(one.intent.expiresAt) > now.getTime() ? 'waiting' : 'offer'
}

type Deps = {
  tickets: Map<string, Ticket>
  avouch: Pick<Avouch, 'intents' | 'payments'>
  /** Where payers come back to; registered at the product. */
  redirectUri: string
  clock: () => Date
  /** Called when the page of a visitor's film shows something old. */
  onChange: (ticket: Pick<Ticket, 'visit' | 'film'>) => void
}

/** A receipt is for a ticket only when it names the very payment, and all of it. */
const isFor = (claims: Receipt, { reference, amount, currency }: Ticket): boolean =>
  claims.reference === reference && claims.amount === amount && claims.currency === currency && claims.live

/** Sells tickets for money that comes from a wallet, and believes nothing but the product's signature. */
export function createBoxOffice({ tickets, avouch, redirectUri, clock, onChange }: Deps) {
  const mayRead = createReadLimit(clock)
  const save = (one: Ticket) => tickets.set(ticketKey(one), one)
  const find = (visit: string, film: string) => tickets.get(ticketKey({ visit, film }))
  const phase = (visit: string, film: string) => phaseOf(find(visit, film), clock())
  /** Changes whenever the page of the film does. */
  const version = (visit: string, film: string) => `${phase(visit, film)}-${find(visit, film)?.refunded ?? 0}`

  /** The address to send the payer to. A second click leads to the same payment. */
  async function sell(visit: string, film: string, description: string): Promise<string> {
    const open = find(visit, film)
    if (open?.intent && phase(visit, film) === 'waiting') return open.intent.url
    const price = { amount: TICKET_PRICE, currency: TICKET_CURRENCY } as const
    const asked = { visit, film, reference: randomId('ticket_'), description, ...price }
    const fresh: Ticket = { ...asked, intent: null, over: false, receipt: null, refunded: 0 }
    // Written down before it is used: after a crash in between, the same reference finds the same payment.
    const begun = open && !open.intent ? open : fresh
    save(begun)
    const { amount, currency, reference } = begun
    const { id, url, expires_at } = await avouch.payments.create(
      { amount, currency, description: begun.description, reference, redirect_uri: redirectUri },
      reference,
    )
    save({ ...begun, intent: { id, url, expiresAt: expires_at } })
    onChange(begun)
    return url
  }

  /** The ticket after a report of its payment; undefined when the receipt is not the product's word for it. */
  async function after(one: Ticket, receipt: string | null, refunded: number): Promise<Ticket | undefined> {
    // Events may overtake each other: what was paid back only grows.
    const known = { ...one, refunded: Math.max(one.refunded, refunded) }
    if (receipt === null || one.receipt) return known
    const claims = await avouch.payments.verify(receipt, one.intent?.id ?? '').catch((error: unknown) => {
      if (error instanceof InvalidVerdict) return undefined
      throw error
    })
    return claims && isFor(claims, one) ? { ...known, receipt: { jws: receipt, claims } } : undefined
  }

  /** Takes in an event that is signed; a repeat changes nothing. @returns false when its receipt is not the product's */
  async function receive({ type, data }: IntentEvent): Promise<boolean> {
    const one = findByIntent(tickets, data.intent_id)
    if (!one || data.payment === null) return true
    const next = await after(one, data.payment.receipt, data.payment.refunded_amount)
    if (!next) return false
    save({ ...next, over: one.over || type === 'payment.expired' || type === 'payment.cancelled' })
    onChange(one)
    return true
  }

  /** Reads from the product what its event is late with. Silent when there is nothing yet. */
  async function settle(visit: string, film: string): Promise<void> {
    const one = find(visit, film)
    if (!one?.intent || phase(visit, film) !== 'waiting' || !mayRead(one.intent.id)) return
    try {
      const { status, payment } = await avouch.intents.read(one.intent.id)
      const next = await after(one, payment?.receipt ?? null, payment?.refunded_amount ?? 0)
      const over = status === 'expired' || status === 'cancelled'
      if (!next || (next.receipt === null && !over)) return
      save({ ...next, over })
      onChange(one)
    } catch {
      // The event is still to come; the visitor waits a little longer.
    }
  }

  /** Takes the order back, so that it is over in every tab at once; one that is paid shows its ticket. */
  async function giveUp(visit: string, film: string): Promise<void> {
    const one = find(visit, film)
    if (!one?.intent || phase(visit, film) !== 'waiting') return
    if (await takeBack(avouch.intents, one.intent.id)) forget(visit, film)
    else await settle(visit, film)
  }

  /** Pays back half of the price, or all that is left. A second click is the same refund. */
  async function refund(visit: string, film: string, part: 'half' | 'rest'): Promise<void> {
    const one = find(visit, film)
    if (!one?.intent || phase(visit, film) !== 'paid') return
    const left = one.amount - one.refunded
    const amount = part === 'half' ? Math.min(left, Math.floor(one.amount / 2)) : left
    const paidBack = await avouch.payments.refund(one.intent.id, amount, `${one.reference}-${one.refunded}-${part}`)
    const now = find(visit, film)
    if (!now) return
    save({ ...now, refunded: Math.max(now.refunded, one.refunded + paidBack.amount) })
    onChange(one)
  }

  /** The ticket of one film, or all of the visitor. */
  function forget(visit: string, film?: string) {
    for (const [key, one] of tickets)
      if (one.visit === visit && (film === undefined || one.film === film)) tickets.delete(key)
    if (film !== undefined) onChange({ visit, film })
  }

  /** The film of the visitor's newest question. */
  function latest(visit: string): string | undefined {
    const asked = [...tickets.values()].filter((one) => one.visit === visit)
    return asked.toSorted((a, b) => (a.intent?.expiresAt ?? '').localeCompare(b.intent?.expiresAt ?? '')).at(-1)?.film
  }

  return { phase, version, sell, receive, settle, giveUp, refund, forget, ticket: find, latest }
}
export type BoxOffice = ReturnType<typeof createBoxOffice>
