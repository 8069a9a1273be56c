import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@avouch/contract'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import {
  beginCheck,
  beginSignIn,
  checked,
  confirmCode,
  digits,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  report,
  signInOn,
} from '#test/builders.ts'
import {
  askForPayment,
  confirmPayment,
  deposit,
  executePayment,
  liveKey,
  movementsOf,
  paid,
  payer,
  releasePayment,
  walletOf,
} from '#test/money.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const ask = (asked: Parameters<typeof askForPayment>[2] = {}) => askForPayment(the.api, key, asked)
const confirm = (mintid: string, bearer: string) => confirmPayment(the.api, mintid, bearer)
const execute = (mintid: string, bearer: string) => executePayment(the.api, mintid, bearer)
const release = (mintid: string, bearer: string) => releasePayment(the.api, mintid, bearer)
const readIntent = async (id: string, bearer = key) =>
  (await the.api.client('readIntent', { params: { id } }, { bearer })).data
const cancel = (id: string) => the.api.client('cancelIntent', { params: { id } }, { bearer: key })
const payable = async () => (await the.api.client('providerBalance', {}, { bearer: key })).data.payable
async function eventOf(id: string) {
  await the.api.world.until(() => the.api.world.eventsOf(id).length > 0)
  return the.api.world.eventsOf(id)[0]?.event ?? expect.fail('no event')
}

test('A provider requests a payment with amount, description and lifetime [PAY-03 PAY-16]', async () => {
  const intent = await ask({
    amount: 1_250,
    description: 'Zwei Karten',
    reference: 'order-1',
    expires_in_minutes: 60,
  })
  expect(intent).toMatchObject({
    kind: 'payment',
    status: 'created',
    live: true,
    minimum_age: null,
    reference: 'order-1',
    result: null,
    payment: { amount: 1_250, currency: 'EUR', description: 'Zwei Karten', refunded_amount: 0, receipt: null },
  })
  expect(intent.url).toBe(`http://product.test/?mintid=${intent.mintid}&payment=true`)
  expect(Date.parse(intent.expires_at) - Date.parse(intent.created_at)).toBe(HOUR_MS)
  const { data } = await the.api.client('intentSummary', { params: { id: intent.mintid } })
  expect(data).toMatchObject({
    provider: { name: 'Kino Aurora' },
    kind: 'payment',
    minimum_age: null,
    payment: { amount: 1_250, currency: 'EUR', description: 'Zwei Karten' },
  })
})

const given = { kind: 'payment', amount: 100, currency: 'EUR', description: 'Karte' }
test.each<[string, Record<string, unknown>, number, string]>([
  ['no amount', { amount: undefined }, 400, 'required'],
  ['nothing', { amount: 0 }, 400, 'invalid_request'],
  ['half a cent', { amount: 0.5 }, 400, 'invalid_request'],
  ['text', { amount: '100' }, 400, 'invalid_request'],
  ['too much', { amount: 100_001 }, 400, 'invalid_request'],
  ['no currency', { currency: undefined }, 400, 'required'],
  ['another currency', { currency: 'USD' }, 422, 'currency_not_supported'],
  ['no description', { description: undefined }, 400, 'required'],
  ['a long description', { description: 'x'.repeat(141) }, 400, 'max_length_exceed'],
  ['a description that turns the text round', { description: 'a\u202eb' }, 400, 'invalid_request'],
  ['a description of two lines', { description: 'a\nb' }, 400, 'invalid_request'],
  ['too short a life', { expires_in_minutes: 4 }, 400, 'invalid_request'],
  ['another age', { minimum_age: 21 }, 400, 'invalid_request'],
  ['the age of a proof', { max_proof_age_days: 1 }, 400, 'invalid_request'],
  ['a proof of age that costs', { kind: 'age' }, 400, 'invalid_request'],
])('A request for a payment with %s is refused [PAY-03]', async (_what, other, status, code) => {
  const body = { ...given, redirect_uri: `${the.api.world.url}/return`, ...other }
  const answer = await sendJson(the.api, '/provider/v1/intents', body, { authorization: `Bearer ${key}` })
  expect([answer.status, answer.body?.['code']]).toEqual([status, code])
})

test('Payments are requested with a key that has the scope; proofs of age need no such key [PAY-04 PROV-10]', async () => {
  const bearer = the.api.second.apiKey
  const body = { ...given, kind: 'payment' as const, redirect_uri: `${the.api.world.url}/museum/return` }
  const asked = the.api.client('createIntent', { headers: {}, body }, { bearer })
  // The developer reads what helps, in the answer itself.
  const problem = { message: expect.stringContaining('only the operator creates such a key') as string }
  await expect(asked).rejects.toMatchObject({ status: 403, code: 'insufficient_scope', problem })
  await expect(the.api.client('providerBalance', {}, { bearer })).rejects.toMatchObject({
    code: 'insufficient_scope',
  })
})

