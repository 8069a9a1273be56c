import { HOUR_MS, MINUTE_MS } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import {
  askForPayment,
  confirmPayment,
  deposit,
  executePayment,
  liveKey,
  movementsOf,
  paid,
  payer,
  refund,
  walletOf,
} from '#test/money.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { sendJson } from '#test/wire.ts'

const the = useTestApi()
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

const back = (id: string, amount: number | undefined, idempotencyKey: string, bearer = key) =>
  refund(the.api, bearer, id, amount, idempotencyKey)
const payable = async () => (await the.api.client('providerBalance', {}, { bearer: key })).data.payable
const read = async (id: string) => (await the.api.client('readIntent', { params: { id } }, { bearer: key })).data

test('A refund is paid in parts, which the payer sees, and the provider gets an event for each [PAY-13 PAY-09]', async () => {
  const { bearer, intent } = await paid(the.api, key)
  const before = await payable()
  const first = await back(intent.id, 500, 'a')
  expect(first).toMatchObject({ intent_id: intent.id, amount: 500, currency: 'EUR' })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_501 })
  const rest = await back(intent.id, undefined, 'b')
  expect(rest.amount).toBe(1_499)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 5_000, reserved: 0 })
  expect((await movementsOf(the.api, bearer)).slice(-2)).toEqual([
    ['refund', 500, 0],
    ['refund', 1_499, 0],
  ])
  expect(await payable()).toBe(before - 1_999)
  expect(await read(intent.id)).toMatchObject({ status: 'executed', payment: { refunded_amount: 1_999 } })
  const params = { id: intent.id }
  expect((await the.api.client('listRefunds', { params }, { bearer: key })).data.data).toEqual([first, rest])
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length === 3)
  const events = the.api.world.eventsOf(intent.id).map(({ event }) => event)
  const refunds = events.filter(({ type }) => type === 'payment.refunded').sort((a, b) => a.sequence - b.sequence)
  expect(refunds.map(({ data }) => [data.payment?.refund, data.payment?.refunded_amount])).toEqual([
    [{ id: first.id, amount: 500 }, 500],
    [{ id: rest.id, amount: 1_499 }, 1_999],
  ])
})

test('A refund with the same Idempotency-Key is made once, and refused with another amount [PAY-13]', async () => {
  const { bearer, intent } = await paid(the.api, key)
  const once = await back(intent.id, 500, 'same')
  expect(await back(intent.id, 500, 'same')).toEqual(once)
  await expect(back(intent.id, 501, 'same')).rejects.toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_501 })
})

test('A refund never exceeds what was paid [PAY-13]', async () => {
  const { bearer, intent } = await paid(the.api, key)
  await expect(back(intent.id, 2_000, 'a')).rejects.toMatchObject({ status: 422, code: 'refund_exceeds_payment' })
  await back(intent.id, 1_999, 'b')
  for (const amount of [1, undefined])
    await expect(back(intent.id, amount, `c${amount}`)).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 5_000 })
})

test('A refund needs an executed payment of the same provider, and an Idempotency-Key [PAY-13]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const open = await askForPayment(the.api, key)
  await confirmPayment(the.api, open.mintid, bearer)
  await expect(back(open.id, 1, 'a')).rejects.toMatchObject({ status: 409, code: 'payment_not_executed' })
  await executePayment(the.api, open.mintid, bearer)
  const theirs = await liveKey(the.api, the.api.second.id)
  await expect(back(open.id, 1, 'a', theirs)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  const listed = the.api.client('listRefunds', { params: { id: open.id } }, { bearer: theirs })
  await expect(listed).rejects.toMatchObject({ code: 'not_found' })
  const path = `/provider/v1/intents/${open.id}/refunds`
  const keyless = await sendJson(the.api, path, { amount: 1 }, { authorization: `Bearer ${key}` })
  expect([keyless.status, keyless.body?.['code']]).toEqual([400, 'required'])
})

