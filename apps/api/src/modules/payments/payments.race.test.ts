import { beforeAll, expect, test } from 'vitest'
import {
  askForPayment,
  bankMessage,
  confirmPayment,
  executePayment,
  liveKey,
  movementsOf,
  paid,
  payer,
  refund,
  releasePayment,
  sendToBankCallback,
  walletOf,
} from '#test/money.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20', LIMITS_FACTOR: '100' })
let key = ''
beforeAll(async () => {
  // A statement times out before PostgreSQL would resolve a deadlock, so a deadlock fails its test.
  await rows(
    the.api,
    `do $$ begin execute format('alter database %I set deadlock_timeout = 60000', current_database()); end $$`,
  )
  await the.api.restart()
  key = await liveKey(the.api)
})

const causes = async (intentId: string) =>
  (await rows(the.api, 'select kind from ledger_entry where intent_id = $1 order by seq', [intentId])).map(
    ({ kind }) => kind,
  )
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b)

test('Of 50 confirmations one reserves, and of 50 executions one pays [PAY-05 LEDGER-01]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intent = await askForPayment(the.api, key)
  const confirmed = successes(await together(times(50, () => confirmPayment(the.api, intent.mintid, bearer))))
  expect(statuses(confirmed)).toEqual([200, ...Array.from({ length: 49 }, () => 202)])
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001, reserved: 1_999 })
  const executed = successes(await together(times(50, () => executePayment(the.api, intent.mintid, bearer))))
  expect(statuses(executed)).toEqual([200, ...Array.from({ length: 49 }, () => 202)])
  expect(new Set(executed.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001, reserved: 0 })
  expect(await causes(intent.id)).toEqual(['reservation', 'payment'])
  const events = await rows(the.api, 'select id from webhook_event where intent_id = $1', [intent.id])
  expect(events).toHaveLength(1)
})

test('Of ten payers who confirm one payment at once one has it [PAY-05 LEDGER-01]', async () => {
  const payers = await Promise.all(Array.from({ length: 10 }, () => payer(the.api, 5_000)))
  const { id, mintid } = await askForPayment(the.api, key)
  const call = ({ bearer }: { bearer: string }) => confirmPayment(the.api, mintid, bearer)
  const outcomes = await together(payers.map((one) => () => call(one)))
  expect(tally(outcomes)).toEqual({ ok: 1, '404 mintid_used': 9 })
  expect(await causes(id)).toEqual(['reservation'])
})

test('A wallet is not spent twice by payments at once, and they do not deadlock [LEDGER-01]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const intents = await Promise.all(Array.from({ length: 10 }, () => askForPayment(the.api, key)))
  const call = ({ mintid }: { mintid: string }) => confirmPayment(the.api, mintid, bearer)
  const outcomes = await together(intents.map((one) => () => call(one)))
  expect(tally(outcomes)).toEqual({ ok: 2, '409 insufficient_balance': 8 })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 1_002, reserved: 3_998 })
})

test.each([
  { end: 'cancellation', act: (id: string) => the.api.client('cancelIntent', { params: { id } }, { bearer: key }) },
  { end: 'release', act: (_: string, mintid: string, bearer: string) => releasePayment(the.api, mintid, bearer) },
])('Of an execution and a $end at the same moment one counts [PAY-07 PAY-19 LEDGER-01]', async ({ act }) => {
  for (let round = 0; round < soak(4, 10); round++) {
    const { bearer } = await payer(the.api, 5_000)
    const { id, mintid } = await askForPayment(the.api, key)
    await confirmPayment(the.api, mintid, bearer)
    const both = [() => executePayment(the.api, mintid, bearer), () => act(id, mintid, bearer)]
    const outcomes = tally(await together<unknown>(round % 2 === 0 ? both : both.toReversed()))
    const isPaid = (await causes(id))[1] === 'payment'
    expect(await causes(id)).toEqual(['reservation', isPaid ? 'payment' : 'release'])
    expect(outcomes).toEqual({ ok: 1, [isPaid ? '409 intent_answered' : '409 intent_cancelled']: 1 })
    const events = await rows(the.api, 'select type from webhook_event where intent_id = $1', [id])
    expect(events).toEqual([{ type: isPaid ? 'payment.executed' : 'payment.cancelled' }])
    expect(await walletOf(the.api, bearer)).toMatchObject({ reserved: 0, available: isPaid ? 3_001 : 5_000 })
  }
})

