import { APP_LINK_LIFE_MS, type AppLinkProgress, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { checked, createIntent, newBrowser, registered } from '#test/builders.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer } from '#test/money.ts'
import { successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()
const over = { status: 410, code: 'app_link_over' }

/** A browser that shows a code, for an intent without a user yet. */
async function shown(mintid?: string) {
  const cookie = newBrowser()
  const asked = mintid ?? (await createIntent(the.api)).mintid
  const { data } = await the.api.client('createAppLink', { body: { mintid: asked } }, { cookie })
  return { ...data, cookie, mintid: asked, code: new URL(data.url).pathname.replace('/a/', '') }
}
const follow = async (id: string, cookie?: string): Promise<AppLinkProgress> =>
  (await the.api.client('followAppLink', { params: { id } }, { cookie })).data
const claim = async (code: string, bearer: string) =>
  (await the.api.client('claimAppLink', { params: { code } }, { bearer })).data
const match = async (code: string, number: number, bearer: string) =>
  (await the.api.client('matchAppLink', { params: { code }, body: { number } }, { bearer })).data
const confirm = (id: string, bearer: string) =>
  the.api.client('confirmIntent', { params: { id }, body: {} }, { bearer })
const otherOf = (numbers: readonly number[], number: number) => numbers.find((one) => one !== number) ?? 0

test('A scanned code leads its browser from the scan back to the provider [APP-05 APP-08]', async () => {
  const link = await shown()
  expect(link.url).toMatch(/^http:\/\/product\.test\/a\/[A-Za-z0-9_-]{22}$/)
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'waiting', redirect_uri: null })
  const { bearer } = await checked(the.api, 'COMPLETED')
  const asked = await claim(link.code, bearer)
  expect(asked).toMatchObject({ provider: { name: 'Kino Aurora' }, kind: 'age', minimum_age: 18 })
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'claimed', redirect_uri: null })
  expect(await match(link.code, link.number, bearer)).toEqual({ mintid: link.mintid })
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'matched', redirect_uri: null })
  await the.api.client('kycInit', { query: { mintid: link.mintid } }, { bearer })
  const { data } = await confirm(link.mintid, bearer)
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'confirmed', redirect_uri: data.data.redirect_uri })
})

test('A scanned code leads a payment back to the provider once it is paid, and not before [APP-08]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const asked = await askForPayment(the.api, await liveKey(the.api))
  const link = await shown(asked.mintid)
  expect(await claim(link.code, bearer)).toMatchObject({ kind: 'payment', minimum_age: null })
  expect(await match(link.code, link.number, bearer)).toEqual({ mintid: asked.mintid })
  await confirmPayment(the.api, asked.mintid, bearer)
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'matched', redirect_uri: null })
  await executePayment(the.api, asked.mintid, bearer)
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'confirmed', redirect_uri: asked.redirect_uri })
})

test.each([
  ['198.51.100.7', '198.51.100.99', 'same'],
  ['198.51.100.7', '203.0.113.7', 'other'],
  ['2001:db8:7:1::1', '2001:db8:7:2::1', 'same'],
  ['2001:db8:7:1::1', '2001:db8:8:1::1', 'other'],
  ['198.51.100.7', '64:ff9b::198.51.100.99', 'same'],
  ['198.51.100.7', '2001:db8:7:1::1', 'unknown'],
])('For a browser at %s and an app at %s the app learns: %s network [APP-18]', async (browser, phone, network) => {
  const { mintid } = await createIntent(the.api)
  const shown = { cookie: newBrowser(), address: browser }
  const { data } = await the.api.client('createAppLink', { body: { mintid } }, shown)
  const params = { code: new URL(data.url).pathname.replace('/a/', '') }
  const { bearer } = await registered(the.api)
  const claimed = await the.api.client('claimAppLink', { params }, { bearer, address: phone })
  expect(claimed.data.network).toBe(network)
})

test('The right number is among three, the same each time; a wrong one ends the code, and the right one is then too late [APP-06]', async () => {
  const link = await shown()
  const { bearer } = await registered(the.api)
  const { numbers } = await claim(link.code, bearer)
  expect([new Set(numbers).size, numbers.includes(link.number)]).toEqual([3, true])
  expect((await claim(link.code, bearer)).numbers).toEqual(numbers)
  const wrong = otherOf(numbers, link.number)
  await expect(match(link.code, wrong, bearer)).rejects.toMatchObject({ status: 422, code: 'app_link_number' })
  await expect(match(link.code, link.number, bearer)).rejects.toMatchObject(over)
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'refused', redirect_uri: null })
})

