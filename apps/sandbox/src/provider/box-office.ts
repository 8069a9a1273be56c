import { type Avouch, type IntentEvent, InvalidVerdict, type Receipt } from '@avouch/provider-sdk'
import { randomId } from '../webhook.ts'
import type { EventOutcome } from './age-check.ts'
import { phaseOfTicket, type Ticket, type Tickets } from './tickets.ts'

const READ_EVERY_MS = 5_000

/** What a ticket costs, in minor units. */
export const TICKET_PRICE = 1_250
export const TICKET_CURRENCY = 'EUR'

type Deps = {
  tickets: Tickets
  avouch: Pick<Avouch, 'intents' | 'payments'>
  /** Where payers come back to; registered at the product. */
  redirectUri: string
  clock: () => Date
  /** Called when the page of a visitor's film shows something old. */
  onChange: (ticket: Pick<Ticket, 'visit' | 'film'>) => void
}
type Told = { receipt: string | null; refunded: number }

/** A receipt is for a ticket only when it names the very payment, and all of it. */
const isFor = (claims: Receipt, { reference, amount, currency }: Ticket): boolean =>
  claims.reference === reference && claims.amount === amount && claims.currency === currency && claims.live

/** Sells tickets for money that comes from a wallet, and believes nothing but the product's signature. */
export function createBoxOffice({ tickets, avouch, redirectUri, clock, onChange }: Deps) {
  const lastRead = new Map<string, number>()

  const phase = (visit: string, film: string) => phaseOfTicket(tickets.get(visit, film), clock())
  /** Changes whenever the page of the film does. */
  const version = (visit: string, film: string) => `${phase(visit, film)}-${tickets.get(visit, film)?.refunded ?? 0}`

  /** The address to send the payer to. A second click leads to the same payment. */
  async function sell(visit: string, film: string, description: string): Promise<string> {
    const open = tickets.get(visit, film)
    if (open?.intent && phase(visit, film) === 'waiting') return open.intent.url
    const price = { amount: TICKET_PRICE, currency: TICKET_CURRENCY } as const
    const reference = randomId('ticket_')
    const asked = { visit, film, reference, description, ...price }
    const fresh: Ticket = { ...asked, intent: null, over: false, receipt: null, refunded: 0 }
    // Written down before it is used: after a crash in between, the same reference finds the same payment.
    const begun = open && !open.intent ? open : fresh
    tickets.save(begun)
    const { id, url, expires_at } = await avouch.payments.create(
      {
        amount: begun.amount,
        currency: begun.currency,
        description: begun.description,
        reference: begun.reference,
        redirect_uri: redirectUri,
      },
      begun.reference,
    )
    tickets.save({ ...begun, intent: { id, url, expiresAt: expires_at } })
    onChange(begun)
    return url
  }

  /** The ticket after what was told of its payment; undefined when the receipt is not the product's word for it. */
  async function after(one: Ticket, { receipt, refunded }: Told): Promise<Ticket | undefined> {
    // Events may overtake each other: what was paid back only grows.
    const known = { ...one, refunded: Math.max(one.refunded, refunded) }
    if (receipt === null || one.receipt) return known
    const claims = await avouch.payments.verify(receipt, one.intent?.id ?? '').catch((error: unknown) => {
      if (error instanceof InvalidVerdict) return undefined
      throw error
    })
    return claims && isFor(claims, one) ? { ...known, receipt: { jws: receipt, claims } } : undefined
  }

  /** Takes in an event about a payment, whose signature was right. */
  async function receive({ id, type, data }: IntentEvent): Promise<EventOutcome> {
    if (tickets.hasSeen(id)) return 'repeated'
    const one = tickets.findByIntent(data.intent_id)
    if (!one || data.payment === null) {
      tickets.saveEvent(id, null)
      return 'processed'
    }
    const told = { receipt: data.payment.receipt, refunded: data.payment.refunded_amount }
    const next = await after(one, told)
    if (!next) return 'refused'
    tickets.saveEvent(id, { ...next, over: type === 'payment.expired' || type === 'payment.cancelled' })
    onChange(one)
    return 'processed'
  }

  /** Reads from the product what its event is late with. Silent when there is nothing yet. */
  async function settle(visit: string, film: string): Promise<void> {
    const one = tickets.get(visit, film)
    const now = clock().getTime()
    if (!one?.intent || phase(visit, film) !== 'waiting') return
    if (now - (lastRead.get(one.intent.id) ?? 0) < READ_EVERY_MS) return
    lastRead.set(one.intent.id, now)
    try {
      const { status, payment } = await avouch.intents.read(one.intent.id)
      const next = await after(one, { receipt: payment?.receipt ?? null, refunded: payment?.refunded_amount ?? 0 })
      const over = status === 'expired' || status === 'cancelled'
      if (!next || (next.receipt === null && !over)) return
      tickets.save({ ...next, over })
      onChange(one)
    } catch {
      // The event is still to come; the visitor waits a little longer.
    }
  }

  /** Pays back half of the price, or all that is left. A second click is the same refund. */
  async function refund(visit: string, film: string, part: 'half' | 'rest'): Promise<void> {
    const one = tickets.get(visit, film)
    if (!one?.intent || phase(visit, film) !== 'paid') return
    const left = one.amount - one.refunded
    const amount = part === 'half' ? Math.min(left, Math.floor(one.amount / 2)) : left
    const paidBack = await avouch.payments.refund(one.intent.id, amount, `${one.reference}-${one.refunded}-${part}`)
    const now = tickets.get(visit, film)
    if (!now) return
    tickets.save({ ...now, refunded: Math.max(now.refunded, one.refunded + paidBack.amount) })
    onChange(one)
  }

  function forget(visit: string, film?: string) {
    tickets.forget(visit, film)
    if (film !== undefined) onChange({ visit, film })
  }

  const { get, latest } = tickets
  return { phase, version, sell, receive, settle, refund, forget, ticket: get, latest }
}
export type BoxOffice = ReturnType<typeof createBoxOffice>