test('The refund of a test payment moves no money [TEST-02]', async () => {
  const testKey = the.api.credentials.provider.apiKey
  const { bearer } = await payer(the.api, 0)
  const { id, mintid } = await askForPayment(the.api, testKey)
  await confirmPayment(the.api, mintid, bearer)
  await executePayment(the.api, mintid, bearer)
  expect((await back(id, 100, 'a', testKey)).amount).toBe(100)
  await expect(back(id, 1_900, 'b', testKey)).rejects.toMatchObject({ code: 'refund_exceeds_payment' })
  expect(await movementsOf(the.api, bearer)).toEqual([])
})

test('A refund for an erased payer is returned to the source of the money [PAY-13 PROV-19 WALLET-08]', async () => {
  const { bearer, pin, reference } = await payer(the.api, 0)
  const older = await deposit(the.api, reference, 1_000)
  the.api.clock.advance(MINUTE_MS)
  const newer = await deposit(the.api, reference, 1_200)
  const intent = await askForPayment(the.api, key)
  await confirmPayment(the.api, intent.mintid, bearer)
  await executePayment(the.api, intent.mintid, bearer)
  await the.api.client('deleteAccount', { body: { pin } }, { bearer })
  const ordered = (paymentId: string) => the.api.world.returnsOf(paymentId).map(({ order }) => order.amount)
  await the.api.world.until(() => ordered(newer).length > 0)
  expect(ordered(newer)).toEqual([201])
  the.api.clock.advance(394 * 24 * HOUR_MS)
  await back(intent.id, 1_500, 'late')
  await the.api.world.until(() => ordered(older).length > 0 && ordered(newer).length > 1)
  expect([ordered(newer), ordered(older)]).toEqual([[201, 999], [501]])
})

const leavesOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value]

test('A payment gives provider and payer no identifier in common [PAY-09 PROV-03]', async () => {
  const shared = { description: 'Abend 12', reference: 'ticket-12' }
  const { bearer, tokens, number, reference, intent } = await paid(the.api, key, shared)
  const again = await askForPayment(the.api, key, shared)
  await confirmPayment(the.api, again.mintid, bearer)
  await executePayment(the.api, again.mintid, bearer)
  const given = await back(intent.id, 100, 'a')
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length === 2)
  await the.api.world.until(() => the.api.world.eventsOf(again.id).length === 1)

  const providerReads = async (id: string) => {
    const { data: list } = await the.api.client('listRefunds', { params: { id } }, { bearer: key })
    const intentRead = await read(id)
    const receipt = (intentRead.payment?.receipt ?? '').split('.')[1] ?? ''
    const claims = JSON.parse(Buffer.from(receipt, 'base64url').toString('utf8')) as unknown
    const events = the.api.world.eventsOf(id).map(({ event }) => event)
    return { text: JSON.stringify([intentRead, list, claims, events]), leaves: leavesOf([intentRead, claims, events]) }
  }
  const [one, other] = [await providerReads(intent.id), await providerReads(again.id)]
  const { data: history } = await the.api.client('walletEntries', { query: {} }, { bearer })
  const { data: profile } = await the.api.client('me', {}, { bearer })
  const ofPayer = [
    tokens.user_id,
    number,
    number.slice(1),
    reference,
    ...history.data.map(({ id }) => id),
    profile.phone_ending + '"',
  ]
  for (const secret of ofPayer) expect(one.text).not.toContain(secret)
  expect(one.text).toContain(given.id)

  // Two payments of one person have no more in common than those of two.
  const stranger = await paid(the.api, key, shared)
  await the.api.world.until(() => the.api.world.eventsOf(stranger.intent.id).length > 0)
  const strangers = new Set((await providerReads(stranger.intent.id)).leaves)
  const others = new Set(other.leaves)
  expect(one.leaves.filter((leaf) => typeof leaf === 'string' && others.has(leaf) && !strangers.has(leaf))).toEqual([])
})
