import { isApproved, kycEvent, VENDOR_OUTCOMES } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import type { Check } from '../src/identity/checks.ts'
import { createIdentityServer } from '../src/identity/identity-server.tsx'
import { CALLBACK_SECRET, type FakeProduct, startFakeProduct } from './fake-product.ts'
import { cookiesOf, OWN } from './servers.ts'

const TC = 'tc_0123456789abcdef'
const TOKEN = 'a-token-of-the-product'

async function startService(
  product: FakeProduct,
  checks = new Map<string, Check>(),
  clock: () => Date = () => new Date(),
) {
  const app = await createIdentityServer({
    apiUrl: product.url,
    productUrl: product.url,
    callbackSecret: CALLBACK_SECRET,
    token: TOKEN,
    checks,
    clock,
    pauses: [1, 1],
    assets: new Map(),
    log: () => undefined,
  })
  const oi = `${product.url}/kyc-check-result?return=v1.0123456789abcdef`
  const post = (path: string, fields: Record<string, string>, cookies: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: path,
      cookies,
      headers: OWN,
      payload: new URLSearchParams(fields).toString(),
    })
  return {
    app,
    checks,
    oi,
    post,
    decide: (status: string, travel: Record<string, string> = {}) =>
      post('/outcome', { tc: TC, oi, lang: 'en', status, ...travel }),
    ask: (tc = TC, authorization = `Bearer ${TOKEN}`) =>
      app.inject({ url: `/api/checks/${tc}`, headers: { authorization } }),
    forget: (tc = TC, authorization = `Bearer ${TOKEN}`) =>
      app.inject({ method: 'DELETE', url: `/api/checks/${tc}`, headers: { authorization } }),
    /** A reviewer at the desk, with a browser of the own. */
    async reviewer(name: string) {
      const named = await post('/desk/name', { name })
      const cookies = cookiesOf(named)
      const noteOf = async (path: string, fields: Record<string, string> = {}) => {
        const { headers } = await post(path, { tc: TC, ...fields }, cookies)
        return new URL(headers.location ?? '', 'http://desk').searchParams.get('note')
      }
      return {
        claim: () => noteOf('/desk/claim'),
        release: () => noteOf('/desk/release'),
        decide: (status: string, reason = '') => noteOf('/desk/decide', { status, reason }),
        page: async () => (await app.inject({ url: '/desk', cookies })).body,
      }
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}
const statuses = (product: FakeProduct) => product.callbacks.map(({ payload }) => kycEvent.parse(payload).data.status)

test('ACCOUNT-05 a check is forgotten when the product asks for it, in the file too, and by no other caller', async () => {
  await using product = await startFakeProduct()
  await using service = await startService(product)
  await service.decide('PENDING_MANUAL_REVIEW')
  await service.post('/outcome', { tc: `${TC}x`, oi: service.oi, lang: 'en', status: 'COMPLETED' })
  expect((await service.forget(TC, 'Bearer somebody')).statusCode).toBe(401)
  expect((await service.ask()).statusCode).toBe(200)
  const claimed = await (await service.reviewer('Ada')).claim()
  expect(claimed).toBeNull()

  expect((await service.forget()).statusCode).toBe(204)
  expect((await service.forget()).statusCode).toBe(404)
  expect((await service.ask()).statusCode).toBe(404)
  expect(JSON.stringify([...service.checks])).not.toContain(`"${TC}"`)
  expect(await (await service.reviewer('Bo')).page()).not.toContain(`value="${TC}"`)
  expect((await service.ask(`${TC}x`)).json()).toMatchObject({ status: 'COMPLETED' })
})

describe('an outcome', () => {
  test.each(VENDOR_OUTCOMES)('%s is reported by signed message, then the visitor goes back', async (status) => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const answer = await service.decide(status)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, service.oi])
    const told = product.callbacks.map(({ payload }) => kycEvent.parse(payload).data)
    expect(told).toMatchObject([{ tc: TC, status }])
    expect(told.map(({ document_hash }) => document_hash !== undefined)).toEqual([isApproved(status)])
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

  test('is reported twice under one id, when the tester wants it so', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('COMPLETED', { way: 'twice' })
    expect(statuses(product)).toEqual(['COMPLETED', 'COMPLETED'])
    expect(new Set(product.callbacks.map(({ id }) => id)).size).toBe(1)
  })

  test('is followed by an older report', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('COMPLETED', { way: 'reversed' })
    const [first, second] = product.callbacks.map(({ payload }) => kycEvent.parse(payload))
    expect(statuses(product)).toEqual(['COMPLETED', 'PENDING_MANUAL_REVIEW'])
    expect(Date.parse(second?.timestamp ?? '')).toBeLessThan(Date.parse(first?.timestamp ?? ''))
  })

  test('comes after the next report of its check', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    expect((await service.decide('PENDING_MANUAL_REVIEW', { way: 'late' })).headers.location).toBe(service.oi)
    expect(product.callbacks).toEqual([])
    await service.decide('COMPLETED')
    expect(statuses(product)).toEqual(['COMPLETED', 'PENDING_MANUAL_REVIEW'])
  })

  test('gets lost, and is known to who asks', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    expect((await service.decide('UNDERAGED', { way: 'lost' })).headers.location).toBe(service.oi)
    expect(product.callbacks).toEqual([])
    expect((await service.ask()).json()).toMatchObject({ tc: TC, status: 'UNDERAGED' })
  })

  test('waits as long as the tester wants, also over the death of the process', async () => {
    await using product = await startFakeProduct()
    const before = await startService(product)
    await before.decide('COMPLETED', { delay: '60' })
    await before.app.close()
    expect(product.callbacks).toEqual([])
    const almostLater = () => new Date(Date.now() + 59_500)
    await using _after = await startService(product, before.checks, almostLater)
    await expect.poll(() => statuses(product)).toEqual(['COMPLETED'])
  })

  test('KYC-33 is of a document of its own, or of the one with the same word, also after a review and when asked', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const decide = (tc: string, status: string, document = '') =>
      service.post('/outcome', { tc, oi: service.oi, lang: 'en', status, document })
    await decide(TC, 'PENDING_MANUAL_REVIEW', ' blue card ')
    const anna = await service.reviewer('Anna')
    await anna.claim()
    await anna.decide('COMPLETED')
    await decide(`${TC}_2`, 'COMPLETED_FRAUD', 'blue card')
    await decide(`${TC}_3`, 'COMPLETED', 'red card')
    for (const tc of [`${TC}_4`, `${TC}_5`]) await decide(tc, 'COMPLETED')

    const [pending, ...told] = product.callbacks.map(({ payload }) => kycEvent.parse(payload).data.document_hash)
    expect(pending).toBeUndefined()
    expect(told[0]).toBe(told[1])
    expect(new Set(told).size).toBe(4)
    expect(JSON.stringify(product.callbacks)).not.toContain('blue card')
    expect((await service.ask()).json()).toMatchObject({ status: 'COMPLETED', document_hash: told[0] })
  })

  test('is chosen beforehand in a browser, and given without a question', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    const saved = await service.post('/plan', { status: 'MANUAL_REVIEW_REJECTED', way: 'twice', delay: '0' })
    const cookies = cookiesOf(saved)
    const query = { tc: TC, lang: 'en', oi: service.oi }
    const planned = await service.app.inject({ url: '/', query, cookies })
    expect([planned.statusCode, planned.headers.location]).toEqual([303, service.oi])
    expect(statuses(product)).toEqual(['MANUAL_REVIEW_REJECTED', 'MANUAL_REVIEW_REJECTED'])
    const other = await service.app.inject({ url: '/', query: { ...query, tc: `${TC}_2` } })
    expect(other.statusCode).toBe(200)
  })
})

