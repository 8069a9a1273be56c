import { randomBytes } from 'node:crypto'
import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { beginCheck, createMuseumIntent, registered } from '#test/builders.ts'
import { liveKey, paid, refund } from '#test/money.ts'
import { invited, newOwner } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
const DAY_MS = 24 * HOUR_MS
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const before = (ms: number) => new Date(the.api.clock.now().getTime() - ms)
const count = () => runJob(the.api, 'intents.count')
/** As before this version was started. */
const forgetCounts = () =>
  the.api.rows('with d as (delete from intent_day), u as (delete from intent_uncounted) delete from intent_counted')
async function untilEnded() {
  await expect.poll(() => the.api.rows('select 1 from intent where ended_at is null')).toEqual([])
}

/** A new person each time: sessions end while the clock moves. */
const reader = ({ project }: { project: string }) => invited(the.api, 'viewer', project)
const conversionOf = async (of: { project: string }, mode: 'live' | 'test' = 'test') =>
  (await (await reader(of)).call('adminConversion', { params: of, query: { mode } })).data
const usageOf = async (of: { project: string }) => (await (await reader(of)).call('adminUsage', { params: of })).data

async function askingOwner() {
  const owner = await newOwner(the.api)
  const params = { project: owner.project }
  await owner.call('adminAddRedirect', { params, body: { uri: 'https://shop.example/back' } })
  const key = (await owner.call('adminCreateKey', { params, body: { live: false } })).data.api_key
  const ask = async () => {
    const asked = { redirect_uri: 'https://shop.example/back' }
    const { body } = await sendJson(the.api, '/provider/v1/intents', asked, { authorization: `Bearer ${key}` })
    return { id: String(body?.['id']), mintid: String(body?.['mintid']) }
  }
  const answer = async ({ id }: { id: string }, result: 'yes' | 'no') =>
    (await invited(the.api, 'developer', owner.project)).call('adminAnswerCheck', {
      params: { ...params, id },
      body: { result },
    })
  const open = ({ mintid }: { mintid: string }) => the.api.client('intentSummary', { params: { id: mintid } })
  return { project: owner.project, ask, answer, open }
}

type Planted = { at: Date; state?: 'expired' | 'confirmed' | 'created'; opened?: number; bound?: number; took?: number }

