import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, createMuseumIntent, refresh, registered, report } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const INTENT_LIFE_MS = 30 * MINUTE_MS
const NOWHERE = 'AAAAAAAAAAAAAAAAAAAAAA'
const USED = { status: 404, code: 'mintid_used' }
const the = useTestApi()

const summary = (mintid: string) => the.api.client('intentSummary', { params: { id: mintid } })
const check = (mintid: string, bearer: string) => the.api.client('checkIntent', { params: { id: mintid } }, { bearer })
const confirm = (mintid: string, bearer: string, body: { callback?: string } = {}) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body }, { bearer })
const key = () => ({ bearer: the.api.credentials.provider.apiKey })
const read = async (id: string) => (await the.api.client('readIntent', { params: { id } }, key())).data

/** A visitor whose identity check for an intent has begun. */
async function bound() {
  const visitor = await registered(the.api)
  const intent = await createIntent(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer, { mintid: intent.mintid })
  return { ...visitor, intent, code }
}

test("Every holder of a code sees the provider's name, domain, logo, minimum age, label and way back [GEN-04 PROV-24 RETURN-01]", async () => {
  const intent = await createIntent(the.api)
  const { data } = await summary(intent.mintid)
  expect(data).toEqual({
    provider: { name: 'Kino Aurora', domain: '127.0.0.1', logo: null },
    live: false,
    kind: 'age',
    minimum_age: 18,
    accept: ['identity_check'],
    payment: null,
    transaction: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) as string,
    redirect_uri: intent.redirect_uri,
    return: null,
    expires_at: intent.expires_at,
    ended: null,
  })
  expect((await summary(intent.mintid)).data.transaction).toBe(data.transaction)
})

test('An unknown code is 404 mintid_not_exist, and so is the id that its provider has of an intent [INTENT-06]', async () => {
  for (const code of [NOWHERE, (await createIntent(the.api)).id])
    await expect(summary(code)).rejects.toMatchObject({ status: 404, code: 'mintid_not_exist' })
})

test('An intent that has ended keeps its way back, and says how it ended, but not yes or no [INTENT-06]', async () => {
  const said = async ({ mintid, redirect_uri }: { mintid: string; redirect_uri: string }) => {
    const { data } = await summary(mintid)
    expect(data).toMatchObject({ provider: { name: 'Kino Aurora' }, redirect_uri })
    return data.ended
  }
  const { intent, bearer } = await checked(the.api, 'COMPLETED')
  expect(await said(intent)).toBeNull()
  await confirm(intent.mintid, bearer)
  expect(await said(intent)).toBe('answered')
  const refused = await createIntent(the.api)
  await the.api.client('answerTestIntent', { params: { id: refused.id }, body: { result: 'no' } }, key())
  expect(await said(refused)).toBe('answered')
  const takenBack = await createIntent(the.api)
  await the.api.client('cancelIntent', { params: { id: takenBack.id } }, key())
  expect(await said(takenBack)).toBe('cancelled')
})

test('Binding gives an intent to the first user; for every other user it is 404 [INTENT-06]', async () => {
  const { intent, bearer } = await bound()
  const other = await registered(the.api)
  await expect(beginCheck(the.api, other.bearer, { mintid: intent.mintid })).rejects.toMatchObject(USED)
  await expect(check(intent.mintid, other.bearer)).rejects.toMatchObject(USED)
  await expect(confirm(intent.mintid, other.bearer)).rejects.toMatchObject(USED)
  expect((await check(intent.mintid, bearer)).status).toBe(200)
  expect((await read(intent.id)).status).toBe('bound')
  const { mintid: unbound } = await createIntent(the.api)
  for (const call of [check, confirm]) await expect(call(unbound, bearer)).rejects.toMatchObject(USED)
})

test("Another user's intent and an unknown one get the same answer [INTENT-06 X-05]", async () => {
  const { intent } = await bound()
  const { bearer } = await registered(the.api)
  const ask = (id: string) =>
    send(the.api, 'GET', `/api/idcheck/intent/${id}`, { headers: { authorization: `Bearer ${bearer}` } })
  const [foreign, unknown] = [await ask(intent.mintid), await ask(NOWHERE)]
  expect([foreign.status, foreign.text]).toEqual([unknown.status, unknown.text])
})

test('Checking an intent gives its answer in advance, and changes nothing', async () => {
  const { intent, bearer, code } = await bound()
  const before = { status: 'bound', data: { redirect_uri: intent.redirect_uri, result: false } }
  expect((await check(intent.mintid, bearer)).data).toEqual(before)
  await report(the.api, code, 'COMPLETED')
  expect((await check(intent.mintid, bearer)).data).toEqual({ ...before, data: { ...before.data, result: true } })
  expect((await read(intent.id)).status).toBe('bound')
})

test.each(['', 'PENDING_MANUAL_REVIEW', 'USER_PROCESS_EXPIRED', 'MANUAL_REVIEW_REJECTED', 'DELETED'] as const)(
  'Confirming with the status "%s" is 422, and sends no event [KYC-22]',
  async (outcome) => {
    const { intent, bearer, code } = await bound()
    if (outcome !== '') await report(the.api, code, outcome)
    const early = confirm(intent.mintid, bearer)
    await expect(early).rejects.toMatchObject({ status: 422, code: 'wrong_verification' })
    expect(await read(intent.id)).toMatchObject({ status: 'bound', result: null, verdict: null })
  },
)

test('An ended intent is 404 for who would bind, check or confirm it, also with a proven age [INTENT-06 INTENT-09]', async () => {
  const { intent, tokens } = await checked(the.api, 'COMPLETED')
  const unbound = await createIntent(the.api)
  the.api.clock.advance(INTENT_LIFE_MS)
  const { access_token } = await refresh(the.api, tokens.refresh_token)
  for (const late of [
    () => beginCheck(the.api, access_token, { mintid: unbound.mintid }),
    () => check(intent.mintid, access_token),
    () => confirm(intent.mintid, access_token),
  ])
    await expect(late()).rejects.toMatchObject(USED)
  expect((await read(intent.id)).status).toBe('expired')
})

test('Every open intent of a visitor who is under age is denied automatically [AGE-03]', async () => {
  const { intent, bearer, code } = await bound()
  const second = await createMuseumIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: second.mintid })
  await report(the.api, code, 'UNDERAGED')
  await the.api.world.until(
    () => the.api.world.eventsOf(second.id).length > 0 && the.api.world.eventsOf(intent.id).length > 0,
  )

  expect(the.api.world.eventsOf(intent.id)[0]?.event).toMatchObject({ type: 'intent.denied', data: { result: 'no' } })
  expect(await read(intent.id)).toMatchObject({ status: 'denied', result: 'no' })
})

test("A confirmation leads to the address that the provider named, or to another of its registered ones, never to another provider's [INTENT-11]", async () => {
  const { intent, bearer } = await checked(the.api, 'COMPLETED')
  const museum = await createMuseumIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: museum.mintid })
  const callback = `${the.api.world.url}/museum/other`
  const target = async (mintid: string) => (await confirm(mintid, bearer, { callback })).data.data.redirect_uri
  expect([await target(museum.mintid), await target(intent.mintid)]).toEqual([callback, intent.redirect_uri])
})
