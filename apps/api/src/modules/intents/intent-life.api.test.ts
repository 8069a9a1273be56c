import { type api, MINUTE_MS, type Sent } from '@avouch/contract'
import { expect, onTestFinished, test } from 'vitest'
import { answeredTest, beginCheck, checked, createIntent, createMuseumIntent } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()
const USED = { status: 404, code: 'mintid_used' }
const LIFE_MS = 30 * MINUTE_MS

const key = () => ({ bearer: the.api.credentials.provider.apiKey })
const read = async (id: string) => (await the.api.client('readIntent', { params: { id } }, key())).data
const cancel = async (id: string, credentials = key()) =>
  (await the.api.client('cancelIntent', { params: { id } }, credentials)).data
const confirm = (mintid: string, bearer: string) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
async function eventOf(intentId: string) {
  await the.api.world.until(() => the.api.world.eventsOf(intentId).length > 0)
  return the.api.world.eventsOf(intentId)[0]
}

test('Cancelling an open intent sends an event to the provider; repeating it changes nothing [PROV-08 PROV-06]', async () => {
  const { id } = await createIntent(the.api, { reference: 'seat 7' })
  expect(await cancel(id)).toMatchObject({ id, status: 'cancelled', result: null, verdict: null })
  expect((await cancel(id)).status).toBe('cancelled')
  expect((await eventOf(id))?.event).toMatchObject({
    type: 'intent.cancelled',
    data: { intent_id: id, reference: 'seat 7', live: false, result: null, verdict: null },
  })
  await answeredTest(the.api).then(({ id: other }) => eventOf(other))
  expect(the.api.world.eventsOf(id)).toHaveLength(1)
})

test('The visitor of a cancelled intent gets mintid_used [PROV-06 PROV-08]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await cancel(intent.id)
  await expect(confirm(intent.mintid, bearer)).rejects.toMatchObject(USED)
  await expect(beginCheck(the.api, bearer, { mintid: intent.mintid })).rejects.toMatchObject(USED)
  await expect(the.api.client('checkIntent', { params: { id: intent.mintid } }, { bearer })).rejects.toMatchObject(USED)
})

test('Cancelling an answered intent is 409 [PROV-08]', async () => {
  for (const result of ['yes', 'no'] as const) {
    const { id, status } = await answeredTest(the.api, result)
    await expect(cancel(id)).rejects.toMatchObject({ status: 409, code: 'intent_answered' })
    expect((await read(id)).status).toBe(status)
  }
})

test("Cancelling another provider's intent is 404, as if there were none [PROV-11 PROV-08]", async () => {
  const { id } = await createIntent(the.api)
  const theirs = cancel(id, { bearer: the.api.second.apiKey })
  await expect(theirs).rejects.toMatchObject({ status: 404, code: 'not_found' })
  expect((await read(id)).status).toBe('created')
})

test('Expiry ends an intent, bound or not, with one event to the provider; cancelling it is 409 then [PROV-06 PROV-08 T-01]', async () => {
  const { intent } = await checked(the.api, 'USER_PROCESS_EXPIRED')
  const unseen = await createIntent(the.api)
  the.api.clock.advance(LIFE_MS)
  expect((await read(intent.id)).status).toBe('expired')
  await expect(cancel(unseen.id)).rejects.toMatchObject({ status: 409, code: 'intent_expired' })
  for (const { id } of [intent, unseen])
    expect((await eventOf(id))?.event).toMatchObject({
      type: 'intent.expired',
      data: { result: null, verdict: null },
    })
  expect(the.api.world.eventsOf(intent.id)).toHaveLength(1)
  expect((await the.api.client('intentSummary', { params: { id: intent.mintid } })).data.ended).toBe('expired')
})

test('A test intent is answered without a visitor, and verdict and event are marked as a test [PROV-11]', async () => {
  const yes = await answeredTest(the.api, 'yes')
  expect(yes).toMatchObject({ live: false, status: 'confirmed', result: 'yes' })
  expect((await eventOf(yes.id))?.event.data).toMatchObject({ live: false, result: 'yes', verdict: yes.verdict })
  expect(await answeredTest(the.api, 'no')).toMatchObject({ live: false, status: 'denied', result: 'no' })
})

test('A test intent is answered once, also one that has a visitor [PROV-11]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  const answer = (result: 'yes' | 'no') =>
    the.api.client('answerTestIntent', { params: { id: intent.id }, body: { result } }, key())
  expect((await answer('no')).data.status).toBe('denied')
  await expect(answer('yes')).rejects.toMatchObject({ status: 409, code: 'intent_answered' })
  const { status, data } = await confirm(intent.mintid, bearer)
  expect([status, data.data.result]).toEqual([202, false])
})

