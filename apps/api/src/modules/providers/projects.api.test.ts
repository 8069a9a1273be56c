import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { liveKey } from '#test/money.ts'
import { invited, newOwner, type Person } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
const of = ({ project }: Person) => ({ project })
const hooks = () => `${the.api.world.url}/hooks`
const ask = (bearer: string, body: object) =>
  sendJson(the.api, '/provider/v1/intents', body, { authorization: `Bearer ${bearer}` })

/** A project that can ask: an address, and a test key. */
async function ready() {
  const owner = await newOwner(the.api)
  const params = of(owner)
  await owner.call('adminAddRedirect', { params, body: { uri: 'https://shop.example/back' } })
  const { data } = await owner.call('adminCreateKey', { params, body: { live: false } })
  return { ...owner, params, key: data.key, apiKey: data.api_key }
}

test('A key is shown once, asks with its scopes, and is listed with its last use [ADMIN-09]', async () => {
  const { call, params, key, apiKey } = await ready()
  expect(apiKey).toMatch(/^avpk_test_/)
  expect((await ask(apiKey, { redirect_uri: 'https://shop.example/back' })).status).toBe(201)
  const { data } = await call('adminListKeys', { params })
  expect(data.data).toMatchObject([{ id: key.id, live: false, scopes: ['intents:read', 'intents:write'] }])
  expect(data.data[0]?.last_used_on).toBe(the.api.clock.now().toISOString().slice(0, 10))
  expect(JSON.stringify(data)).not.toContain(apiKey)
})

test('A rotated key works for the overlap, and a revoked one is over at once [ADMIN-09]', async () => {
  const { call, params, key, apiKey } = await ready()
  const ofKey = { ...params, id: key.id }
  const made = await call('adminRotateKey', { params: ofKey, body: { overlap_hours: 2 } })
  const body = { redirect_uri: 'https://shop.example/back' }
  expect((await ask(apiKey, body)).status).toBe(201)
  const { data: spare } = await call('adminCreateKey', { params, body: { live: false } })
  const revoke = () => call('adminRevokeKey', { params: { ...params, id: spare.key.id } })
  await revoke()
  expect((await ask(spare.api_key, body)).status).toBe(401)
  await expect(revoke()).rejects.toMatchObject({ code: 'conflict' })
  the.api.clock.advance(2 * HOUR_MS)
  expect((await ask(apiKey, body)).status).toBe(401)
  const next = made.data.api_key
  expect((await ask(next, body)).status).toBe(201)
})

test('A project registers and removes the addresses that visitors go back to [ADMIN-09]', async () => {
  const { call, params } = await ready()
  const uri = 'https://shop.example/other'
  expect((await call('adminAddRedirect', { params, body: { uri } })).data.redirect_uris).toContain(uri)
  await expect(call('adminAddRedirect', { params, body: { uri } })).rejects.toMatchObject({ code: 'conflict' })
  await expect(call('adminAddRedirect', { params, body: { uri: 'shop' } })).rejects.toMatchObject({ status: 400 })
  expect((await call('adminRemoveRedirect', { params, query: { uri } })).data.redirect_uris).not.toContain(uri)
  await expect(call('adminRemoveRedirect', { params, query: { uri } })).rejects.toMatchObject({ status: 404 })
})

test.each(['Kino\nAurora', '\u3164', 'Аvоuсh Support'])(
  'A project is not made, and not renamed, as %j [PROV-31]',
  async (name) => {
    const { call, params } = await ready()
    await expect(newOwner(the.api, name)).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(call('adminCreateProject', { body: { name } })).rejects.toMatchObject({ code: 'invalid_request' })
    const renamed = call('adminUpdateProject', { params, body: { name } })
    await expect(renamed).rejects.toMatchObject({ code: 'invalid_request' })
    expect((await call('adminReadProject', { params })).data.name).toBe('My Shop')
  },
)