/** Requests as an earlier version stored them. Times of steps in seconds. */
async function plant(provider: string, { at, state = 'confirmed', opened, bound, took = 100 }: Planted, live = true) {
  const id = `int_${randomBytes(16).toString('base64url')}`
  const plus = (seconds?: number) => (seconds === undefined ? null : new Date(at.getTime() + seconds * 1_000))
  const isYes = state === 'confirmed'
  await the.api.rows(
    `insert into intent (id, mintid_hash, provider_id, live, minimum_age, redirect_uri, state, method, result, verdict, request_hash,
       created_at, expires_at, opened_at, bound_at, answered_at, ended_at)
     values ($1, $2, $3, $4, 18, 'https://shop.example', $5, $6, $7, $8, $2, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      randomBytes(32),
      provider,
      live,
      state,
      ...(isYes ? ['id_wallet', 'yes', 'verdict'] : [null, null, null]),
      at,
      plus(1_800),
      plus(opened),
      plus(bound),
      isYes ? plus(took) : null,
      state === 'created' ? null : plus(took),
    ],
  )
  return id
}

describe('figures of a website', { shuffle: false }, () => {
  test('Requests are counted once, on the day they were asked, however late they end and however often they are counted [ADMIN-14]', async () => {
    const owner = await askingOwner()
    the.api.clock.toNextDay()
    the.api.clock.advance(23 * HOUR_MS + 50 * MINUTE_MS)
    const monday = dayOf(the.api.clock.now())
    const asked = [await owner.ask(), await owner.ask(), await owner.ask()]
    await the.api.rows('update intent set expires_at = $2 where id = any($1)', [
      asked.map(({ id }) => id),
      before(-30 * HOUR_MS),
    ])
    for (const one of asked) await owner.open(one)
    await owner.answer(asked[0] ?? { id: '' }, 'yes')
    const sum = { day: monday, asked: 3, opened: 3, answered: 1, yes: 1, no: 0, expired: 0 }
    expect(await conversionOf(owner)).toMatchObject({ data: [sum], counted_until: null })
    the.api.clock.advance(5 * HOUR_MS)
    for (let n = 0; n < 3; n++, the.api.clock.advance(10 * MINUTE_MS)) {
      await count()
      expect(await conversionOf(owner)).toMatchObject({ data: [sum], counted_until: null })
    }
    await owner.answer(asked[1] ?? { id: '' }, 'no')
    const later = { ...sum, answered: 2, no: 1 }
    expect((await conversionOf(owner)).data).toMatchObject([later])
    the.api.clock.advance(26 * HOUR_MS)
    await untilEnded()
    await count()
    expect((await conversionOf(owner)).data).toMatchObject([{ ...later, expired: 1 }])
    expect(await the.api.rows('select 1 from intent_uncounted')).toEqual([])
  })

  test('The numbers of a month stay when its requests are deleted, for 25 months [ADMIN-14]', async () => {
    const owner = await askingOwner()
    const month = () => dayOf(the.api.clock.now()).slice(0, 7)
    const first = month()
    await owner.answer(await owner.ask(), 'yes')
    await owner.ask()
    the.api.clock.advance(2 * HOUR_MS)
    await count()
    const numbers = { month: first, live: { asked: 0, answered: 0 }, test: { asked: 2, answered: 1 } }
    await untilEnded()
    the.api.clock.advance(100 * DAY_MS)
    await count()
    await runJob(the.api, 'retention.sweep')
    expect(await the.api.rows('select 1 from intent where provider_id = $1', [owner.project])).toEqual([])
    expect(await usageOf(owner)).toEqual({ data: [numbers], counted_until: null })
    const [year, inYear] = first.split('-').map(Number)
    const end = (months: number) => Date.UTC(year ?? 0, (inYear ?? 0) - 1 + months) - the.api.clock.now().getTime()
    the.api.clock.advance(end(25) - HOUR_MS)
    await runJob(the.api, 'retention.sweep')
    expect((await usageOf(owner)).data).toEqual([numbers])
    the.api.clock.advance(2 * HOUR_MS)
    expect((await usageOf(owner)).data).toEqual([])
    the.api.clock.advance(31 * DAY_MS)
    await runJob(the.api, 'retention.sweep')
    expect(await the.api.rows('select 1 from intent_day where provider_id = $1', [owner.project])).toEqual([])
  })

  test('A refund changes no number [ADMIN-14]', async () => {
    const owner = { project: the.api.credentials.provider.id }
    const key = await liveKey(the.api)
    const { intent } = await paid(the.api, key)
    const asked = { data: [expect.objectContaining({ asked: 1, number: 1, paid: 1, yes: 0 })] }
    expect(await conversionOf(owner, 'live')).toMatchObject(asked)
    await refund(the.api, key, intent.id, 500, 'before the count')
    the.api.clock.advance(2 * HOUR_MS)
    await count()
    await refund(the.api, key, intent.id, 500, 'after the count')
    the.api.clock.advance(HOUR_MS)
    await count()
    expect(await conversionOf(owner, 'live')).toMatchObject(asked)
  })

  test('Erasing an account answers its open request, and changes nothing that was counted [ADMIN-14]', async () => {
    const owner = { project: the.api.second.id }
    const { tokens, bearer } = await registered(the.api)
    const [ended, open] = [await createMuseumIntent(the.api), await createMuseumIntent(the.api)]
    for (const { mintid } of [ended, open]) await beginCheck(the.api, bearer, { mintid })
    await the.api.client('cancelIntent', { params: { id: ended.id } }, { bearer: the.api.second.apiKey })
    await the.api.rows('update intent set expires_at = $2 where id = $1', [open.id, before(-DAY_MS)])
    the.api.clock.advance(2 * HOUR_MS)
    await count()
    const then = { asked: 2, number: 2, cancelled: 1, answered: 0, no: 0 }
    expect((await conversionOf(owner)).data).toMatchObject([then])
    await the.api.operate('account', 'erase', tokens.user_id, '--yes')
    const bound = () =>
      the.api.rows('select 1 from intent where account_id is not null and id = any($1)', [[ended.id, open.id]])
    await expect.poll(bound).toEqual([])
    the.api.clock.advance(HOUR_MS)
    await count()
    expect((await conversionOf(owner)).data).toMatchObject([{ ...then, answered: 1, no: 1 }])
  })

  test('A request that is forgotten because no visitor came is not counted, and one that waits for its count is not missed', async () => {
    const owner = await askingOwner()
    const ids = [await plant(owner.project, { at: before(30 * MINUTE_MS), state: 'created' }), (await owner.ask()).id]
    await the.api.rows('update intent set expires_at = $2 where id = any($1)', [ids, before(-DAY_MS)])
    the.api.clock.advance(HOUR_MS)
    await count()
    const [live, test] = [
      async () => (await conversionOf(owner, 'live')).data,
      async () => (await conversionOf(owner)).data,
    ]
    expect([await live(), await test()]).toMatchObject([[{ asked: 1 }], [{ asked: 1 }]])
    await the.api.rows('delete from intent where id = $1', [ids[0]])
    the.api.clock.advance(HOUR_MS)
    await count()
    expect([await live(), await test()]).toMatchObject([[], [{ asked: 1 }]])
  })
})

test('What an earlier version stored is counted day by day, and until it is the page says until when [ADMIN-14]', async () => {
  const owner = await askingOwner()
  await forgetCounts()
  const [long, recent] = [before(20 * DAY_MS), before(5 * DAY_MS)]
  await plant(owner.project, { at: long, opened: 5, bound: 65, took: 165 })
  await plant(owner.project, { at: recent, opened: 20, bound: 65, took: 5_000 })
  await plant(owner.project, { at: recent, state: 'expired', opened: 2_000 })
  const behind = await conversionOf(owner, 'live')
  expect(behind).toMatchObject({ data: [], counted_until: long.toISOString() })
  await count()
  const found = await conversionOf(owner, 'live')
  expect(found).toMatchObject({
    data: [
      { day: dayOf(recent), asked: 2, opened: 2, number: 1, yes: 1, expired: 1 },
      { day: dayOf(long), asked: 1, opened: 1, number: 1, yes: 1, expired: 0 },
    ],
    counted_until: null,
  })
  expect(found.methods).toContainEqual({ method: 'id_wallet', yes: 2, no: 0 })
  expect(found.durations).toMatchObject([
    { step: 'opened', half_within: 30, most_within: null },
    { step: 'number', half_within: 60, most_within: 120 },
    { step: 'answered', half_within: 120, most_within: null },
  ])
  expect(found.durations[0]?.buckets.map((one) => one.count)).toEqual([1, 1, 0, 0, 0, 0, 0, 1])
})

test('The operator sees of websites only numbers from 20 on, of months that are over [ADMIN-35]', async () => {
  const [large, small] = [await askingOwner(), await askingOwner()]
  await forgetCounts()
  const at = before(35 * DAY_MS)
  for (let n = 0; n < 21; n++) await plant(large.project, { at })
  for (let n = 0; n < 19; n++) await plant(large.project, { at, state: 'expired' })
  for (let n = 0; n < 19; n++) await plant(small.project, { at })
  for (let n = 0; n < 40; n++) await plant(large.project, { at: before(10 * MINUTE_MS) })
  const month = dayOf(at).slice(0, 7)
  const read = async () =>
    (await (await invited(the.api, 'auditor')).call('adminFigures', { query: { month } })).data.data
  await count()
  the.api.clock.advance(35 * DAY_MS)
  await count()
  const none = { yes: null, no: null, paid: null, unanswered: null, other: null }
  expect(await read()).toEqual([
    { ...none, provider: large.project, yes: 21 },
    { ...none, provider: null, other: 38 },
  ])
  const owner = await reader(large)
  await expect(owner.call('adminFigures', { query: { month } })).rejects.toMatchObject({ status: 403 })
})

test('A month shows its numbers once all its requests have ended, and never before [ADMIN-35]', async () => {
  const { project } = await askingOwner()
  const now = the.api.clock.now()
  const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1))
  the.api.clock.advance(+next - +now + HOUR_MS)
  const month = dayOf(next).slice(0, 7)
  const at = the.api.clock.now()
  await forgetCounts()
  for (let n = 0; n < 20; n++) await plant(project, { at })
  const left = await plant(project, { at, state: 'created' })
  const expire = (expiresAt: Date) => the.api.rows('update intent set expires_at = $2 where id = $1', [left, expiresAt])
  await expire(before(-100 * DAY_MS))
  const end = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1))
  const readAfter = async (days: number) => {
    the.api.clock.advance(+end + days * DAY_MS + 2 * HOUR_MS - +the.api.clock.now())
    await count()
    const operator = await invited(the.api, 'operator')
    return (await operator.call('adminFigures', { query: { month } })).data.data
  }
  expect(await readAfter(-1)).toEqual([])
  expect(await readAfter(1)).toEqual([])
  // The job that ends requests has left one behind.
  expect(await readAfter(2)).toEqual([])
  await expire(at)
  await untilEnded()
  expect(await readAfter(3)).toMatchObject([{ provider: project, yes: 20 }])
})
