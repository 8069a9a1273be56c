import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { InvalidWebhook } from './errors.ts'
import { createWebhooks } from './webhooks.ts'

const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(24)).toString('base64')}`
const [OURS, NEXT, ANOTHERS] = [secretOf('a'), secretOf('b'), secretOf('c')]
const EVENT = {
  id: 'evt_1',
  type: 'intent.confirmed',
  timestamp: '2026-01-01T00:00:00.000Z',
  sequence: 7,
  data: { intent_id: 'int_1', reference: null, live: true, result: 'yes', verdict: 'a.b.c' },
}

type Sent = { secret?: string; at?: Date; event?: unknown; id?: string }

function message({ secret = OURS, at = new Date(), event = EVENT, id = 'evt_1' }: Sent = {}) {
  const body = JSON.stringify(event)
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
  return { body, headers }
}
const open = ({ body, headers }: { body: string; headers: Record<string, string> }, secrets = [OURS]) =>
  createWebhooks(secrets).open(body, headers)

describe('a message', () => {
  test('PROV-05 of the product is opened, with headers of Node, of fetch or plain', () => {
    const { body, headers } = message()
    expect(open({ body, headers })).toEqual(EVENT)
    expect(createWebhooks([OURS]).open(Buffer.from(body), new Headers(headers))).toEqual(EVENT)
  })

  test('PROV-05 is opened with either secret during a rotation', () => {
    expect(open(message({ secret: NEXT }), [NEXT, OURS])).toEqual(EVENT)
    expect(open(message({ secret: OURS }), [NEXT, OURS])).toEqual(EVENT)
  })

  const MINUTES_6 = 6 * 60_000
  test.each([
    ['with a foreign signature', message({ secret: ANOTHERS })],
    ['from six minutes ago', message({ at: new Date(Date.now() - MINUTES_6) })],
    ['from six minutes ahead', message({ at: new Date(Date.now() + MINUTES_6) })],
    ['that was changed', { ...message(), body: JSON.stringify({ ...EVENT, sequence: 8 }) }],
    ['without a signature', { ...message(), headers: { 'webhook-id': 'evt_1', 'webhook-timestamp': '1' } }],
    ['whose id is another event’s', message({ id: 'evt_2' })],
    ['that is no event', message({ event: [] })],
  ])('X-10 %s is refused', (_what, given) => {
    expect(() => open(given)).toThrow(InvalidWebhook)
  })

  test('X-10 is refused without a secret', () => {
    expect(() => open(message(), [])).toThrow(InvalidWebhook)
  })
})