test('Once a project has asked for live keys, the operator alone gives it another name or another host, and a live key at all [ADMIN-08 ADMIN-15]', async () => {
  const { call, params, project } = await ready()
  const add = (uri: string) => call('adminAddRedirect', { params, body: { uri } })
  const operator = await invited(the.api, 'operator')
  const request = () => call('adminRequestLive', { params })
  const agree = () => operator.call('adminDecideLive', { params: { provider: project }, body: { live: true } })
  const liveKeyToo = () => call('adminCreateKey', { params, body: { live: true } })
  for (const step of [request, agree]) {
    await expect(liveKeyToo()).rejects.toMatchObject({ code: 'conflict' })
    expect((await step()).data.stage).toBe(step === request ? 'requested' : 'live')
    const name = 'Bundesdruckerei Ausweis-Service'
    const renamed = call('adminUpdateProject', { params, body: { name, accept: ['proof_of_age'] } })
    await expect(renamed).rejects.toMatchObject({ code: 'conflict' })
    for (const uri of ['https://bank.example/back', 'https://shop.example:8443/back', 'shop://back'])
      await expect(add(uri)).rejects.toMatchObject({ code: 'conflict' })
    expect((await call('adminReadProject', { params })).data).toMatchObject({ name: 'My Shop', accept: null })
  }
  const own = { params, body: { name: 'My Shop', accept: ['identity_check' as const] } }
  expect((await call('adminUpdateProject', own)).data.accept).toEqual(['identity_check'])
  await add('https://shop.example/other')
  await add('http://localhost:4000/back')
  await the.api.operate('provider', 'rename', project, 'Your Shop')
  await the.api.operate('provider', 'redirect', 'add', project, 'https://shop.test/back')
  await add('https://shop.test/other')
  expect((await call('adminReadProject', { params })).data).toMatchObject({ name: 'Your Shop', stage: 'live' })
})

test('A project sends ten test events at once, from however many addresses, and another two minutes later [LIMIT-01]', async () => {
  const { call, params, apiKey } = await ready()
  await call('adminSetWebhook', { params, body: { url: hooks() } })
  const send = () => {
    the.api.place.address = newAddress()
    return call('adminSendTestEvent', { params })
  }
  const check = (await send()).data
  for (let sent = 1; sent < 10; sent += 1) await send()
  await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' })
  const other = await ready()
  await other.call('adminSetWebhook', { params: other.params, body: { url: hooks() } })
  expect((await other.call('adminSendTestEvent', { params: other.params })).status).toBe(201)
  the.api.clock.advance(2 * MINUTE_MS)
  expect((await send()).status).toBe(201)
  expect(check.check_id).toMatch(/^int_/)
  expect((await ask(apiKey, { redirect_uri: 'https://shop.example/back' })).status).toBe(201)
})

test('A test event is a whole one: asked, answered, signed, delivered, listed, sent again [ADMIN-09 ADMIN-11]', async () => {
  const { call, params } = await ready()
  await expect(call('adminSendTestEvent', { params })).rejects.toMatchObject({ code: 'conflict' })
  const { data } = await call('adminSetWebhook', { params, body: { url: hooks() } })
  expect(data.secret).toMatch(/^whsec_/)
  // This installation asks no ID wallets.
  await call('adminUpdateProject', { params, body: { accept: ['id_wallet'] } })
  const check_id = (await call('adminSendTestEvent', { params })).data.check_id
  const settled = () => call('adminListDeliveries', { params, query: {} })
  await expect.poll(async () => (await settled()).data.data[0]?.attempts, { timeout: 10_000 }).toBe(1)
  const [delivery] = (await settled()).data.data
  expect(delivery).toMatchObject({ check_id, type: 'intent.confirmed', sequence: 1 })
  const one = { ...params, id: delivery?.id ?? '' }
  const read = (await call('adminReadDelivery', { params: one })).data
  expect(JSON.parse(read.body)).toMatchObject({ id: one.id, data: { live: false, result: 'yes' } })
  expect(read.tried).toHaveLength(1)
  await the.api.rows(`update webhook_event set state = 'failed', delivered_at = null where id = $1`, [one.id])
  const resendSince = async (since: string) =>
    (await call('adminResendFailed', { params, body: { since } })).data.resent
  expect(await resendSince('2999-01-01T00:00:00Z')).toBe(0)
  expect(await resendSince(delivery?.created_at ?? '')).toBe(1)
  await expect.poll(async () => (await call('adminReadDelivery', { params: one })).data.tried).toHaveLength(2)
  const check = (await call('adminReadCheck', { params: { ...params, id: check_id } })).data
  expect(check.timeline.map(({ step }) => step).slice(0, 2)).toEqual(['asked', 'answered'])
})

test('An event that waits for its next attempt is sent again at a developer’s wish, and counts its attempts on [PROV-35]', async () => {
  const { call, params } = await ready()
  await call('adminSetWebhook', { params, body: { url: hooks() } })
  the.api.world.answers.webhook.status = 500
  await call('adminSendTestEvent', { params })
  const delivery = async () => (await call('adminListDeliveries', { params, query: {} })).data.data[0]
  await expect.poll(async () => (await delivery())?.last_status).toBe(500)
  const one = { ...params, id: (await delivery())?.id ?? '' }
  the.api.world.answers.webhook.status = 204
  expect((await call('adminResendDelivery', { params: one })).status).toBe(200)
  await expect.poll(delivery).toMatchObject({ state: 'delivered', attempts: 2 })
})

