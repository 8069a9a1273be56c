import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { Journal } from '../journal.ts'
import { type Booking, booking } from './booking.ts'

/** A booking as it became, or an event that was processed together with what it changed. */
export const visitRecord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('booking'), booking }),
  z.object({ type: z.literal('event'), id: z.string(), booking: z.nullable(booking) }),
])
export type VisitRecord = z.infer<typeof visitRecord>

const COOKIE = /^[A-Za-z0-9_-]{43}$/

/** A cookie value that nobody can guess. */
export const newVisitor = () => randomBytes(32).toString('base64url')

/** The key that a visitor's cookie stands for; undefined for anything that we did not hand out. */
export const visitOf = (cookie: string | undefined): string | undefined =>
  cookie !== undefined && COOKIE.test(cookie) ? createHash('sha256').update(cookie).digest('base64url') : undefined

/** Bookings by visit and by intent, and the events already processed. */
export function createVisits(journal: Journal<VisitRecord>) {
  const bookings = new Map<string, Booking>()
  const byIntent = new Map<string, string>()
  const seen = new Set<string>()

  function apply(record: VisitRecord) {
    if (record.type === 'event') seen.add(record.id)
    if (!record.booking) return
    bookings.set(record.booking.visit, record.booking)
    if (record.booking.intent) byIntent.set(record.booking.intent.id, record.booking.visit)
  }
  for (const record of journal.past) apply(record)

  function write(record: VisitRecord) {
    journal.append(record)
    apply(record)
  }

  return {
    get: (visit: string) => bookings.get(visit),
    findByIntent: (intentId: string) => bookings.get(byIntent.get(intentId) ?? ''),
    hasSeen: (eventId: string) => seen.has(eventId),
    save: (booking: Booking) => write({ type: 'booking', booking }),
    /** One line for the event and its effect: a crash leaves both or neither. */
    saveEvent: (id: string, booking: Booking | null) => write({ type: 'event', id, booking }),
    /** Forgets for good: the journal no longer holds the visitor either. */
    forget(visit: string) {
      const intent = bookings.get(visit)?.intent
      if (intent) byIntent.delete(intent.id)
      bookings.delete(visit)
      journal.rewrite([
        ...[...seen].map((id) => ({ type: 'event' as const, id, booking: null })),
        ...[...bookings.values()].map((booking) => ({ type: 'booking' as const, booking })),
      ])
    },
  }
}
export type Visits = ReturnType<typeof createVisits>