test('A payer confirms and executes a payment, and the provider gets a receipt [PAY-05 PAY-09]', async () => {
  const before = await payable()
  const { bearer } = await payer(the.api, 5_000)
  const intent = await ask({ reference: 'seat 7' })
  const seen = await the.api.client('readPayment', { params: { id: intent.mintid } }, { bearer })
  expect(seen.data).toMatchObject({ status: 'created', data: { result: false, amount: 1_999, live: true } })

  const confirmed = await confirm(intent.mintid, bearer)
  expect([confirmed.status, confirmed.data.status]).toEqual([200, 'reserved'])
  expect(await walletOf(the.api, bearer)).toEqual({ available: 3_001, reserved: 1_999, currency: 'EUR' })
  expect((await confirm(intent.mintid, bearer)).status).toBe(202)

  const executed = await execute(intent.mintid, bearer)
  expect(executed).toMatchObject({ status: 200, data: { status: 'executed', data: { result: true } } })
  expect(executed.data.data.redirect_uri).toBe(`${the.api.world.url}/return`)
  const again = await execute(intent.mintid, bearer)
  expect(again).toEqual({ status: 202, data: executed.data })
  expect((await confirm(intent.mintid, bearer)).data).toEqual(executed.data)

  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001, reserved: 0 })
  expect(await movementsOf(the.api, bearer)).toEqual([
    ['deposit', 5_000, 0],
    ['reservation', -1_999, 1_999],
    ['payment', 0, -1_999],
  ])
  expect(await payable()).toBe(before + 1_999)

  const event = await eventOf(intent.id)
  const { payment } = await readIntent(intent.id)
  expect(event).toMatchObject({
    type: 'payment.executed',
    data: { result: null, verdict: null, reference: 'seat 7' },
  })
  expect(event.data.payment).toMatchObject({ amount: 1_999, refunded_amount: 0, receipt: payment?.receipt })
  const { data: keys } = await the.api.client('jwks', {})
  const { payload, protectedHeader } = await jwtVerify(payment?.receipt ?? '', createLocalJWKSet(keys))
  expect(protectedHeader.typ).toBe('avouch-receipt+jwt')
  expect(payload).toMatchObject({
    aud: 'kino-aurora',
    intent_id: intent.id,
    amount: 1_999,
    status: 'paid',
    live: true,
  })
  expect(payload).not.toHaveProperty('sub')
})

test('A payer sees recipient and description in the history [PAY-05 WALLET-03]', async () => {
  const { bearer } = await paid(the.api, key, { description: 'Loge' })
  const { data } = await the.api.client('walletEntries', { query: { limit: '1' } }, { bearer })
  expect(data.data[0]).toMatchObject({ kind: 'payment', provider: { name: 'Kino Aurora' }, description: 'Loge' })
  const params = { id: data.data[0]?.id ?? '' }
  const receipt = await the.api.client('walletEntryReceipt', { params }, { bearer })
  expect(receipt.data.transaction).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
})

test('A payer with too little balance gets an error, and can pay after topping up [PAY-05]', async () => {
  const { bearer, reference } = await payer(the.api, 1_998)
  const intent = await ask()
  await expect(confirm(intent.mintid, bearer)).rejects.toMatchObject({ status: 409, code: 'insufficient_balance' })
  await expect(execute(intent.mintid, bearer)).rejects.toMatchObject({ code: 'payment_not_confirmed' })
  await deposit(the.api, reference, 1)
  expect((await confirm(intent.mintid, bearer)).status).toBe(200)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 0, reserved: 1_999 })
})

test('A payer other than the first one gets 404 [PAY-05]', async () => {
  const [first, second] = [await payer(the.api, 5_000), await payer(the.api, 5_000)]
  const intent = await ask()
  await confirm(intent.mintid, first.bearer)
  const read = () => the.api.client('readPayment', { params: { id: intent.mintid } }, { bearer: second.bearer })
  for (const attempt of [
    () => confirm(intent.mintid, second.bearer),
    () => execute(intent.mintid, second.bearer),
    read,
  ])
    await expect(attempt()).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  await expect(confirm('A'.repeat(22), first.bearer)).rejects.toMatchObject({ code: 'mintid_used' })
  expect(await walletOf(the.api, second.bearer)).toMatchObject({ available: 5_000, reserved: 0 })
})

