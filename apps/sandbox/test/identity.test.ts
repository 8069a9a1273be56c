import { isApproved, kycEvent, VENDOR_OUTCOMES } from '@avouch/contract'
import { expect } from 'vitest'
import type { Check } from '../src/identity/checks.ts'
import { STORY_COOKIE } from '../src/http/store.ts'
import { createIdentityServer } from '../src/identity/identity-server.tsx'
import { CALLBACK_SECRET, type FakeProduct } from './fake-product.ts'
import { post, quiet, test as base } from './servers.ts'

const TC = 'tc_0123456789abcdef'
const TOKEN = 'a-token-of-the-product'
const STORY = 'http://localhost:3001/start/now'

async function startService(product: FakeProduct, checks = new Map<string, Check>()) {
  const clock = { now: Date.now() }
  const app = await createIdentityServer({
    ...quiet,
    apiUrl: product.url,
    productUrl: product.url,
    callbackSecret: CALLBACK_SECRET,
    token: TOKEN,
    checks,
    storyUrl: STORY,
    clock: () => new Date(clock.now),
    pauses: [1, 1],
  })
  const oi = `${product.url}/kyc-check-result?return=v1.0123456789abcdef`
  const authorized = (method: 'GET' | 'DELETE') => (tc?: string, authorization?: string) =>
    app.inject({
      method,
      url: `/api/checks/${tc ?? TC}`,
      headers: { authorization: authorization ?? `Bearer ${TOKEN}` },
    })
  return {
    app,
    clock,
    checks,
    oi,
    post: (path: string, fields: Record<string, string>) => post(app, path, fields),
    open: (query: Record<string, string> = {}, url = '/') =>
      app.inject({ url, query: { tc: TC, lang: 'en', oi, ...query } }),
    decide: (status: string, more: Record<string, string> = {}) =>
      post(app, '/outcome', { tc: TC, oi, lang: 'en', status, ...more }),
    ask: authorized('GET'),
    forget: authorized('DELETE'),
    told: () => product.callbacks.map(({ payload }) => kycEvent.parse(payload)),
    statuses: () => product.callbacks.map(({ payload }) => kycEvent.parse(payload).data.status),
    ids: () => product.callbacks.map(({ id }) => id),
    desk: async () => (await app.inject('/desk?lang=en')).body,
    /** A reviewer decides. @returns what the desk says then */
    async review(status: string, reason = '') {
      const { headers } = await post(app, '/desk/decide', { tc: TC, status, reason })
      return new URL(headers.location ?? '', 'http://desk').searchParams.get('note')
    },
    [Symbol.asyncDispose]: () => app.close(),
  }
}

const test = base.extend<{ service: Awaited<ReturnType<typeof startService>> }>({
  service: async ({ product }, use) => {
    await using service = await startService(product)
    await use(service)
  },
})

test('A check is forgotten for the product, in the file too, and for no other caller [ACCOUNT-05]', async ({
  service,
}) => {
  await service.decide('PENDING_MANUAL_REVIEW')
  await service.decide('COMPLETED', { tc: `${TC}x` })
  expect((await service.forget(TC, 'Bearer somebody')).statusCode).toBe(401)
  expect((await service.ask()).statusCode).toBe(200)

  expect((await service.forget()).statusCode).toBe(204)
  expect((await service.forget()).statusCode).toBe(404)
  expect((await service.ask()).statusCode).toBe(404)
  expect(JSON.stringify([...service.checks])).not.toContain(`"${TC}"`)
  expect(await service.desk()).not.toContain(`value="${TC}"`)
  expect((await service.ask(`${TC}x`)).json()).toMatchObject({ status: 'COMPLETED' })
})

test.for(['mara', 'jo', 'sam'] as const)(
  'The look at %s leads to the same report as any other outcome',
  async (person, { service }) => {
    const { body } = await service.open({ person }, '/scan')
    const [, status = ''] = /name="status" value="(\w+)"/.exec(body) ?? []
    expect(service.told()).toEqual([])
    await service.decide(status)
    expect(service.statuses()).toEqual([{ mara: 'COMPLETED', jo: 'UNDERAGED', sam: 'PENDING_MANUAL_REVIEW' }[person]])
  },
)

test.for(VENDOR_OUTCOMES)(
  'The outcome %s is reported by signed message, then the visitor goes back',
  async (status, { service }) => {
    const answer = await service.decide(status)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, service.oi])
    const [told] = service.told()
    expect(told?.data).toMatchObject({ tc: TC, status })
    expect(told?.data.document_hash !== undefined).toBe(isApproved(status))
  },
)

test('A blurred picture keeps the check open for another outcome, and the product may ask what is wanted [KYC-49]', async ({
  service,
}) => {
  const { body } = await service.open({}, '/testers')
  expect(body).toContain('value="" name="status"')
  const wished = await service.decide('')
  expect([wished.statusCode, wished.headers.location]).toEqual([303, service.oi])
  expect((await service.ask()).json()).toMatchObject({ tc: TC, status: '', again: 'picture' })
  expect((await service.open()).body).toContain('Once more: picture blurred')
  expect(await service.desk()).not.toContain(TC)
  await service.decide('COMPLETED')
  expect(service.told().map(({ data }) => [data.tc, data.status, data.again])).toEqual([
    [TC, '', 'picture'],
    [TC, 'COMPLETED', undefined],
  ])
})

