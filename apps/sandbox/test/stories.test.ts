import { expect } from 'vitest'
import type { Check } from '../src/identity/checks.ts'
import { createIdentityServer } from '../src/identity/identity-server.tsx'
import type { Message } from '../src/phone/message.ts'
import type { Order } from '../src/provider/orders.ts'
import { newVisits } from '../src/shop/shop.tsx'
import type { Run } from '../src/stories/journal.ts'
import { addStories } from '../src/stories/stories-routes.tsx'
import { CALLBACK_SECRET, type FakeProduct } from './fake-product.ts'
import { cookiesOf, post, quiet, SMS_TOKEN, startCinema, startPhoneServer, test as base } from './servers.ts'

const WHO_ASKS = 'Which website asks<'
const QUESTION = 'Is this visitor 18 or over'

type Cinema = Parameters<typeof addStories>[0]

/** A browser at the page where everything begins, with the servers around it. */
async function openStories(
  app: Cinema,
  { url }: FakeProduct,
  orders: Map<string, Order>,
  runs = new Map<string, Run>(),
  cookies: Record<string, string> = {},
) {
  const [messages, checks] = [new Map<string, Message>(), new Map<string, Check>()]
  const phone = await startPhoneServer({ messages, runs })
  const shared = { ...quiet, apiUrl: url, productUrl: url, callbackSecret: CALLBACK_SECRET, token: SMS_TOKEN }
  const identity = await createIdentityServer({ ...shared, storyUrl: 'http://cinema/start/now', checks, pauses: [] })
  const addresses = { product: url, provider: 'http://cinema', identity: 'http://identity', phone: 'http://phone' }
  const received = { messages, checks, orders, hits: new Map(), wine: newVisits(() => {}) }
  addStories(app, { runs, received, phone, identity, addresses, clock: () => new Date(), log: () => undefined })
  const headers = { 'accept-language': 'en' }
  const oi = `${url}/kyc-check-result`
  const send = async (path: string, fields: Record<string, string>) => {
    const answer = await post(app, path, fields, cookies)
    Object.assign(cookies, cookiesOf(answer))
    return answer.headers.location
  }
  return {
    send,
    see: async (path: string) => (await app.inject({ url: path, cookies, headers })).body,
    seePhone: async () => (await phone.inject({ url: '/', cookies, headers })).body,
    /** @returns its number, as the page beside it gives it to copy */
    begin: async (story: string) => {
      const at = (await send('/start/begin', { story })) ?? ''
      return /data-copy="(\+[0-9]+)"/.exec((await app.inject({ url: at, cookies })).body)?.[1] ?? ''
    },
    sms: (to: string, code: string) =>
      phone.inject({
        method: 'POST',
        url: '/api/messages',
        headers: { authorization: `Bearer ${SMS_TOKEN}` },
        payload: { to, text: `${code} is your code.`, idempotency_key: to },
      }),
    check: async (tc: string, status?: string) => {
      await identity.inject({ url: '/', query: { tc, oi, lang: 'en' }, cookies })
      if (status) await post(identity, '/outcome', { tc, oi, status }, cookies)
    },
    erase: async (tc: string) => {
      const headers = { authorization: `Bearer ${SMS_TOKEN}` }
      const at = { url: `/api/checks/${tc}`, headers }
      const { statusCode } = await identity.inject({ method: 'DELETE', ...at })
      return [statusCode, (await identity.inject(at)).statusCode]
    },
    [Symbol.asyncDispose]: async () => void (await Promise.all([phone.close(), identity.close()])),
  }
}

const test = base.extend<{ stories: Awaited<ReturnType<typeof openStories>> }>({
  stories: async ({ product, cinema: { app, orders } }, use) => {
    await using stories = await openStories(app, product, orders)
    await use(stories)
  },
})

test('The phone and the page beside a story show what was sent to its number, and nothing of other stories', async ({
  stories: { begin, see, seePhone, sms },
}) => {
  const first = await begin('first')
  const underage = await begin('underage')
  expect(first).not.toBe(underage)
  await sms(underage, '271828')
  await sms('+4915100000001', '314159')
  await sms(first, '407183')
  expect(await see('/start/underage')).toContain('271828')
  expect(await see('/start/underage')).not.toContain('407183')
  const phone = await seePhone()
  expect(phone).toContain('271828')
  // Somebody may type a number that no story gave.
  expect(phone).toContain('314159')
  expect(phone).not.toContain('407183')
  expect(phone).not.toContain('407 183')
})

test.for([
  ['COMPLETED', 'press “Send the answer to Kino Aurora”.'],
  ['COMPLETED_FRAUD', 'press “Send the answer to Kino Aurora”.'],
  ['PENDING_MANUAL_REVIEW', 'Now be the reviewer: open the desk, look, and decide.'],
  ['UNDERAGED', 'Read what Avouch says, then go back to the cinema.'],
  ['MANUAL_REVIEW_REJECTED', 'At Avouch press “Try again”'],
  ['USER_PROCESS_EXPIRED', 'At Avouch press “Try again”'],
  ['DELETED', 'At Avouch press “Try again”'],
] as const)(
  'After the outcome %s the page beside a story says what to do next',
  async ([status, step], { stories }) => {
    const { begin, send, check, see } = stories
    await begin('review')
    await send('/ask', { film: 'red-corridor' })
    await check('tc_0123456789abcdef')
    expect(await see('/start/review')).toContain('choose Sam, blurred')
    await check('tc_0123456789abcdef', status)
    expect(await see('/start/review')).toContain(step)
  },
)

