import { receiptClaims } from '@avouch/contract'
import * as z from 'zod'
import type { Journal } from '../journal.ts'

/** What the cinema keeps about one ticket: what it asked for, and what the product signed. Nothing about who has paid. */
const ticket = z.object({
  /** The digest of the visitor's cookie. */
  visit: z.string(),
  film: z.string(),
  reference: z.string(),
  /** What the payer reads, as it was first asked. */
  description: z.string(),
  /** In minor units. */
  amount: z.int(),
  currency: z.literal('EUR'),
  intent: z.nullable(z.object({ id: z.string(), url: z.url(), expiresAt: z.iso.datetime() })),
  /** It ended unpaid. */
  over: z.boolean(),
  receipt: z.nullable(z.object({ jws: z.string(), claims: receiptClaims })),
  refunded: z.int(),
})
export type Ticket = z.infer<typeof ticket>

/** A ticket as it became, or an event that was processed together with what it changed. */
export const ticketRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ticket'), ticket }),
  z.object({ type: z.literal('event'), id: z.string(), ticket: z.nullable(ticket) }),
])
export type TicketRecord = z.infer<typeof ticketRecord>

/** offer - not asked yet, or over; waiting - asked; paid; returned - all of it was paid back. */
export type TicketPhase = 'offer' | 'waiting' | 'paid' | 'returned'

export function phaseOfTicket(one: Ticket | undefined, now: Date): TicketPhase {
  if (one?.receipt) return one.refunded < one.amount ? 'paid' : 'returned'
  if (!one?.intent || one.over) return 'offer'
  return Date.parse(one.intent.expiresAt) > now.getTime() ? 'waiting' : 'offer'
}

const placeOf = ({ visit, film }: Pick<Ticket, 'visit' | 'film'>) => `${visit} ${film}`

/** One ticket for each visitor and film, and the events already processed. */
export function createTickets(journal: Journal<TicketRecord>) {
  const tickets = new Map<string, Ticket>()
  const byIntent = new Map<string, string>()
  const seen = new Set<string>()

  function apply(record: TicketRecord) {
    if (record.type === 'event') seen.add(record.id)
    if (!record.ticket) return
    const place = placeOf(record.ticket)
    // The newest change stands last.
    tickets.delete(place)
    tickets.set(place, record.ticket)
    if (record.ticket.intent) byIntent.set(record.ticket.intent.id, place)
  }
  for (const record of journal.past) apply(record)

  function write(record: TicketRecord) {
    journal.append(record)
    apply(record)
  }

  return {
    get: (visit: string, film: string) => tickets.get(placeOf({ visit, film })),
    /** The ticket that this payment is for; a place may have been bought anew since. */
    findByIntent(intentId: string): Ticket | undefined {
      const found = tickets.get(byIntent.get(intentId) ?? '')
      return found?.intent?.id === intentId ? found : undefined
    },
    /** The one that something happened to last. */
    latest: (visit: string) => [...tickets.values()].findLast((one) => one.visit === visit),
    hasSeen: (eventId: string) => seen.has(eventId),
    save: (one: Ticket) => write({ type: 'ticket', ticket: one }),
    /** One line for the event and its effect: a crash leaves both or neither. */
    saveEvent: (id: string, one: Ticket | null) => write({ type: 'event', id, ticket: one }),
    /** Forgets for good: the journal no longer holds them either. */
    forget(visit: string, film?: string) {
      for (const [place, one] of tickets) {
        if (one.visit !== visit || (film !== undefined && one.film !== film)) continue
        if (one.intent) byIntent.delete(one.intent.id)
        tickets.delete(place)
      }
      journal.rewrite([
        ...[...seen].map((id) => ({ type: 'event' as const, id, ticket: null })),
        ...[...tickets.values()].map((one) => ({ type: 'ticket' as const, ticket: one })),
      ])
    },
  }
}
export type Tickets = ReturnType<typeof createTickets>