test('An outcome is sent again under its id while the product is away, and when the visitor repeats it', async ({
  product,
  service,
}) => {
  product.callbackAnswers.push(503, 500)
  expect((await service.decide('COMPLETED')).statusCode).toBe(303)
  product.callbackAnswers.push(503, 503, 503)
  const failed = await service.decide('UNDERAGED')
  expect([failed.statusCode, failed.body]).toEqual([502, expect.stringContaining('Send again')])
  expect((await service.decide('UNDERAGED')).statusCode).toBe(303)
  const [first, , , last] = service.ids()
  expect(last).not.toBe(first)
  expect(service.ids()).toEqual([first, first, first, last, last, last, last])
})

test('A check has its own document or the one of the same word, also after a review [APP-10]', async ({ service }) => {
  await service.decide('PENDING_MANUAL_REVIEW', { document: ' blue card ' })
  // A review that is decided elsewhere needs the document as well.
  const asked: unknown = (await service.ask()).json()
  await service.review('COMPLETED')
  await service.decide('COMPLETED_FRAUD', { tc: `${TC}_2`, document: 'blue card' })
  await service.decide('COMPLETED', { tc: `${TC}_3`, document: 'red card' })
  for (const tc of [`${TC}_4`, `${TC}_5`]) await service.decide('COMPLETED', { tc })

  const [pending, ...told] = service.told().map(({ data }) => data.document_hash)
  expect(pending).toBeUndefined()
  expect(told[0]).toBe(told[1])
  expect(asked).toMatchObject({ status: 'PENDING_MANUAL_REVIEW', document_hash: told[0] })
  expect(new Set(told).size).toBe(4)
  expect(JSON.stringify(service.told())).not.toContain('blue card')
  expect((await service.ask()).json()).toMatchObject({ status: 'COMPLETED', document_hash: told[0] })
})

test('The outcome of a check is told to a caller with the right token only', async ({ service }) => {
  await service.open()
  expect((await service.ask()).json()).toMatchObject({ tc: TC, status: '' })
  expect((await service.ask('tc_of_nobody_at_all')).statusCode).toBe(404)
  for (const authorization of ['', 'Bearer', 'Bearer something-else', TOKEN])
    expect((await service.ask(TC, authorization)).statusCode).toBe(401)
})

test('The desk decides a check once, and keeps the reason of a rejection to itself', async ({ product, service }) => {
  await service.decide('PENDING_MANUAL_REVIEW')
  expect(await service.review('MANUAL_REVIEW_REJECTED', '  ')).toBe('reason')
  expect(await service.review('MANUAL_REVIEW_REJECTED', '<b>blurred</b>')).toBeNull()
  expect(await service.desk()).toContain('&lt;b&gt;blurred')
  expect(JSON.stringify(product.callbacks)).not.toContain('blurred')
  expect((await service.ask()).body).not.toContain('blurred')
  expect(await service.review('COMPLETED')).toBe('gone')
  expect(service.statuses()).toEqual(['PENDING_MANUAL_REVIEW', 'MANUAL_REVIEW_REJECTED'])
})

test('The desk names who showed a document, has the newest check first, and leads back to the story', async ({
  service,
}) => {
  for (const [at, person] of [
    [1, 'sam'],
    [2, ''],
    [3, 'mara'],
  ] as const) {
    await service.decide('PENDING_MANUAL_REVIEW', { tc: `${TC}_${at}`, person })
    service.clock.now += 1_000
  }
  const desk = await service.desk()
  const cards = [...desk.matchAll(/<li id="tc_0123456789abcdef_(\d)"[^]+?<\/li>/g)]
  expect(cards.map(([, at]) => at)).toEqual(['3', '2', '1'])
  expect(cards.map(([card]) => /<h3[^>]*>([^<]+)/.exec(card)?.[1])).toEqual(['Mara, 34', 'For testers', 'Sam, blurred'])
  // The button says whom it approves.
  for (const [card, at] of cards) expect(card).toContain(`aria-describedby="who-${TC}_${at}"`)
  expect(desk).toContain('href="/story"')
  expect((await service.app.inject('/story')).headers.location).toBe(STORY)
})

test('The desk has the check of the running story before all others, and says so', async ({ service }) => {
  const cookies = { [STORY_COOKIE]: 's'.repeat(43) }
  await service.app.inject({ url: '/', query: { tc: `${TC}_own`, oi: service.oi }, cookies })
  for (const tc of [`${TC}_own`, `${TC}_new`]) {
    await service.decide('PENDING_MANUAL_REVIEW', { tc })
    service.clock.now += 1_000
  }
  const { body } = await service.app.inject({ url: '/desk?lang=en', cookies })
  expect(body.match(/<li id="\w+"/g)).toEqual([`<li id="${TC}_own"`, `<li id="${TC}_new"`])
  expect(body.match(/Your story/g)).toHaveLength(1)
  expect(await service.desk()).not.toContain('Your story')
})