test('The story of a person who is too young offers an appeal, and says who confirms it [APPEAL-01]', async ({
  stories,
}) => {
  const { begin, send, check, see } = stories
  await begin('underage')
  await send('/ask', { film: 'red-corridor' })
  await check('tc_0123456789abcdef', 'UNDERAGED')
  expect(await see('/start/underage')).toContain('Press “Register again” there')
  await check('tc_fedcba9876543210', 'COMPLETED')
  const page = await see('/start/underage')
  expect(page).toContain('approve the appeal')
  expect(page).toContain('/operator')
})

test('The page beside a story keeps the messages of a check that was made again', async ({ stories }) => {
  const { begin, send, check, see } = stories
  await begin('review')
  await send('/ask', { film: 'red-corridor' })
  await check('tc_0123456789abcdef', 'MANUAL_REVIEW_REJECTED')
  await check('tc_fedcba9876543210', 'COMPLETED')
  const page = await see('/start/review')
  for (const words of ['tc_0123456789abcdef', 'MANUAL_REVIEW_REJECTED', 'tc_fedcba9876543210', 'COMPLETED'])
    expect(page).toContain(words)
})

test('The page beside a story keeps the messages of an erased check, which its service no longer knows [ACCOUNT-05]', async ({
  stories: { begin, sms, check, erase, see },
}) => {
  const tc = 'tc_0123456789abcdef'
  await sms(await begin('underage'), '271828')
  await check(tc, 'UNDERAGED')
  expect(await see('/start/underage')).toContain('The document that it was shown<')
  expect(await erase(tc)).toEqual([204, 404])
  const page = await see('/start/underage')
  for (const words of [tc, 'UNDERAGED', 'Delete this check', 'it was shown; deleted since', 'Your number; deleted'])
    expect(page).toContain(words)
})

test('From the question on, and not before, the page beside a story says that Avouch learned which website asks', async ({
  product,
  cinema,
}) => {
  const runs = new Map<string, Run>()
  await using stories = await openStories(cinema.app, product, cinema.orders, runs)
  for (const [story, known] of [
    ['first', 'Nothing yet'],
    ['returning', 'That you are 18 or over'],
  ] as const) {
    await stories.begin(story)
    for (const [store, one] of runs) runs.set(store, { ...one, account: 'ready' })
    const before = await stories.see(`/start/${story}`)
    expect(before).toContain(known)
    for (const words of [WHO_ASKS, QUESTION]) expect(before).not.toContain(words)
    await stories.send('/ask', { film: 'red-corridor' })
    await stories.check(`tc_0123456789_${story}`)
    const after = await stories.see(`/start/${story}`)
    expect(after).toContain(WHO_ASKS)
    expect(after).toMatch(new RegExp(`${QUESTION}[^]+A check begins`))
    // Taking it back makes nobody forget.
    await stories.send('/give-up', { film: 'red-corridor' })
    const later = await stories.see(`/start/${story}`)
    for (const words of [WHO_ASKS, QUESTION]) expect(later).toContain(words)
  }
})

test('While an account is being made the page beside its story says of nobody that they learned something', async ({
  stories: { begin, see },
}) => {
  await begin('returning')
  const page = await see('/start/returning')
  for (const words of ['That you are 18', 'The document']) expect(page).not.toContain(words)
})

test('A story whose question was given up begins at the website again', async ({ stories }) => {
  const { begin, send, sms, see } = stories
  const number = await begin('first')
  await send('/ask', { film: 'red-corridor' })
  await sms(number, '407183')
  expect(await see('/start/first')).toContain('Type the code from the SMS.')
  await send('/give-up', { film: 'red-corridor' })
  expect(await see('/start/first')).toContain('open the cinema and press')
})

test('A story that is over offers its end, and the film leads to what the cinema learned', async ({
  product,
  cinema: { app },
  stories: { begin, send, see },
}) => {
  await begin('first')
  await send('/ask', { film: 'red-corridor' })
  expect(await see('/start')).not.toContain('See the end')
  await app.inject(await product.event())
  expect(await see('/start')).toContain('See the end')
  expect(await see('/films/red-corridor')).toMatch(/href="#learned"[^]+ id="learned"/)
})

test('After a restart a story whose account was being made can be begun again', async ({ product, cinema }) => {
  const [runs, cookies, interrupted] = [new Map<string, Run>(), {}, new Map<string, Run>()]
  await using before = await openStories(cinema.app, product, cinema.orders, runs, cookies)
  await before.send('/start/begin', { story: 'returning' })
  for (const [store, one] of runs) interrupted.set(store, { ...one })
  await using later = await startCinema(product)
  await using after = await openStories(later.app, product, later.orders, interrupted, cookies)
  expect(await after.see('/start/returning')).toContain('The account could not be made. Begin this story again.')
})
