import { MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { createDispatcher, type Delivery, type Outcome } from './dispatcher.ts'
import { MAX_ATTEMPTS, waitAfter } from './schedule.ts'
import type { Attempt } from './webhook-sender.ts'

const answered = (status: number | null): Attempt => ({
  status,
  error: status === null ? 'timeout' : null,
  durationMs: 1,
})
const delivery = (eventId: string, providerId = 'p', attempt = 1): Delivery => ({
  eventId,
  providerId,
  type: 'intent.approved',
  url: 'http://provider.example',
  secrets: ['s'],
  body: '{}',
  attempt,
})
const NOW = new Date('2026-03-01T12:00:00Z')

/** An outbox over a list of events; receivers answer when the test says so. */
function world(due: Delivery[], limits = { inAll: 10, perProvider: 10 }) {
  const posted: string[] = []
  const outcomes: Outcome[] = []
  const answers = new Map<string, (attempt: Attempt) => void>()
  const dispatcher = createDispatcher({
    clock: () => NOW,
    limits,
    pause: async () => {},
    onAttempt: () => {},
    onError: (error) => {
      throw error
    },
    store: {
      claim: async ({ exceptProviders, exceptEvents }) => {
        const index = due.findIndex((d) => !exceptProviders.includes(d.providerId) && !exceptEvents.includes(d.eventId))
        return index < 0 ? undefined : due.splice(index, 1)[0]
      },
      record: async (_delivery, _attempt, outcome) => void outcomes.push(outcome),
    },
    sender: {
      post: ({ id }, signal) => {
        posted.push(id)
        return new Promise((resolve) => {
          answers.set(id, resolve)
          signal.addEventListener('abort', () => resolve({ status: null, error: 'interrupted', durationMs: 1 }))
        })
      },
    },
  })
  /** Lets everything go on that can. */
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    dispatcher,
    posted,
    outcomes,
    look: async () => {
      dispatcher.look()
      await settled()
    },
    answer: async (id: string, status: number | null) => {
      answers.get(id)?.(answered(status))
      await settled()
    },
  }
}

describe('an attempt', () => {
  test.each<[number | null, Outcome]>([
    [200, { kind: 'delivered' }],
    [204, { kind: 'delivered' }],
    [302, { kind: 'again', at: new Date(NOW.getTime() + 5_000) }],
    [404, { kind: 'again', at: new Date(NOW.getTime() + 5_000) }],
    [500, { kind: 'again', at: new Date(NOW.getTime() + 5_000) }],
    [null, { kind: 'again', at: new Date(NOW.getTime() + 5_000) }],
    [410, { kind: 'gone' }],
  ])('PROV-05 PROV-14 that is answered with %s is %o', async (status, outcome) => {
    const { look, answer, outcomes } = world([delivery('evt_1')])
    await look()
    await answer('evt_1', status)
    expect(outcomes).toEqual([outcome])
  })

  test('PROV-05 that is the last one fails the event', async () => {
    const { look, answer, outcomes } = world([delivery('evt_1', 'p', MAX_ATTEMPTS)])
    await look()
    await answer('evt_1', 500)
    expect(outcomes).toEqual([{ kind: 'failed' }])
  })

  test('PROV-05 OPS-03 that a shutdown interrupts does not count', async () => {
    const { dispatcher, look, outcomes } = world([delivery('evt_1')])
    await look()
    await dispatcher.stop()
    expect(outcomes).toEqual([{ kind: 'interrupted' }])
  })
})

describe('the waits', () => {
  test('PROV-05 grow, and make a day in all', () => {
    const waits = Array.from({ length: MAX_ATTEMPTS }, (_, n) => waitAfter(n + 1) ?? 0)
    expect(waits.pop()).toBe(0)
    expect(waits).toEqual(waits.toSorted((a, b) => a - b))
    const day = 24 * 60 * MINUTE_MS
    const all = waits.reduce((sum, wait) => sum + wait, 0)
    expect(all).toBeGreaterThan(day)
    expect(all).toBeLessThan(1.1 * day)
  })
})

describe('under concurrency', () => {
  test('PROV-15 limits the deliveries to one provider, without delaying others', async () => {
    const due = ['a', 'b', 'c'].map((id) => delivery(id, 'slow'))
    const { look, answer, posted } = world([...due, delivery('d', 'quick')], { inAll: 10, perProvider: 2 })
    await look()
    expect(posted).toEqual(['a', 'b', 'd'])
    await answer('b', 200)
    expect(posted).toEqual(['a', 'b', 'd', 'c'])
  })

  test('PROV-15 limits the deliveries under way, and starts the next when one ends', async () => {
    const { look, answer, posted } = world(
      ['a', 'b', 'c'].map((id) => delivery(id, id)),
      { inAll: 2, perProvider: 2 },
    )
    await look()
    await look()
    expect(posted).toEqual(['a', 'b'])
    await answer('a', null)
    expect(posted).toEqual(['a', 'b', 'c'])
  })
})
