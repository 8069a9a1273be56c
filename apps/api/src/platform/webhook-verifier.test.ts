import { MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createWebhookVerifier } from './webhook-verifier.ts'

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const [secret, next, other] = [secretOf(1), secretOf(2), secretOf(3)]
const at = new Date('2031-05-04T03:02:01Z')
const body = '{"type":"check.updated"}'

const signed = (by: string, { id = 'msg_1', time = at } = {}) => ({
  'webhook-id': id,
  'webhook-timestamp': String(time.getTime() / 1_000),
  'webhook-signature': new Webhook(by).sign(id, time, body),
})
const verifierAt = (now: Date) => createWebhookVerifier({ secrets: [secret, next], clock: () => now })
const verify = verifierAt(at)

test('A signed message is taken by either of two secrets, so that one can replace the other [X-10]', () => {
  expect([secret, next, other].map((by) => verify(body, signed(by)))).toEqual([true, true, false])
  const headers = signed(secret)
  const several = `v1,AAAA v1a,unknown ${headers['webhook-signature']} v1,`
  expect(verify(body, { ...headers, 'webhook-signature': several })).toBe(true)
})

test.each([-5 * MINUTE_MS, 5 * MINUTE_MS])(
  'A signed message is fresh for five minutes by our clock (%i ms) [X-10 T-01]',
  (shift) => {
    const headers = signed(secret)
    const edge = at.getTime() - shift
    expect(verifierAt(new Date(edge))(body, headers)).toBe(true)
    expect(verifierAt(new Date(edge - Math.sign(shift) * SECOND_MS))(body, headers)).toBe(false)
  },
)

const good = signed(secret)
test.each<{ what: string; headers: Record<string, string>; text?: string }>([
  { what: 'another body', headers: good, text: `${body} ` },
  { what: 'another id', headers: { ...good, 'webhook-id': 'msg_2' } },
  { what: 'another time', headers: { ...good, 'webhook-timestamp': String(at.getTime() / 1_000 + 1) } },
  { what: 'a time that is none', headers: { ...good, 'webhook-timestamp': 'now' } },
  { what: 'an empty signature of the right kind', headers: { ...good, 'webhook-signature': 'v1,' } },
  {
    what: 'a signature of another kind',
    headers: { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') },
  },
  { what: 'no headers', headers: {} },
])('A signed message with $what is refused [X-10]', ({ headers, text = body }) => {
  expect(verify(text, headers)).toBe(false)
})