describe('who asks about a check', () => {
  test('learns its outcome with the right token only', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.app.inject({ url: '/', query: { tc: TC, lang: 'en', oi: service.oi } })
    expect((await service.ask()).json()).toMatchObject({ tc: TC, status: '' })
    expect((await service.ask('tc_of_nobody_at_all')).statusCode).toBe(404)
    for (const authorization of ['', 'Bearer', 'Bearer something-else', TOKEN])
      expect((await service.ask(TC, authorization)).statusCode).toBe(401)
  })
})

describe('the desk', () => {
  test('lets only the reviewer who took a check decide it', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('PENDING_MANUAL_REVIEW')
    const [anna, ben] = [await service.reviewer('Anna'), await service.reviewer('Ben')]
    expect(await anna.decide('COMPLETED')).toBe('taken')
    expect([await anna.claim(), await ben.claim()]).toEqual([null, 'taken'])
    expect(await ben.page()).toContain('Anna works on it')
    expect([await ben.release(), await ben.decide('COMPLETED')]).toEqual(['taken', 'taken'])
    expect(await anna.decide('COMPLETED')).toBeNull()
    expect(statuses(product)).toEqual(['PENDING_MANUAL_REVIEW', 'COMPLETED'])
    expect(await anna.claim()).toBe('gone')
  })

  test('two reviewers of one name are two', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('PENDING_MANUAL_REVIEW')
    const [one, other] = [await service.reviewer('Anna'), await service.reviewer('Anna')]
    await one.claim()
    expect(await other.decide('COMPLETED')).toBe('taken')
  })

  test('a check that was given back, or kept for ten minutes, is free again', async () => {
    await using product = await startFakeProduct()
    let shift = 0
    await using service = await startService(product, new Map(), () => new Date(Date.now() + shift))
    await service.decide('PENDING_MANUAL_REVIEW')
    const [anna, ben] = [await service.reviewer('Anna'), await service.reviewer('Ben')]
    await anna.claim()
    await anna.release()
    expect(await ben.claim()).toBeNull()
    shift = 10 * 60_000
    expect(await ben.decide('COMPLETED')).toBe('taken')
    expect(await anna.claim()).toBeNull()
  })

  test('rejects with a reason, which stays there', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('PENDING_MANUAL_REVIEW')
    const anna = await service.reviewer('Anna')
    await anna.claim()
    expect(await anna.decide('MANUAL_REVIEW_REJECTED', '  ')).toBe('reason')
    expect(await anna.decide('MANUAL_REVIEW_REJECTED', '<b>blurred</b>')).toBeNull()
    expect(await anna.page()).toContain('&lt;b&gt;blurred')
    expect(JSON.stringify(product.callbacks)).not.toContain('blurred')
    expect((await service.ask()).body).not.toContain('blurred')
  })

  test('asks for a name first, and takes no form of another site', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('PENDING_MANUAL_REVIEW')
    expect((await service.post('/desk/claim', { tc: TC })).headers.location).toContain('note=name')
    const forged = await service.app.inject({
      method: 'POST',
      url: '/desk/decide',
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(forged.statusCode).toBe(403)
  })

  test('remembers everything over the death of the process', async () => {
    await using product = await startFakeProduct()
    const before = await startService(product)
    await before.decide('PENDING_MANUAL_REVIEW')
    const anna = await before.reviewer('Anna')
    await anna.claim()
    await before.app.close()
    await using after = await startService(product, before.checks)
    const ben = await after.reviewer('Ben')
    expect(await ben.page()).toContain('Anna works on it')
    expect(await ben.claim()).toBe('taken')
  })

  test('sends again by hand what got lost', async () => {
    await using product = await startFakeProduct()
    await using service = await startService(product)
    await service.decide('COMPLETED', { way: 'lost' })
    const anna = await service.reviewer('Anna')
    const id = /name="id" value="([^"]+)"/.exec(await anna.page())?.[1] ?? ''
    await service.post('/desk/resend', { tc: TC, id })
    expect(product.callbacks.map((sent) => sent.id)).toEqual([id])
    expect(await anna.page()).not.toContain('lost on the way')
  })

  test('tells open pages of every change', async () => {
    await using product = await startFakeProduct()
    const service = await startService(product)
    const url = await service.app.listen({ port: 0, host: '127.0.0.1' })
    const stream = (await fetch(`${url}/desk/events`)).text()
    await service.decide('PENDING_MANUAL_REVIEW')
    await service.app.close()
    expect((await stream).match(/event: version/g)?.length).toBeGreaterThan(1)
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