test('A cancelled or expired test intent cannot be answered [PROV-11]', async () => {
  const answer = (id: string) => the.api.client('answerTestIntent', { params: { id }, body: { result: 'yes' } }, key())
  const [gone, late] = [await createIntent(the.api), await createIntent(the.api)]
  await cancel(gone.id)
  await expect(answer(gone.id)).rejects.toMatchObject({ status: 409, code: 'intent_cancelled' })
  the.api.clock.advance(LIFE_MS)
  await expect(answer(late.id)).rejects.toMatchObject({ status: 409, code: 'intent_expired' })
})

test('A test intent is answered only with a test key of its provider [PROV-11]', async () => {
  const { id } = await createMuseumIntent(the.api)
  const theirs = the.api.client('answerTestIntent', { params: { id }, body: { result: 'yes' } }, key())
  await expect(theirs).rejects.toMatchObject({ status: 404, code: 'not_found' })
})

const list = async (query: Sent<typeof api.listIntents>['query'] = {}, credentials = key()) =>
  (await the.api.client('listIntents', { query }, credentials)).data
const idsOf = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id)

test('The list of intents has the newest first, and its pages stay stable while new intents arrive [ADMIN-13]', async () => {
  const made: string[] = []
  for (let n = 0; n < 7; n++) {
    made.unshift((await createIntent(the.api, { reference: 'pages' })).id)
    the.api.clock.advance(n % 2)
  }
  const first = await list({ reference: 'pages', limit: '3' })
  await createIntent(the.api, { reference: 'pages' })
  const second = await list({ reference: 'pages', limit: '3', cursor: first.next_cursor ?? '' })
  const third = await list({ reference: 'pages', limit: '3', cursor: second.next_cursor ?? '' })
  const seen = [first, second, third].flatMap(idsOf)
  expect(new Set(seen)).toEqual(new Set(made))
  expect(seen).toHaveLength(7)
  expect(third.next_cursor).toBeNull()
  expect(first.data[0]).toEqual(await read(seen[0] ?? ''))
})

test('The list of intents filters by the current status, also before the expiry job has run [ADMIN-13]', async () => {
  const reference = 'statuses'
  const open = await createIntent(the.api, { reference })
  const { id: cancelled } = await createIntent(the.api, { reference })
  await cancel(cancelled)
  expect(idsOf(await list({ reference, status: 'created' }))).toEqual([open.id])
  expect(idsOf(await list({ reference, status: 'cancelled' }))).toEqual([cancelled])
  the.api.clock.advance(LIFE_MS)
  expect(idsOf(await list({ reference, status: 'expired' }))).toEqual([open.id])
  expect(idsOf(await list({ reference, status: 'created' }))).toEqual([])
})

test('Few intents among many of the same reference are found page by page, each once; a page may be short although others follow [ADMIN-13]', async () => {
  const reference = 'the same for all'
  const [first, last] = [await createIntent(the.api, { reference }), await createIntent(the.api, { reference })]
  for (const { id } of [first, last]) await cancel(id)
  const between = `
    insert into intent (id, mintid_hash, provider_id, live, minimum_age, reference, redirect_uri, request_hash, state, ended_at, created_at, expires_at)
    select 'int_many_' || n, decode(md5(n::text), 'hex'), provider_id, live, minimum_age, reference, redirect_uri, request_hash, 'expired', ended_at,
      created_at + make_interval(secs => n * 0.001), expires_at
    from intent, generate_series(1, 6000) n where id = $1`
  onTestFinished(async () => void (await the.api.rows(`delete from intent where id like 'int_many_%'`)))
  await the.api.rows(between, [first.id])
  await the.api.rows(`update intent set created_at = created_at + interval '10 seconds' where id = $1`, [last.id])
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ reference, status: 'cancelled', ...(cursor && { cursor }) })
    pages.push(idsOf(page))
    cursor = page.next_cursor
  }
  expect(pages).toEqual([[last.id], [first.id]])
  expect(idsOf(await list({ reference, limit: '2' }))).toEqual([last.id, 'int_many_6000'])
  expect(idsOf(await list({ status: 'expired', limit: '2' }))).toEqual(['int_many_6000', 'int_many_5999'])
})

test("The list of intents has only the caller's own, of the key's mode [ADMIN-13 PROV-11]", async () => {
  const mine = await createIntent(the.api, { reference: 'mine' })
  expect(idsOf(await list({ reference: 'mine' }, { bearer: the.api.second.apiKey }))).toEqual([])
  expect(idsOf(await list({ reference: 'mine', mode: 'test' }))).toEqual([mine.id])
  expect(idsOf(await list({ reference: 'mine', mode: 'live' }))).toEqual([])
})

test.each([
  'limit=101',
  'status=open',
  'cursor=AAAA',
  // A time in the year 10000, which no database parses in this notation.
  `cursor=${Buffer.from('253402300800000 int_A').toString('base64url')}`,
  'reference=%00',
])('The list of intents refuses %s [ADMIN-13 P-10 X-02]', async (query) => {
  const headers = { authorization: `Bearer ${key().bearer}` }
  const { status, body } = await send(the.api, 'GET', `/provider/v1/intents?${query}`, { headers })
  expect([status, body?.['code']]).toEqual([400, 'invalid_request'])
})
