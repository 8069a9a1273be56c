import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, registered } from '#test/builders.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer } from '#test/money.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { arrive, createBrowser, createLiveClient, goBack, newRequest, WITH_OIDC } from '#test/website.ts'

const the = useTestApi(WITH_OIDC)

const leave = async (mintid: string, bearer?: string) =>
  (await the.api.client('leaveIntent', { params: { id: mintid } }, { bearer })).status
const typesOf = (intentId: string) => the.api.world.eventsOf(intentId).map(({ event }) => event.type)
const toldOf = (intentId: string, count: number) => the.api.world.until(() => typesOf(intentId).length >= count)
const statusOf = async (id: string) =>
  (await the.api.client('readIntent', { params: { id } }, { bearer: the.api.credentials.provider.apiKey })).data.status

test('A visitor who goes back without an answer makes one event, however often, and the request stays open [RETURN-07]', async () => {
  const intent = await createIntent(the.api, { reference: 'seat 7' })
  expect(await leave(intent.mintid)).toBe(204)
  const pressed = the.api.clock.now()
  the.api.clock.advance(MINUTE_MS)
  for (let press = 1; press < 40; press++) expect(await leave(intent.mintid)).toBe(204)
  await toldOf(intent.id, 1)
  const [told] = the.api.world.eventsOf(intent.id)
  const data = { intent_id: intent.id, reference: 'seat 7', live: false, result: null, verdict: null, payment: null }
  expect(told?.event).toMatchObject({ type: 'intent.left', data })
  expect(Object.keys(told?.event ?? {}).toSorted()).toEqual(['data', 'id', 'sequence', 'timestamp', 'type'])
  expect(Object.keys(told?.event.data ?? {}).toSorted()).toEqual(Object.keys(data).toSorted())
  expect(Date.parse(told?.event.timestamp ?? '')).toBeLessThanOrEqual(pressed.getTime())
  expect(await statusOf(intent.id)).toBe('created')
  expect(await the.api.rows('select type from webhook_event where intent_id = $1', [intent.id])).toHaveLength(1)
})

test('Who left can go on, and the answer is an event after that one [RETURN-07 RETURN-04]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await leave(intent.mintid, bearer)
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  await toldOf(intent.id, 2)
  expect(typesOf(intent.id).toSorted()).toEqual(['intent.confirmed', 'intent.left'])
  const [left, confirmed] = the.api.world.eventsOf(intent.id).toSorted((a, b) => a.event.sequence - b.event.sequence)
  expect([left?.event.type, confirmed?.event.type]).toEqual(['intent.left', 'intent.confirmed'])
})

test('A request that an account has is left by this account only; a session that is over is to be renewed [RETURN-07]', async () => {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const stranger = await registered(the.api)
  await expect(leave(intent.mintid, stranger.bearer)).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  await expect(leave(intent.mintid)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  expect(await the.api.rows('select 1 from webhook_event where intent_id = $1', [intent.id])).toEqual([])
  expect(await leave(intent.mintid, bearer)).toBe(204)
  await toldOf(intent.id, 1)
})

test('A request that is over, or unknown, cannot be left [RETURN-07 INTENT-06]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  await expect(leave(intent.mintid, bearer)).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  const late = await createIntent(the.api)
  the.api.clock.advance(30 * MINUTE_MS)
  await expect(leave(late.mintid)).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  await expect(leave('a'.repeat(22))).rejects.toMatchObject({ status: 404, code: 'mintid_not_exist' })
  await toldOf(intent.id, 1)
  expect(typesOf(intent.id)).toEqual(['intent.confirmed'])
})

test('A payment that its payer leaves can still be paid [RETURN-07]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await askForPayment(the.api, await liveKey(the.api))
  expect(await leave(intent.mintid)).toBe(204)
  await confirmPayment(the.api, intent.mintid, bearer)
  await executePayment(the.api, intent.mintid, bearer)
  await toldOf(intent.id, 2)
  expect(typesOf(intent.id).toSorted()).toEqual(['payment.executed', 'payment.left'])
})

test('A payer who has confirmed leaves nothing behind: the payment alone is an event [RETURN-07]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await askForPayment(the.api, await liveKey(the.api))
  await confirmPayment(the.api, intent.mintid, bearer)
  expect(await leave(intent.mintid, bearer)).toBe(204)
  await executePayment(the.api, intent.mintid, bearer)
  await toldOf(intent.id, 1)
  expect(typesOf(intent.id)).toEqual(['payment.executed'])
})

test('A website that asks by OpenID Connect learns from no event that its visitor left [OIDC-16]', async () => {
  const client = await createLiveClient(the.api, the.api.credentials.provider.id)
  const browser = createBrowser(the.api)
  const { request, mintid } = await arrive(browser, newRequest(the.api, client).address)
  await the.api.client('intentSummary', { params: { id: mintid } })
  expect(await leave(mintid)).toBe(204)
  await goBack(the.api, browser, request)
  const types = 'select e.type from webhook_event e join intent i on i.id = e.intent_id where i.website_uri is not null'
  expect(await the.api.rows(types)).toEqual([{ type: 'intent.cancelled' }])
})
