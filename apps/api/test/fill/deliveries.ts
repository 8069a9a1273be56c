import { HOUR_MS, type IntentEvent, MINUTE_MS } from '@avouch/contract'
import { outcomeOf } from '../../src/modules/webhooks/schedule.ts'
import { later } from '../../src/platform/clock.ts'
import type { Row } from './load.ts'
import { type Chance, createChance, daysBefore, type Plan } from './plan.ts'
import type { Website } from './websites.ts'

export const EVENT_TABLES = ['webhook_event', 'webhook_attempt'] as const
type Table = (typeof EVENT_TABLES)[number]

/** Deliveries of events that may still wait, and of older ones. */
const LATELY = { delivered: 0.9, pending: 0.1, failed: 0 } as const
const BEFORE = { delivered: 0.985, pending: 0, failed: 0.015 } as const
/** An event fails after three days of attempts, which are kept for a month. */
const [TRIED_DAYS, ATTEMPT_DAYS] = [3, 30]
const FAILURES = [
  { status: 500, error: null },
  { status: 503, error: null },
  { status: null, error: 'timeout' },
  { status: null, error: 'ECONNREFUSED' },
]
const ACCEPTED = { status: 204, error: null }

type Event = { website: Website; type: IntentEvent['type']; at: Date; data: IntentEvent['data'] }
type Attempt = { number: number; at: Date; status: number | null; error: string | null }

/** Webhook events with the attempts to deliver them. */
export function createDeliveries({ seed, now }: Plan, cause: string) {
  const chance = createChance(seed, `deliveries of ${cause}`)

  function add(addRow: (table: Table, row: Row) => void, { website, type, at, data }: Event): void {
    const id = chance.id('evt')
    const sequence = ++website.events
    const event: IntentEvent = { id, type, timestamp: at.toISOString(), sequence, data }
    const state = website.webhook === 'none' ? 'failed' : chance.of(at > daysBefore(now, TRIED_DAYS) ? LATELY : BEFORE)
    const attempts = website.webhook === 'none' ? [] : attemptsOf(chance, { state, at, now })
    const last = attempts.at(-1)
    addRow('webhook_event', {
      id,
      intent_id: data.intent_id,
      provider_id: website.id,
      type,
      sequence,
      body: JSON.stringify(event),
      created_at: at,
      state,
      attempts: attempts.length,
      next_attempt_at: state === 'pending' ? later(now, (30 + chance.below(300)) * MINUTE_MS) : (last?.at ?? at),
      last_status: last?.status ?? null,
      last_error: website.webhook === 'none' ? 'no_webhook' : (last?.error ?? null),
      delivered_at: state === 'delivered' ? (last?.at ?? at) : null,
    })
    for (const { number, at: attempted_at, status, error } of attempts)
      if (attempted_at > daysBefore(now, ATTEMPT_DAYS))
        addRow('webhook_attempt', {
          event_id: id,
          number,
          attempted_at,
          status,
          error,
          duration_ms: 20 + chance.below(400),
        })
  }
  return { add }
}

/** Attempts in the rhythm of the product, until one succeeds, none is left, or the present is reached. */
function attemptsOf(chance: Chance, { state, at, now }: { state: string; at: Date; now: Date }): Attempt[] {
  const attempts: Attempt[] = []
  const succeedsAt = chance.is(0.95) ? 1 : 2 + chance.below(4)
  for (let next = at; next <= later(now, -HOUR_MS) || attempts.length === 0; ) {
    const number = attempts.length + 1
    const isDelivered = state === 'delivered' && number >= succeedsAt
    const result = isDelivered ? ACCEPTED : chance.one(FAILURES)
    attempts.push({ number, at: next, ...result })
    const outcome = outcomeOf(result.status, number, next)
    if (outcome.kind !== 'again') break
    next = outcome.at
  }
  const last = attempts.at(-1)
  // The present came before the attempt that succeeds.
  if (state === 'delivered' && last !== undefined) Object.assign(last, ACCEPTED)
  return attempts
}