test('Of 20 releases one frees the amount, and a concurrent cancellation changes nothing [PAY-19 LEDGER-01]', async () => {
  const { bearer } = await payer(the.api, 5_000)
  const { id, mintid } = await askForPayment(the.api, key)
  await confirmPayment(the.api, mintid, bearer)
  const cancel = () => the.api.client('cancelIntent', { params: { id } }, { bearer: key })
  const outcomes = await together<unknown>([...times(20, () => releasePayment(the.api, mintid, bearer)), cancel])
  expect(tally(outcomes)).toEqual({ ok: 21 })
  expect(await causes(id)).toEqual(['reservation', 'release'])
  expect(await rows(the.api, 'select id from webhook_event where intent_id = $1', [id])).toHaveLength(1)
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 5_000, reserved: 0 })
})

test('20 concurrent refunds of one key are one, and of 20 keys as many are made as fit [PAY-13 LEDGER-01]', async () => {
  const { bearer, intent } = await paid(the.api, key)
  const same = successes(await together(times(20, () => refund(the.api, key, intent.id, 100, 'same'))))
  expect([same.length, new Set(same.map(({ id }) => id)).size]).toEqual([20, 1])
  const others = await together(times(20, (i) => refund(the.api, key, intent.id, 300, `other ${i}`)))
  expect(tally(others)).toEqual({ ok: 6, '422 refund_exceeds_payment': 14 })
  expect(await walletOf(the.api, bearer)).toMatchObject({ available: 3_001 + 1_900 })
})

test('20 reports of one deposit credit it once, 20 of a stray one return it once, and ten deposits at once are all credited [WALLET-04 WALLET-05 LEDGER-01]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const good = bankMessage(the.api, reference, 700)
  const stray = bankMessage(the.api, 'nobody', 800)
  const send = (message: typeof good) => async () => (await sendToBankCallback(the.api, message)).status
  const others = Array.from({ length: 10 }, () => send(bankMessage(the.api, reference, 700)))
  const answers = await together([...times(20, send(good)), ...times(20, send(stray)), ...others])
  expect(new Set(successes(answers))).toEqual(new Set([200]))
  expect(await movementsOf(the.api, bearer)).toEqual(Array.from({ length: 11 }, () => ['deposit', 700, 0]))
  await the.api.world.until(() => the.api.world.returnsOf(stray.paymentId).length > 0)
  const orders = await rows(
    the.api,
    'select 1 from return_order r join deposit d on d.id = r.deposit_id where d.payment_id = $1',
    [stray.paymentId],
  )
  expect(orders).toHaveLength(1)
})

test('Of two contradicting concurrent reports about one payment one counts, the other is refused [WALLET-04 LEDGER-01]', async () => {
  const { bearer, reference } = await payer(the.api, 0)
  const { paymentId } = bankMessage(the.api, reference, 1)
  const tell = (amount: number) => async () => {
    const answer = await sendToBankCallback(the.api, bankMessage(the.api, reference, amount, { paymentId }))
    await answer.text()
    return { amount, status: answer.status }
  }
  const answers = successes(await together([...times(10, tell(700)), ...times(10, tell(900))]))
  const taken = new Set(answers.flatMap(({ amount, status }) => (status === 200 ? [amount] : [])))
  const [credited] = taken
  expect([taken.size, credited === 700 || credited === 900]).toEqual([1, true])
  expect(answers.filter(({ amount }) => amount === credited).every(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ amount }) => amount !== credited).every(({ status }) => status === 409)).toBe(true)
  expect(await movementsOf(the.api, bearer)).toEqual([['deposit', credited, 0]])
})

test('After an account was erased the books balance, and no row of money identifies its owner [LEDGER-04 WALLET-08]', async () => {
  const { bearer, pin, tokens, intent } = await paid(the.api, key)
  await refund(the.api, key, intent.id, 100, 'a')
  await the.api.client('deleteAccount', { body: { pin } }, { bearer })
  const left = () => rows(the.api, 'select 1 from account where id = $1', [tokens.user_id])
  await expect.poll(left).toEqual([])
  const named = (await the.api.contents()).filter(({ row }) => JSON.stringify(row).includes(tokens.user_id))
  expect(named.map(({ table }) => table)).toEqual([])
  const kept = await rows(the.api, 'select account_id from intent where id = $1', [intent.id])
  expect(kept).toEqual([{ account_id: null }])
  expect(await rows(the.api, 'select sum(balance)::int as total from ledger_account')).toEqual([{ total: 0 }])
})
