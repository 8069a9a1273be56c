import { expect } from 'vitest'
import type { Check } from '../src/identity/checks.ts'
import { createIdentityServer } from '../src/identity/identity-server.tsx'
import type { Message } from '../src/phone/message.ts'
import { newVisits } from '../src/shop/shop.tsx'
import type { Run } from '../src/stories/journal.ts'
import { addStories } from '../src/stories/stories-routes.tsx'
import { CALLBACK_SECRET } from './fake-product.ts'
import { cookiesOf, GATED, post, quiet, SMS_TOKEN, startPhoneServer, test as base } from './servers.ts'

/** A browser at the page where everything begins, with the servers around it. */
const test = base.extend<{ stories: Awaited<ReturnType<typeof open>> }>({
  stories: async ({ product, cinema: { app, orders } }, use) => use(await open(app, orders, product.url)),
})

async function open(app: Parameters<typeof addStories>[0], orders: Map<string, never> | object, productUrl: string) {
  const messages = new Map<string, Message>()
  const checks = new Map<string, Check>()
  const phone = await startPhoneServer({ messages })
  const shared = { ...quiet, apiUrl: productUrl, productUrl, callbackSecret: CALLBACK_SECRET, token: SMS_TOKEN }
  const identity = await createIdentityServer({ ...shared, checks, pauses: [] })
  const [runs, addresses] = [new Map<string, Run>(), { product: '', provider: '', identity: '', phone: 'http://phone' }]
  const received = { messages, checks, orders: orders as Map<string, never>, hits: new Map(), wine: newVisits() }
  addStories(app, { runs, received, phone, identity, addresses, clock: () => new Date(), log: () => undefined })
  const cookies: Record<string, string> = {}
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await post(app, path, fields, cookies)
    Object.assign(cookies, cookiesOf(answer))
    return answer.headers.location
  }
  const see = async (url: string) => (await app.inject({ url, cookies, headers: { 'accept-language': 'en' } })).body
  const sms = (to: string) =>
    phone.inject({
      method: 'POST',
      url: '/api/messages',
      headers: { authorization: `Bearer ${SMS_TOKEN}` },
      payload: { to, text: '407183 is your code.', idempotency_key: to },
    })
  return { runs, identity, cookies, send, see, sms }
}

test('A story begins with a number and a store of its own, goes on where it was left, and begins again', async ({
  stories: { runs, send, see },
}) => {
  const asked = 'Waiting for your confirmation'
  expect(await send('/start/begin', { story: 'first' })).toBe('/start/first')
  await send('/ask', { film: 'red-corridor' })
  expect(await see(GATED)).toContain(asked)
  await send('/start/begin', { story: 'underage' })
  expect(await see(GATED)).not.toContain(asked)
  expect(await send('/start/continue', { story: 'first' })).toBe('/start/first')
  expect(await see(GATED)).toContain(asked)
  await send('/start/begin', { story: 'first' })
  expect(await see(GATED)).not.toContain(asked)
  expect(new Set([...runs.values()].map(({ number }) => number)).size).toBe(3)
})

test('The page beside a story shows what left for its number and its check, and nothing of others', async ({
  product,
  stories: { runs, identity, cookies, send, see, sms },
}) => {
  await send('/start/begin', { story: 'first' })
  const page = () => see('/start/first')
  expect(await page()).toContain('No message has left yet.')
  await sms('+4915112345678')
  expect(await page()).not.toContain('407183')
  await sms([...runs.values()][0]?.number ?? '')
  expect(await page()).toContain('407183 is your code.')
  const oi = `${product.url}/kyc-check-result`
  await identity.inject({ url: '/', query: { tc: 'tc_0123456789abcdef', oi, lang: 'en' }, cookies })
  await post(identity, '/outcome', { tc: 'tc_0123456789abcdef', oi, status: 'UNDERAGED' }, cookies)
  for (const words of ['tc_0123456789abcdef', 'Outcome, signed', 'UNDERAGED', 'The document that it was shown'])
    expect(await page()).toContain(words)
})
