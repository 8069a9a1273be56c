import { kycEvent, VENDOR_OUTCOMES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import type { CheckRecord } from '../src/identity/checks.ts'
import { createIdentityServer } from '../src/identity/identity-server.tsx'
import { memoryJournal } from '../src/journal.ts'
import { CALLBACK_SECRET, type FakeProduct, startFakeProduct } from './fake-product.ts'

const TC = 'tc_0123456789abcdef'

async function startService(product: FakeProduct, journal = memoryJournal<CheckRecord>()) {
  const app = await createIdentityServer({
    apiUrl: product.url,
    productUrl: product.url,
    callbackSecret: CALLBACK_SECRET,
    journal,
    pauses: [1, 1],
    assets: new Map(),
    log: () => undefined,
  })
  const oi = `${product.url}/kyc-check-result?mintid=0123456789abcdef`
  const post = (path: string, fields: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: new URLSearchParams(fields).toString(),
    })
  return {
    app,
    journal,
    oi,
    decide: (status: string, tc = TC) => post('/outcome', { tc, oi, lang: 'en', status }),
    atDesk: (status: string, tc = TC) => post('/desk', { tc, status, lang: 'en' }),
    [Symbol.asyncDispose]: () => app.close(),
  }
}

describe('an outcome', () => {
  test.each(VENDOR_OUTCOMES)('%s is reported by signed message, then the visitor goes back', async (status) => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const answer = await service.decide(status)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, service.oi])
    expect(product.callbacks.map(({ payload }) => kycEvent.parse(payload).data)).toEqual([{ tc: TC, status }])
  })

  test('is sent again, under the same id, while the product is away', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    product.callbackAnswers.push(503, 500)
    expect((await service.decide('COMPLETED')).statusCode).toBe(303)
    expect(new Set(product.callbacks.map(({ id }) => id)).size).toBe(1)
    expect(product.callbacks.length).toBe(3)
  })

  test('keeps its id when the visitor sends it again later', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    product.callbackAnswers.push(503, 503, 503)
    const failed = await service.decide('COMPLETED')
    expect(failed.statusCode).toBe(502)
    expect(failed.body).toContain('Send again')
    expect((await service.decide('COMPLETED')).statusCode).toBe(303)
    expect(new Set(product.callbacks.map(({ id }) => id)).size).toBe(1)
  })

  test('is not insisted on when the product refuses it', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    product.callbackAnswers.push(404)
    expect((await service.decide('COMPLETED')).statusCode).toBe(502)
    expect(product.callbacks.length).toBe(1)
  })

  test('of a review is decided at the desk, as a new report', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('PENDING_MANUAL_REVIEW')
    expect((await service.app.inject('/desk')).body).toContain(TC)
    expect((await service.atDesk('COMPLETED')).statusCode).toBe(303)
    expect((await service.atDesk('COMPLETED', 'tc_of_nobody_at_all')).statusCode).toBe(400)
    expect(new Set(product.callbacks.map(({ id }) => id)).size).toBe(2)
  })

  test('is remembered over the death of the process', async () => {
    await using product = await startFakeProduct()
    const before = await startService(product)
    await before.decide('PENDING_MANUAL_REVIEW')
    await before.app.close()
    await using after = await startService(product, memoryJournal(before.journal.written))
    expect((await after.app.inject('/desk')).body).toContain(TC)
  })
})

describe('a check does not begin', () => {
  test.each([
    { without: 'a transaction code', query: {} },
    { without: 'a plausible transaction code', query: { tc: '<b>' } },
    { without: 'a return address', query: { tc: TC, lang: 'en' } },
    { without: 'a return address of the product', query: { tc: TC, oi: 'https://elsewhere.example/' } },
  ])('without $without', async ({ query }) => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const answer = await service.app.inject({ url: '/', query: { userConsentDP: 'no', ...query } })
    expect(answer.statusCode).toBe(400)
    expect(answer.body).not.toContain('elsewhere.example')
  })

  test('for a form that another site sends', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const payload = new URLSearchParams({ tc: TC, oi: service.oi, status: 'COMPLETED' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
    expect((await service.app.inject({ method: 'POST', url: '/outcome', headers, payload })).statusCode).toBe(403)
    expect(product.callbacks).toEqual([])
  })
})
