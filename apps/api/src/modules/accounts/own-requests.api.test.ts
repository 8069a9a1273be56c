import { HOUR_MS, MINUTE_MS, PAYMENT_LISTED_DAYS, REQUEST_LISTED_DAYS, SECOND_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import {
  beginCheck,
  checked,
  createIntent,
  createMuseumIntent,
  newBrowser,
  refresh,
  registered,
  signInOn,
  type Visitor,
} from '#test/builders.ts'
import {
  askForPayment,
  confirmPayment,
  executePayment,
  liveKey,
  paid,
  payer,
  refund,
  releasePayment,
} from '#test/money.ts'
import { tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi()
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const requestsOf = async (bearer: string, query: { limit?: string; cursor?: string } = {}) =>
  (await the.api.client('ownRequests', { query }, { bearer })).data

test('The list of websites says who asked, when, what was told and by which method, and what is open [ACCOUNT-08]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  the.api.clock.advance(MINUTE_MS)
  const open = await createMuseumIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: open.mintid })
  // A request without a visitor is in no list.
  await createIntent(the.api)
  const { data, next_cursor } = await requestsOf(bearer)
  expect(next_cursor).toBeNull()
  expect(data).toMatchObject([
    {
      id: open.id,
      status: 'bound',
      result: null,
      method: null,
      told_at: null,
      mintid: open.mintid,
      can_withdraw: false,
    },
    {
      id: intent.id,
      provider: { name: 'Kino Aurora', domain: new URL(the.api.world.url).hostname, logo: null },
      kind: 'age',
      live: false,
      status: 'confirmed',
      result: 'yes',
      method: 'identity_check',
      minimum_age: 18,
      payment: null,
      mintid: null,
    },
  ])
  const [newest, answered] = data
  expect(newest?.provider).not.toEqual(answered?.provider)
  expect(Date.parse(newest?.asked_at ?? '')).toBeGreaterThan(Date.parse(answered?.told_at ?? ''))
})

test('A payment is listed with its amount, what was paid back, and its receipt; an open one can be withdrawn [ACCOUNT-08]', async () => {
  const visitor = await paid(the.api, key)
  await refund(the.api, key, visitor.intent.id, 500, 'some-key')
  the.api.clock.advance(SECOND_MS)
  const waiting = await askForPayment(the.api, key, { amount: 300 })
  await confirmPayment(the.api, waiting.mintid, visitor.bearer)
  const { data } = await requestsOf(visitor.bearer)
  expect(data).toMatchObject([
    { id: waiting.id, status: 'reserved', told_at: null, can_withdraw: true, payment: { amount: 300, entry_id: null } },
    {
      id: visitor.intent.id,
      kind: 'payment',
      live: true,
      status: 'executed',
      result: null,
      method: null,
      minimum_age: null,
      payment: { amount: 1_999, currency: 'EUR', description: 'Abendkasse', refunded: 500 },
      can_withdraw: false,
    },
  ])
  const params = { id: data[1]?.payment?.entry_id ?? '' }
  const { data: receipt } = await the.api.client('walletEntryReceipt', { params }, { bearer: visitor.bearer })
  expect(receipt).toMatchObject({ entry: { kind: 'payment', available_change: 0 }, refunded: 500 })
  expect(receipt.transaction).toBe(data[1]?.transaction)
  await releasePayment(the.api, data[0]?.mintid ?? '', visitor.bearer)
  expect((await requestsOf(visitor.bearer)).data[0]).toMatchObject({
    status: 'cancelled',
    mintid: null,
    can_withdraw: false,
  })
})

/** Opens requests of one account, one after the other. @returns their ids, the newest first */
async function asked({ bearer }: Visitor, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const { id, mintid } = await createIntent(the.api)
    // Two at each moment: the order is total all the same.
    if (i % 2 === 0) the.api.clock.advance(1)
    await beginCheck(the.api, bearer, { mintid })
    ids.unshift(id)
  }
  return ids
}

