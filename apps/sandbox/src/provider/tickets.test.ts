import { expect, test } from 'vitest'
import { createTickets, type Ticket, type TicketRecord } from './tickets.ts'

const bought = (intentId: string): Ticket => ({
  visit: 'visit',
  film: 'northern-hours',
  reference: `ticket ${intentId}`,
  description: 'One ticket',
  amount: 1_250,
  currency: 'EUR',
  intent: { id: intentId, url: 'https://product.test/', expiresAt: '2026-11-21T12:00:00.000Z' },
  over: false,
  receipt: null,
  refunded: 0,
})

test('PAY-18 what becomes of an earlier payment is not about the ticket that was bought after it', () => {
  const kept: TicketRecord[] = []
  const nothing = () => undefined
  const journal = {
    past: [],
    append: (record: TicketRecord) => void kept.push(record),
    rewrite: nothing,
    close: nothing,
  }
  const tickets = createTickets(journal)
  tickets.save(bought('first'))
  expect(tickets.findByIntent('first')?.reference).toBe('ticket first')
  tickets.save(bought('second'))
  expect(tickets.findByIntent('first')).toBeUndefined()
  expect(tickets.findByIntent('second')?.reference).toBe('ticket second')
  expect(kept).toHaveLength(2)
})