test('A payer cannot use a proof of age as a payment, nor a payment as a proof of age [PAY-05]', async () => {
  const { bearer, intent: age } = await checked(the.api, 'COMPLETED')
  await expect(confirm(age.mintid, bearer)).rejects.toMatchObject({ code: 'mintid_used' })
  const intent = await ask()
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const params = { id: intent.mintid }
  for (const attempt of [
    () => the.api.client('checkIntent', { params }, { bearer }),
    () => the.api.client('confirmIntent', { params, body: {} }, { bearer }),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'mintid_used' })
})

test('A reservation is released when the payment expires [PAY-07 T-01]', async () => {
  const { number, pin, bearer } = await payer(the.api, 5_000)
  const intent = await ask()
  await confirm(intent.mintid, bearer)
  the.api.clock.advance(30 * MINUTE_MS - 10 * SECOND_MS)
  const { access_token } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  the.api.clock.advance(10 * SECOND_MS)
  await expect(execute(intent.mintid, access_token)).rejects.toMatchObject({ status: 409, code: 'intent_expired' })
  await expect(confirm(intent.mintid, access_token)).rejects.toMatchObject({ code: 'intent_expired' })
  expect((await eventOf(intent.id)).type).toBe('payment.expired')
  expect(await walletOf(the.api, access_token)).toMatchObject({ available: 5_000, reserved: 0 })
  expect((await movementsOf(the.api, access_token)).at(-1)).toEqual(['release', 1_999, -1_999])
})

test.each([
  { who: 'the provider cancels', end: async (intent: { id: string }) => (await cancel(intent.id)).data.status },
  {
    who: 'the payer withdraws',
    end: async ({ mintid }: { mintid: string }, bearer: string) => (await release(mintid, bearer)).data.status,
  },
])('A reservation is released when $who, once, with an event to the provider [PAY-07 PAY-19]', async ({ end }) => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await ask()
  await confirm(intent.mintid, bearer)
  for (let i = 0; i < 2; i++) expect(await end(intent, bearer)).toBe('cancelled')
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 5_000, reserved: 0 })
  expect((await movementsOf(the.api, bearer)).slice(1)).toEqual([
    ['reservation', -1_999, 1_999],
    ['release', 1_999, -1_999],
  ])
  for (const attempt of [confirm, execute])
    await expect(attempt(intent.mintid, bearer)).rejects.toMatchObject({ status: 409, code: 'intent_cancelled' })
  expect(await release(intent.mintid, bearer)).toMatchObject({ status: 202, data: { data: { result: false } } })
  expect(await eventOf(intent.id)).toMatchObject({ type: 'payment.cancelled', data: { payment: { receipt: null } } })
  expect((await readIntent(intent.id)).status).toBe('cancelled')
})

test('A payer releases no reservation of another payer, nor of a paid or ended payment [PAY-19]', async () => {
  const [mine, other] = [await payer(the.api, 5_000), await payer(the.api, 0)]
  const intent = await ask()
  const nobodys = { status: 404, code: 'mintid_used' }
  await expect(release(intent.mintid, mine.bearer)).rejects.toMatchObject(nobodys)
  expect((await readIntent(intent.id)).status).toBe('created')
  await confirm(intent.mintid, mine.bearer)
  await expect(release(intent.mintid, other.bearer)).rejects.toMatchObject(nobodys)
  await expect(release('A'.repeat(22), mine.bearer)).rejects.toMatchObject(nobodys)
  expect((await readIntent(intent.id)).status).toBe('reserved')
  await execute(intent.mintid, mine.bearer)
  const paidAlready = { status: 409, code: 'intent_answered' }
  await expect(release(intent.mintid, mine.bearer)).rejects.toMatchObject(paidAlready)
  await expect(cancel(intent.id)).rejects.toMatchObject(paidAlready)
  const { bearer, number, pin } = await payer(the.api, 5_000)
  const late = await ask()
  await confirm(late.mintid, bearer)
  the.api.clock.advance(31 * MINUTE_MS)
  const { access_token } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const over = { status: 409, code: 'intent_expired' }
  await expect(release(late.mintid, access_token)).rejects.toMatchObject(over)
})

test('A reservation is released when the payer deletes the account: the whole balance is returned [PAY-07 WALLET-08]', async () => {
  const { bearer, pin, reference } = await payer(the.api, 0)
  const paymentId = await deposit(the.api, reference, 5_000)
  const intent = await ask()
  await confirm(intent.mintid, bearer)
  await the.api.client('deleteAccount', { body: { pin } }, { bearer })
  expect((await eventOf(intent.id)).type).toBe('payment.cancelled')
  await the.api.world.until(() => the.api.world.returnsOf(paymentId).length > 0)
  expect(the.api.world.returnsOf(paymentId)[0]?.order).toMatchObject({ amount: 5_000, reason: 'account_closed' })
})

