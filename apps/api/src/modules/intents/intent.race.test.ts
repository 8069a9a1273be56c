import { VENDOR_OUTCOMES, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, registered, report, sendCallback, vendorMessage } from '#test/builders.ts'
import { soak } from '#test/soak.ts'
import { rows, successes, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })
const confirm = async (mintid: string, bearer: string) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const eventsOf = (intentId: string) => rows(the.api, 'select id from webhook_event where intent_id = $1', [intentId])

test('Of 50 concurrent confirmations one is the first, and the provider gets one event [PROV-06]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  const answers = successes(await together(times(50, () => confirm(intent.mintid, bearer))))
  expect(answers).toHaveLength(50)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1)
  expect(await eventsOf(intent.id)).toHaveLength(1)
  await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
  const { bearer: next, intent: other } = await checked(the.api, 'COMPLETED')
  await confirm(other.mintid, next)
  await the.api.world.until(() => the.api.world.eventsOf(other.id).length > 0)
  expect(the.api.world.eventsOf(intent.id)).toHaveLength(1)
})

test('Of 50 concurrent presses on “Not now” and a confirmation, the provider gets one event each [RETURN-07 PROV-12]', async () => {
  const { bearer, intent } = await checked(the.api, 'COMPLETED')
  const leave = async () => {
    await the.api.client('leaveIntent', { params: { id: intent.mintid } }, { bearer })
  }
  await leave()
  await together<unknown>([...times(50, leave), () => confirm(intent.mintid, bearer)])
  const events = await rows(the.api, 'select type from webhook_event where intent_id = $1 order by sequence', [
    intent.id,
  ])
  expect(events).toEqual([{ type: 'intent.left' }, { type: 'intent.confirmed' }])
})

test('A confirmation and a concurrent under-age report end in one consistent answer [AGE-03]', async () => {
  for (let round = 0; round < soak(4, 10); round++) {
    const { bearer, intent, code } = await checked(the.api, 'COMPLETED')
    const [confirmed] = await together<unknown>([
      () => confirm(intent.mintid, bearer),
      () => report(the.api, code, 'UNDERAGED'),
    ])
    await the.api.world.until(() => the.api.world.eventsOf(intent.id).length > 0)
    const [row] = await rows(the.api, 'select state, result from intent where id = $1', [intent.id])
    const told = the.api.world.eventsOf(intent.id)[0]?.event.data.result
    expect(row).toEqual(told === 'yes' ? { state: 'confirmed', result: 'yes' } : { state: 'denied', result: 'no' })
    if (told === 'yes') expect(confirmed?.ok).toBe(true)
    expect(await statusOf(bearer)).toBe('UNDERAGED')
    expect(await eventsOf(intent.id)).toHaveLength(1)
  }
})

test('Concurrent reports in any order lead to the same state [KYC-20]', async () => {
  const seen = new Set<string>()
  for (let round = 0; round < soak(4, 8); round++) {
    const visitor = await registered(the.api)
    const { code } = await beginCheck(the.api, visitor.bearer)
    const outcomes: VendorOutcome[] = VENDOR_OUTCOMES.filter((outcome) => outcome !== 'DELETED')
    outcomes.sort(() => Math.random() - 0.5)
    await together(outcomes.map((outcome) => () => report(the.api, code, outcome)))
    seen.add(await statusOf(visitor.bearer))
  }
  expect([...seen]).toEqual(['UNDERAGED'])
})

test('A report that is sent 20 times at once counts once [KYC-20]', async () => {
  const visitor = await registered(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer)
  const message = vendorMessage(the.api, code, 'COMPLETED')
  const answers = await together(times(20, async () => (await sendCallback(the.api, message)).status))
  expect(new Set(successes(answers))).toEqual(new Set([200]))
  const kept = await rows(the.api, 'select count(*)::int as n from vendor_event where id = $1', [
    message.headers['webhook-id'],
  ])
  expect(kept).toEqual([{ n: 1 }])
  expect(await statusOf(visitor.bearer)).toBe('COMPLETED')
})

test('Of ten concurrent visitors one binds the intent [INTENT-06]', async () => {
  const intent = await createIntent(the.api)
  const visitors = await Promise.all(Array.from({ length: 10 }, () => registered(the.api)))
  const call = ({ bearer }: { bearer: string }) => beginCheck(the.api, bearer, { mintid: intent.mintid })
  const outcomes = await together(visitors.map((one) => () => call(one)))
  expect(tally(outcomes)).toEqual({ ok: 1, '404 mintid_used': 9 })
  const [row] = await rows(the.api, 'select state, account_id from intent where id = $1', [intent.id])
  const winner = visitors[outcomes.findIndex(({ ok }) => ok)]
  expect(row).toEqual({ state: 'bound', account_id: winner?.tokens.user_id })
})

test('Ten concurrent requests for the identity check get one code [KYC-35]', async () => {
  const { bearer } = await registered(the.api)
  const codes = successes(await together(times(10, () => beginCheck(the.api, bearer))))
  expect([codes.length, new Set(codes.map(({ code }) => code)).size]).toEqual([10, 1])
})