test('Pages have twenty requests and follow one another without a gap or a repetition, while others arrive [ACCOUNT-08]', async () => {
  holdTime(the.api)
  const visitor = await registered(the.api)
  const ids = await asked(visitor, 23)
  const first = await requestsOf(visitor.bearer)
  expect(first.data).toHaveLength(20)
  the.api.clock.advance(SECOND_MS)
  await asked(visitor, 1)
  const second = await requestsOf(visitor.bearer, { cursor: first.next_cursor ?? '' })
  expect(second.next_cursor).toBeNull()
  const listed = [...first.data, ...second.data].map(({ id }) => id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
  expect(first.next_cursor).not.toContain(listed[19])
  expect((await requestsOf(visitor.bearer, { limit: '2' })).data).toHaveLength(2)
  const broken = requestsOf(visitor.bearer, { cursor: 'YWJj' })
  await expect(broken).rejects.toMatchObject({ code: 'invalid_request' })
  expect((await requestsOf((await registered(the.api)).bearer)).data).toEqual([])
})

test('A page is read by its index, however many requests there are [ACCOUNT-08]', async () => {
  const plan = await the.api.rows(`
    explain (format text) select i.id from intent i
    where i.account_id = 'usr_x' and (i.bound_at, i.id) < (now(), 'int_x') order by i.bound_at desc, i.id desc limit 21`)
  const text = plan.map((line) => String(line['QUERY PLAN'])).join('\n')
  expect(text).toContain('intent_of_account')
  expect(text).not.toContain('Sort')
})

test('The list reaches back 89 days, and payments 395 [ACCOUNT-08]', async () => {
  const { bearer, number, intent: paidFor } = await paid(the.api, key)
  const intent = await createIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  the.api.clock.advance(DAY_MS)
  const state = () => the.api.rows('select state from intent where id = $1', [intent.id])
  await expect.poll(state).toEqual([{ state: 'expired' }])
  const listed = async () => {
    await runJob(the.api, 'retention.sweep')
    const { access_token } = await signInOn(the.api, newBrowser(), number)
    return (await requestsOf(access_token)).data.map(({ id }) => id)
  }
  the.api.clock.advance((REQUEST_LISTED_DAYS - 1) * DAY_MS)
  expect(await listed()).toEqual([intent.id, paidFor.id])
  the.api.clock.advance(2 * DAY_MS)
  expect(await listed()).toEqual([paidFor.id])
  the.api.clock.advance((PAYMENT_LISTED_DAYS - REQUEST_LISTED_DAYS - 3) * DAY_MS)
  expect(await listed()).toEqual([paidFor.id])
  the.api.clock.advance(2 * DAY_MS)
  expect(await listed()).toEqual([])
})

test.each<[string, (bearer: string) => Promise<{ status: number }>]>([
  ['the list of websites', (bearer) => the.api.client('ownRequests', {}, { bearer })],
  ['the export', (bearer) => the.api.client('exportData', {}, { bearer })],
  ['the end of all other sessions', (bearer) => the.api.client('endOtherSessions', {}, { bearer })],
  ['the end of all other browsers', (bearer) => the.api.client('forgetOtherBrowsers', {}, { bearer })],
])('For %s a sign-in of the last ten minutes is needed, to the second [ACCOUNT-09 T-01]', async (_what, call) => {
  holdTime(the.api)
  const { tokens } = await registered(the.api)
  the.api.clock.advance(10 * MINUTE_MS - SECOND_MS)
  const { access_token: bearer } = await refresh(the.api, tokens.refresh_token)
  expect((await call(bearer)).status).toBeLessThan(300)
  the.api.clock.advance(SECOND_MS)
  await expect(call(bearer)).rejects.toMatchObject({ status: 403, code: 'sign_in_again' })
  expect((await the.api.client('me', {}, { bearer })).status).toBe(200)
})

test('Looks at the list are limited by account, and the audit trail has one a day [ACCOUNT-10]', async () => {
  the.api.clock.toNextDay()
  holdTime(the.api)
  const { bearer, tokens } = await registered(the.api)
  const look = (by = bearer) => requestsOf(by)
  expect(tally(await together(times(33, () => look())))).toEqual({ ok: 30, '429 too_many_requests': 3 })
  expect((await look((await registered(the.api)).bearer)).data).toEqual([])
  const recorded = async () => {
    const { data } = await the.api.client('securityEvents', {}, { bearer })
    return data.data.filter(({ kind }) => kind === 'requests_read').length
  }
  expect(await recorded()).toBe(1)
  const [{ read_on } = {}] = await the.api.rows('select requests_read_on::text as read_on from account where id = $1', [
    tokens.user_id,
  ])
  expect(read_on).toBe(the.api.clock.now().toISOString().slice(0, 10))
})

test('Only the payer sees a payment, and nobody by another token [ACCOUNT-08 X-01]', async () => {
  const [one, other] = [await paid(the.api, key), await payer(the.api, 0)]
  await expect(executePayment(the.api, one.intent.mintid, other.bearer)).rejects.toMatchObject({ code: 'mintid_used' })
  expect((await requestsOf(other.bearer)).data).toEqual([])
})
