import { HOUR_MS, SECOND_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import {
  beginCheck,
  checked,
  confirmCode,
  createIntent,
  digits,
  GOOD_PIN,
  newBrowser,
  newNumber,
  registered,
  report,
  requestCode,
  signInOn,
  type Visitor,
} from '#test/builders.ts'
import { Refusal } from '#test/test-client.ts'
import { tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()

const deleteAccount = (bearer: string, pin = GOOD_PIN) => the.api.client('deleteAccount', { body: { pin } }, { bearer })
const read = async (id: string) =>
  (await the.api.client('readIntent', { params: { id } }, { bearer: the.api.credentials.provider.apiKey })).data

test("A profile can be read by its own user's id, and every way to read it gives the same content [SESSION-11]", async () => {
  const { bearer, tokens } = await registered(the.api)
  const own = await the.api.client('userById', { params: { id: tokens.user_id } }, { bearer })
  expect(own).toEqual(await the.api.client('me', {}, { bearer }))
  expect(own).toEqual(await the.api.client('userProfile', {}, { bearer }))
})

test('The profile of another user is answered like one that does not exist [SESSION-11]', async () => {
  const [{ bearer }, other] = [await registered(the.api), await registered(the.api)]
  const refused = async (id: string) => {
    const refusal = await the.api.client('userById', { params: { id } }, { bearer }).catch((error: unknown) => error)
    if (!(refusal instanceof Refusal)) return refusal
    const { status, problem } = refusal
    // Answers may differ in their request id and date only.
    const headers = [...refusal.headers].filter(([name]) => name !== 'x-request-id' && name !== 'date')
    return { status, problem, headers }
  }
  const existing = await refused(other.tokens.user_id)
  expect(existing).toMatchObject({ status: 404, problem: { code: 'not_found' } })
  expect(existing).toEqual(await refused('usr_AAAAAAAAAAAAAAAAAAAAAA'))
})

test('The consent to the use of the data is taken back by its user, who cannot give it again, and the next check says no [ACCOUNT-07 KYC-01]', async () => {
  const number = newNumber()
  const form = { phone: digits(number), password: GOOD_PIN, language: 'en', data_collection_consent: true } as const
  await the.api.client('signup', { body: form })
  const { access_token: bearer } = await confirmCode(the.api, await requestCode(the.api, number, GOOD_PIN))
  const update = (body: object) =>
    send(the.api, 'PUT', '/auth/user', {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    })
  const said = async () => new URL((await beginCheck(the.api, bearer)).url ?? '').searchParams.get('userConsentDP')
  expect((await update({ language: 'de' })).body).toEqual({ language: 'de', data_collection_consent: true })
  expect(await said()).toBe('yes')

  for (const repeated of [1, 2]) {
    const { status, body } = await update({ data_collection_consent: false })
    expect([repeated, status, body]).toEqual([repeated, 200, { language: 'de', data_collection_consent: false }])
  }
  expect(await said()).toBe('no')
  expect((await the.api.client('exportData', {}, { bearer })).data.account.data_collection_consent).toBe(false)
  for (const refused of [{}, { data_collection_consent: true }, { language: 'en', data_collection_consent: true }])
    expect(await update(refused)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  const { data } = await the.api.client('me', {}, { bearer })
  expect(data).toMatchObject({ language: 'de', data_collection_consent: false })
})

test('The check of a number gives validity and type, with and without an account [PHONE-06]', async () => {
  const { number } = await registered(the.api)
  for (const [phone_number, valid, type] of [
    [digits(number), true, 'mobile'],
    [digits(newNumber()), true, 'mobile'],
    ['493012345678', false, 'fixed_line'],
    ['225712345678', true, 'mobile'],
    ['4912', false, null],
  ] as const) {
    const checked = await the.api.client('validatePhone', { body: { phone_number } })
    expect(checked).toEqual({ status: 200, data: { valid, type } })
  }
})

test('The export has everything that is held about the user, and nothing of others [ACCOUNT-01]', async () => {
  const { bearer, number, tokens, intent } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
  const { data } = await the.api.client('exportData', {}, { bearer })
  expect(data.account).toMatchObject({ user_id: tokens.user_id, phone: number, of_age: true, language: 'en' })
  expect(data.identity_checks).toMatchObject([{ status: 'COMPLETED' }])
  expect(data.requests).toMatchObject([{ provider: 'Kino Aurora', status: 'confirmed', result: 'yes' }])
  expect(data.sessions).toMatchObject([{ live: true }])
})

test('An account is exported five times an hour, also concurrently; this is recorded once a day [ACCOUNT-01 T-01]', async () => {
  the.api.clock.toNextDay()
  holdTime(the.api)
  const { bearer, number } = await registered(the.api)
  const ask = (by = bearer) => the.api.client('exportData', {}, { bearer: by })
  expect(tally(await together(times(8, () => ask())))).toEqual({ ok: 5, '429 too_many_requests': 3 })
  await expect(ask()).rejects.toMatchObject({ problem: { retry_after: 3_600 } })
  the.api.clock.advance(HOUR_MS - SECOND_MS)
  const { access_token } = await signInOn(the.api, newBrowser(), number)
  await expect(ask(access_token)).rejects.toMatchObject({ problem: { retry_after: 1 } })
  the.api.clock.advance(SECOND_MS)
  const recorded = (await ask(access_token)).data.security_events.filter(({ type }) => type === 'account.exported')
  expect(recorded).toHaveLength(1)
  expect(tally(await together(times(8, () => ask(access_token))))).toEqual({ ok: 4, '429 too_many_requests': 4 })
})

test('Deleting the account ends every session at once, and the number can register again [ACCOUNT-03]', async () => {
  const { bearer, number, pin } = await registered(the.api)
  expect((await deleteAccount(bearer)).status).toBe(204)
  await expect(the.api.client('me', {}, { bearer })).rejects.toMatchObject({ code: 'invalid_token' })
  // A job erases the account.
  const back = () => registered(the.api, number, pin).catch(() => undefined)
  await expect.poll(back).toBeDefined()
})

test('Deleting the account answers its open intents with no [ACCOUNT-03]', async () => {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  await deleteAccount(bearer)
  await the.api.world.until(() => the.api.world.events.some(({ event }) => event.data.intent_id === intent.id))
  expect(await read(intent.id)).toMatchObject({ status: 'denied', result: 'no' })
})

test.each<{ by: string; end: (visitor: Visitor) => Promise<unknown> }>([
  { by: 'its holder', end: ({ bearer }) => deleteAccount(bearer) },
  { by: 'the operator', end: ({ tokens }) => the.api.operate('account', 'erase', tokens.user_id, '--yes') },
  {
    by: 'a report of the identity check',
    end: async ({ bearer }) => report(the.api, (await beginCheck(the.api, bearer)).code, 'UNDERAGED'),
  },
])(
  'The end of an account by $by at once leaves no SMS and no live code of its number; their counts stay [ACCOUNT-04]',
  async ({ end }) => {
    const visitor = await registered(the.api)
    const { user_id: id } = visitor.tokens
    const ofNumber = `select c.purpose, c.used_by, c.expires_at <= $2 as over, c.send_level > 0 as counted,
        (select count(*)::int from sms_message m where m.phone_idx = c.phone_idx) as messages
      from sms_code c where c.phone_idx = $1 order by c.purpose`
    const [account] = await the.api.rows('select phone_idx from account where id = $1', [id])
    await the.api.client('recoverCode', { body: { phone: digits(visitor.number), language: 'en' } })
    const codes = () => the.api.rows(ofNumber, [account?.['phone_idx'], the.api.clock.now()])
    expect(await codes()).toMatchObject([{ messages: 2 }, { purpose: 'reset', over: false }])
    await end(visitor)
    const left = { used_by: null, over: true, counted: true, messages: 0 }
    expect(await codes()).toEqual(['register', 'reset'].map((purpose) => ({ purpose, ...left })))
  },
)
