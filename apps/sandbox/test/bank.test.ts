import { bankEvent } from '@avouch/contract'
import fastify from 'fastify'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { readAmount } from '../src/phone/bank/bank.tsx'
import { fakeBank, OWN, startPhoneServer } from './servers.ts'

async function startBank(answers: number[] = []) {
  const bank = fakeBank()
  const events: unknown[] = []
  const product = fastify({ forceCloseConnections: true })
  product.removeAllContentTypeParsers()
  product.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  product.post<{ Body: string }>('/api/bank/callback', async (request, reply) => {
    const headers = request.headers as Record<string, string>
    events.push(new Webhook(bank.callbackSecret).verify(request.body, headers))
    return reply.code(answers.shift() ?? 200).send({ received: true })
  })
  const url = await product.listen({ port: 0, host: '127.0.0.1' })
  const app = await startPhoneServer({ apiUrl: url, productUrl: url, bank })
  return {
    bank,
    events,
    page: async (reference: string) => (await app.inject({ url: `/bank?${new URLSearchParams({ reference })}` })).body,
    pay: (amount: string, reference: string, site = 'same-origin', more = {}) =>
      app.inject({
        method: 'POST',
        url: '/bank',
        headers: { ...OWN, 'sec-fetch-site': site },
        payload: new URLSearchParams({ amount, reference, ...more }).toString(),
      }),
    order: (payload: object, token = bank.token) =>
      app.inject({ method: 'POST', url: '/bank/returns', headers: { authorization: `Bearer ${token}` }, payload }),
    async [Symbol.asyncDispose]() {
      await app.close()
      await product.close()
    },
  }
}
const ORDER = { id: 'ret_1', payment_id: 'pay_1', amount: 700, currency: 'EUR', reason: 'unknown_reference' }

test.each([
  ['25', 2_500],
  ['25,50', 2_550],
  ['0.01', 1],
  ['-1', undefined],
  ['1.234', undefined],
  ['100000.01', undefined],
])('An amount typed as %s is %s cents [APP-10]', (typed, cents) => {
  expect(readAmount(typed)).toBe(cents)
})

test('A transfer is reported by signed message, and a form of another site moves nothing [APP-10]', async () => {
  await using the = await startBank()
  expect((await the.pay('1', 'RF18', 'cross-site')).statusCode).toBe(403)
  expect((await the.pay('25,50', 'RF18 OFTHETESTS')).headers.location).toContain('done=sent')
  expect(the.events).toHaveLength(1)
  expect(bankEvent.parse(the.events[0]).data).toMatchObject({
    amount: 2_550,
    currency: 'EUR',
    reference: 'RF18 OFTHETESTS',
  })
  expect(await the.page('RF18 OFTHETESTS')).toContain('€25.50')
  const atOnce = await the.pay('1', 'RF18', 'same-origin', { at_once: 'yes', pays: '1' })
  expect(atOnce.headers.location).toBe('/app/request')
})

test('A report that is not taken is repeated under the same payment id, and without a report there is no transfer [APP-10]', async () => {
  await using the = await startBank([500, 200, 500, 500, 500])
  expect((await the.pay('1', 'RF18')).headers.location).toContain('done=sent')
  const [first, second] = the.events.map((event) => bankEvent.parse(event).data.payment_id)
  expect(second).toBe(first)
  expect((await the.pay('2', 'RF18')).headers.location).toContain('done=unsent')
  expect([...the.bank.movements.keys()]).toEqual([first])
})

test('A return order counts once, and only from the product [APP-10]', async () => {
  await using the = await startBank()
  expect((await the.order(ORDER, 'something-else')).statusCode).toBe(401)
  expect((await the.order({ ...ORDER, amount: 0 })).statusCode).toBe(400)
  expect([...the.bank.movements]).toEqual([])
  await the.pay('7', 'RF18')
  const [sent] = the.events.map((event) => bankEvent.parse(event).data.payment_id)
  const order = { ...ORDER, payment_id: sent }
  expect((await the.order(order)).statusCode).toBe(202)
  expect((await the.order(order)).statusCode).toBe(202)
  expect([...the.bank.movements]).toHaveLength(2)
  expect(await the.page('RF18')).toContain('the reference is unknown')
  expect(await the.page('RF19')).not.toContain('the reference is unknown')
})