test('A code belongs to the first user who scanned it, and works once [APP-05]', async () => {
  const link = await shown()
  const [first, second] = [await registered(the.api), await registered(the.api)]
  await claim(link.code, first.bearer)
  await expect(claim(link.code, second.bearer)).rejects.toMatchObject(over)
  await expect(match(link.code, link.number, second.bearer)).rejects.toMatchObject(over)
  await match(link.code, link.number, first.bearer)
  await expect(match(link.code, link.number, first.bearer)).rejects.toMatchObject(over)
  await expect(claim(link.code, first.bearer)).rejects.toMatchObject(over)
})

test('A code can be scanned, and its number picked, for five minutes [APP-05]', async () => {
  the.api.clock.hold()
  const [late, inTime, claimed] = [await shown(), await shown(), await shown()]
  const { bearer } = await registered(the.api)
  await claim(claimed.code, bearer)
  the.api.clock.advance(APP_LINK_LIFE_MS - SECOND_MS)
  await claim(inTime.code, bearer)
  the.api.clock.advance(SECOND_MS)
  await expect(claim(late.code, bearer)).rejects.toMatchObject(over)
  await expect(match(claimed.code, claimed.number, bearer)).rejects.toMatchObject(over)
  expect(await follow(late.id, late.cookie)).toEqual({ state: 'expired', redirect_uri: null })
})

test("A user who scanned a code may still decline the request after the code's five minutes [APP-08]", async () => {
  the.api.clock.hold()
  const link = await shown()
  const { bearer } = await registered(the.api)
  await claim(link.code, bearer)
  await match(link.code, link.number, bearer)
  the.api.clock.advance(APP_LINK_LIFE_MS)
  await the.api.client('refuseAppLink', { params: { code: link.code } }, { bearer })
  expect(await follow(link.id, link.cookie)).toEqual({ state: 'refused', redirect_uri: null })
})

test('A code for an ended intent is over, and no new one is created for it [APP-05]', async () => {
  const { id, mintid } = await createIntent(the.api)
  const link = await shown(mintid)
  const { bearer } = await registered(the.api)
  await the.api.client('cancelIntent', { params: { id } }, { bearer: the.api.credentials.provider.apiKey })
  expect(await follow(link.id, link.cookie)).toMatchObject({ state: 'expired' })
  await expect(claim(link.code, bearer)).rejects.toMatchObject(over)
  await expect(shown(link.mintid)).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  await expect(shown('x'.repeat(22))).rejects.toMatchObject({ status: 404, code: 'mintid_not_exist' })
})

test('Only the browser that shows a code can follow its progress [APP-05]', async () => {
  const link = await shown()
  for (const cookie of [newBrowser(), undefined])
    await expect(follow(link.id, cookie)).rejects.toMatchObject({ status: 404 })
  const path = `/api/app-links/${link.id}/events`
  expect((await send(the.api, 'GET', path, { headers: { cookie: newBrowser() } })).status).toBe(404)
})

test('The waiting browser gets the progress by server push, until the end [APP-08]', async () => {
  const link = await shown()
  const { bearer } = await registered(the.api)
  const stream = await fetch(`${the.api.baseUrl}/api/app-links/${link.id}/events`, {
    headers: { cookie: link.cookie },
  })
  expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
  await claim(link.code, bearer)
  await the.api.client('refuseAppLink', { params: { code: link.code } }, { bearer })
  const told = (await stream.text()).split('\n\n').filter((line) => line.startsWith('data: '))
  const states = told.map((line) => (JSON.parse(line.slice(6)) as AppLinkProgress).state)
  expect([states[0], states.at(-1)]).toEqual(['waiting', 'refused'])
})

test('A browser that shows a code gets a device cookie when it has none [APP-05]', async () => {
  const { mintid } = await createIntent(the.api)
  const answer = await send(the.api, 'POST', '/api/app-links', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mintid }),
  })
  const cookie = /^did=avdv_[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0]
  expect(await follow(String(answer.body?.['id']), cookie)).toMatchObject({ state: 'waiting' })
})

test('Of twenty users who scan a code at once one gets it, and of the numbers that it picks at once one counts [APP-06 APP-05]', async () => {
  const { code, number } = await shown()
  const users = await Promise.all(times(20, () => registered(the.api)).map((register) => register()))
  const scans = await together(
    users.map(
      ({ bearer }) =>
        async () =>
          claim(code, bearer).then(() => bearer),
    ),
  )
  expect(tally(scans)).toEqual({ ok: 1, '410 app_link_over': 19 })
  const [bearer = ''] = successes(scans)
  const picks = times(20, (i) => match(code, i < 10 ? number : number === 10 ? 11 : 10, bearer))
  expect(tally(await together(picks))['410 app_link_over']).toBe(19)
})

test('The database holds neither an app link nor its code [APP-05]', async () => {
  const link = await shown()
  const kept = JSON.stringify(await the.api.rows('select t::text as row from app_link t'))
  expect(kept.length).toBeGreaterThan(100)
  for (const secret of [link.id, link.code, link.mintid])
    for (const text of [secret, Buffer.from(secret).toString('hex')]) expect(kept).not.toContain(text)
})
