import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { createWebhookSender } from './webhook-sender.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const other = `whsec_${Buffer.alloc(32, 2).toString('base64')}`
const message = { id: 'evt_1', url: 'http://provider.example/hook', secret, body: '{"type":"intent.confirmed"}' }

async function sent(answer: () => Promise<Response>) {
  const requests: { url: string | URL | Request; init: RequestInit }[] = []
  const failures: string[] = []
  const sender = createWebhookSender({
    clock: () => new Date(),
    onFailure: (reason) => failures.push(reason),
    fetch: async (url, init = {}) => {
      requests.push({ url, init })
      return answer()
    },
  })
  return { status: await sender.post(message), requests, failures }
}

describe('a webhook', () => {
  test('PROV-05 carries id, time and a signature that the receiver can verify', async () => {
    const { status, requests } = await sent(async () => new Response(null, { status: 204 }))
    const { url, init } = requests[0] ?? {}
    const headers = init?.headers as Record<string, string>
    expect([status, url, headers['webhook-id']]).toEqual([204, message.url, 'evt_1'])
    expect(new Webhook(secret).verify(message.body, headers)).toEqual({ type: 'intent.confirmed' })
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow('No matching signature found')
  })

  test('PROV-05 follows no redirect: that is an answer like any other', async () => {
    const { status, requests } = await sent(async () => new Response(null, { status: 302 }))
    expect([status, requests[0]?.init.redirect]).toEqual([302, 'manual'])
  })

  test.each([
    [
      'a refused connection',
      Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } }),
      'ECONNREFUSED',
    ],
    ['silence', new DOMException('too late', 'TimeoutError'), 'TimeoutError'],
  ])('PROV-05 %s is no answer, and its reason is told', async (_what, error, reason) => {
    const { status, failures } = await sent(() => Promise.reject(error))
    expect([status, failures]).toEqual([null, [reason]])
  })
})