test('A payment from 18 needs a payer who is a proven adult [PAY-08]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await ask({ minimum_age: 18 })
  await expect(confirm(intent.mintid, bearer)).rejects.toMatchObject({ status: 403, code: 'age_proof_required' })
  const { code } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
  await report(the.api, code, 'COMPLETED')
  expect((await confirm(intent.mintid, bearer)).status).toBe(200)
  expect((await execute(intent.mintid, bearer)).status).toBe(200)
})

test('Paying needs a sign-in of the last five minutes, whose end the payment names before [PAY-10 T-01]', async () => {
  holdTime(the.api)
  const { number, pin, bearer } = await payer(the.api, 5_000)
  const intent = await ask()
  await confirm(intent.mintid, bearer)
  const { data } = (await the.api.client('readPayment', { params: { id: intent.mintid } }, { bearer })).data
  the.api.clock.advance(5 * MINUTE_MS)
  expect(Date.parse(data.step_up_after ?? '')).toBeLessThanOrEqual(the.api.clock.now().getTime())
  expect(Date.parse(data.step_up_after ?? '')).toBeGreaterThan(the.api.clock.now().getTime() - 5 * SECOND_MS)
  await expect(execute(intent.mintid, bearer)).rejects.toMatchObject({ status: 403, code: 'step_up_required' })
  const { access_token } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  the.api.clock.advance(5 * MINUTE_MS - 5 * SECOND_MS)
  expect((await execute(intent.mintid, access_token)).status).toBe(200)
  the.api.clock.advance(MINUTE_MS)
  expect((await execute(intent.mintid, access_token)).status).toBe(202)
})

async function reset(number: string, cookie: string) {
  const phone = digits(number)
  const recoverPinToken = await provenNumber(the.api, number, cookie)
  await the.api.client('changePin', { body: { phone, pin: OTHER_PIN, recoverPinToken } }, { cookie })
  return (await signInOn(the.api, cookie, number, OTHER_PIN)).access_token
}

test("Paying needs a day's wait after the PIN was set in a browser that is not recognised [PAY-11 T-01]", async () => {
  const { number } = await payer(the.api, 5_000)
  const bearer = await reset(number, newBrowser())
  const intent = await ask({ expires_in_minutes: 2_880 })
  await confirm(intent.mintid, bearer)
  const held = await execute(intent.mintid, bearer).catch((error: unknown) => error)
  expect(held).toMatchObject({
    status: 403,
    code: 'payment_held',
    problem: { retry_after: expect.any(Number) as number },
  })
  the.api.clock.advance(24 * HOUR_MS - MINUTE_MS)
  const almost = (await signInOn(the.api, newBrowser(), number, OTHER_PIN)).access_token
  await expect(execute(intent.mintid, almost)).rejects.toMatchObject({ code: 'payment_held' })
  the.api.clock.advance(MINUTE_MS)
  expect((await execute(intent.mintid, almost)).status).toBe(200)
})

test('Paying needs no wait after the PIN was set in a recognised browser [PAY-11]', async () => {
  const { number } = await payer(the.api, 5_000)
  const cookie = newBrowser()
  await signInOn(the.api, cookie, number)
  const bearer = await reset(number, cookie)
  const intent = await ask()
  await confirm(intent.mintid, bearer)
  expect((await execute(intent.mintid, bearer)).status).toBe(200)
})

test('A test payment is paid without money [TEST-02 PROV-11]', async () => {
  const testKey = the.api.credentials.provider.apiKey
  const { bearer } = await payer(the.api, 0)
  const intent = await askForPayment(the.api, testKey)
  expect(intent.live).toBe(false)
  await confirm(intent.mintid, bearer)
  expect((await execute(intent.mintid, bearer)).data.data).toMatchObject({ result: true, live: false })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 0, reserved: 0 })
  expect(await movementsOf(the.api, bearer)).toEqual([])
  const { data } = await the.api.client('providerBalance', {}, { bearer: testKey })
  expect(data).toEqual({ payable: 0, currency: 'EUR', live: false })
  await expect(readIntent(intent.id)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['yes', 'executed'],
  ['no', 'cancelled'],
] as const)('A test payment can be answered %s without a payer [TEST-02 PROV-11]', async (result, status) => {
  const bearer = the.api.credentials.provider.apiKey
  const { id } = await askForPayment(the.api, bearer)
  const answered = await the.api.client('answerTestIntent', { params: { id }, body: { result } }, { bearer })
  expect(answered.data).toMatchObject({ status, result: null, verdict: null })
  expect(answered.data.payment?.receipt === null).toBe(result === 'no')
  expect((await eventOf(id)).type).toBe(`payment.${status}`)
})