test('Checks are found by reference, mode and state, and a test one is answered as wanted [ADMIN-11]', async () => {
  const { call, params, apiKey } = await ready()
  for (const reference of ['a', 'b', 'b']) await ask(apiKey, { redirect_uri: 'https://shop.example/back', reference })
  const found = async (query: object) => (await call('adminListChecks', { params, query })).data.data
  expect(await found({})).toHaveLength(3)
  expect(await found({ mode: 'live' })).toHaveLength(0)
  const [one, two] = await found({ reference: 'b' })
  expect([one?.reference, two?.reference, await found({ reference: 'c' })]).toEqual(['b', 'b', []])
  const id = one?.id ?? ''
  const answered = await call('adminAnswerCheck', { params: { ...params, id }, body: { result: 'no' } })
  expect(answered.data).toMatchObject({ id, status: 'denied', result: 'no' })
  expect(await found({ status: 'denied' })).toMatchObject([{ id }])
  const again = call('adminAnswerCheck', { params: { ...params, id }, body: { result: 'yes' } })
  await expect(again).rejects.toMatchObject({ code: 'intent_answered' })
})

test('Conversion counts what was asked, opened and answered, by day [ADMIN-14]', async () => {
  const { call, params, apiKey } = await ready()
  const made = [1, 2, 3].map(() => ask(apiKey, { redirect_uri: 'https://shop.example/back' }))
  const [one, two] = (await Promise.all(made)).map(({ body }) => body ?? {})
  for (const mintid of [one?.['mintid'], one?.['mintid'], two?.['mintid']])
    await the.api.client('intentSummary', { params: { id: String(mintid) } })
  await call('adminAnswerCheck', { params: { ...params, id: String(one?.['id']) }, body: { result: 'yes' } })
  const { data } = await call('adminConversion', { params, query: { mode: 'test' } })
  expect(data.data).toMatchObject([{ asked: 3, opened: 2, number: 0, answered: 1, yes: 1 }])
  expect((await call('adminConversion', { params, query: { mode: 'live' } })).data.data).toEqual([])
  const read = await call('adminReadCheck', { params: { ...params, id: String(one?.['id']) } })
  expect(read.data.timeline.map(({ step }) => step).slice(0, 3)).toEqual(['asked', 'opened', 'answered'])
})

test('Usage counts the checks of each month, live and test, while all of them are kept [ADMIN-14]', async () => {
  const { call, params, project, apiKey } = await ready()
  const month = () => the.api.clock.now().toISOString().slice(0, 7)
  const body = { redirect_uri: 'https://shop.example/back' }
  const first = month()
  const asked = await ask(apiKey, body)
  await ask(apiKey, body)
  await ask(await liveKey(the.api, project), body)
  const id = String(asked.body?.['id'])
  await call('adminAnswerCheck', { params: { ...params, id }, body: { result: 'no' } })
  const usage = async () => (await call('adminUsage', { params })).data.data
  const then = { month: first, live: { asked: 1, answered: 0 }, test: { asked: 2, answered: 1 } }
  expect(await usage()).toEqual([then])
  expect(first).toBe(month())
})

test.each(['adminListChecks', 'adminListDeliveries'] as const)(
  'Pages of %s have no gap and no repetition while new ones arrive [ADMIN-13]',
  async (name) => {
    const { call, params } = await ready()
    await call('adminRotateWebhookSecret', { params, body: {} })
    const add = () => call('adminSendTestEvent', { params })
    for (let n = 0; n < 5; n++) await add()
    const before = (await call(name, { params, query: {} })).data.data.map(({ id }) => id)
    expect(before).toHaveLength(5)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await call(name, { params, query: { limit: '2', cursor } })
      seen.push(...data.data.map(({ id }) => id))
      cursor = data.next_cursor ?? undefined
      await add()
    } while (cursor !== undefined)
    expect(seen).toEqual(before)
  },
)

const encoded = (text: string) => Buffer.from(text).toString('base64url')
test.each<[name: 'adminListChecks' | 'adminListDeliveries', good: string[], bad: string[]]>([
  ['adminListDeliveries', ['0', '2147483648', '9999999999'], ['-1', '99999999999', '1e3', "1'or'1", encoded('1 a')]],
  [
    'adminListChecks',
    [encoded('0 a'), encoded('9999999999999 a')],
    ['1', encoded('-1 a'), encoded('99999999999999 a')],
  ],
])('A cursor of %s that no page gave has a page too, or is refused [ADMIN-13]', async (name, good, bad) => {
  const { call, params } = await ready()
  for (const cursor of good) expect((await call(name, { params, query: { cursor } })).status).toBe(200)
  for (const cursor of bad)
    await expect(call(name, { params, query: { cursor } })).rejects.toMatchObject({ code: 'invalid_request' })
})
