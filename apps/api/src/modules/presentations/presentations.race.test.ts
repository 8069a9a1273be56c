import { MINUTE_MS, PRESENTATION_LIFE_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newAddress } from '#test/address.ts'
import { answer, arrival, began, trusting, verdictOf } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { beginCheck, checked, createIntent, registered } from '#test/builders.ts'
import { tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const office = createOffice()
const the = useTestApi(trusting(office))
const WRONG = 8

const finish = (id: string, body: { response_code: string } | { digits: string }) =>
  the.api.client('finishPresentation', { params: { id }, body }, { address: newAddress() })
const state = async (id: string) => (await the.api.client('followPresentation', { params: { id } })).data.state
const said = ({ status, data }: Awaited<ReturnType<typeof answer>>) => `${status} ${data['error_description'] ?? 'ok'}`
const over = { status: 410, code: 'presentation_over' }
const other = (digits: string, n = 1) => String((Number(digits) + n) % 1_000_000).padStart(6, '0')

/** A request whose answer is held. */
async function held() {
  const begun = await began(the.api)
  const { data } = await answer(the.api, begun.url, office.issue())
  return { ...begun, ...arrival(data['redirect_uri']) }
}
/** One answer, and one event. */
async function hasOneAnswer(intentId: string, status = 'confirmed') {
  expect((await verdictOf(the.api, intentId)).status).toBe(status)
  await the.api.world.until(() => the.api.world.eventsOf(intentId).length > 0)
  expect(the.api.world.eventsOf(intentId)).toHaveLength(1)
}

test('Of many answers to one request one counts [VP-01]', async () => {
  const { url, intent } = await began(the.api, 'qr')
  const answers = await Promise.all(Array.from({ length: 12 }, () => answer(the.api, url, office.issue())))
  expect(answers.map(said).toSorted()).toEqual(['200 ok', ...Array.from({ length: 11 }, () => '400 presentation_over')])
  await hasOneAnswer(intent.id)
})

test("Of an app's answer and an account at the same moment one has the intent [METHOD-03]", async () => {
  const { bearer } = await checked(the.api, 'COMPLETED')
  for (let n = 0; n < 6; n++) {
    const { mintid, id } = await createIntent(the.api, { accept: ['identity_check', 'proof_of_age'] })
    const { data } = await the.api.client('createPresentation', { body: { mintid, way: 'qr' } })
    const [shown, bound] = await Promise.all([
      answer(the.api, data.url ?? '', office.issue()),
      beginCheck(the.api, bearer, { mintid }).then(
        () => 'bound',
        () => 'refused',
      ),
    ])
    if (bound === 'bound') {
      expect(said(shown)).toBe('400 mintid_used')
      await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
    } else expect(said(shown)).toBe('200 ok')
    const method = bound === 'bound' ? 'identity_check' : 'proof_of_age'
    expect((await verdictOf(the.api, id)).claims).toMatchObject({ result: 'yes', method })
    await hasOneAnswer(id)
  }
})

test('An intent that an account has is answered with its session, and with no other [METHOD-03]', async () => {
  const [owner, foreign] = [await registered(the.api), await registered(the.api)]
  const { mintid, id } = await createIntent(the.api, { accept: ['identity_check', 'proof_of_age'] })
  const early = (await the.api.client('createPresentation', { body: { mintid, way: 'qr' } })).data
  await beginCheck(the.api, owner.bearer, { mintid })
  expect(said(await answer(the.api, early.url ?? '', office.issue()))).toBe('400 mintid_used')
  const body = { mintid, way: 'qr' } as const
  const refused = { status: 404, code: 'mintid_used' }
  await expect(the.api.client('createPresentation', { body })).rejects.toMatchObject(refused)
  const asForeign = the.api.client('createPresentation', { body }, { bearer: foreign.bearer })
  await expect(asForeign).rejects.toMatchObject(refused)
  const { data } = await the.api.client('createPresentation', { body }, { bearer: owner.bearer })
  expect(said(await answer(the.api, data.url ?? '', office.issue({ over: false })))).toBe('200 ok')
  await hasOneAnswer(id, 'denied')
  // The account is as it was.
  expect((await the.api.client('me', {}, { bearer: owner.bearer })).status).toBe(200)
})

test('A request is over after five minutes, and so is an answer that is held [VP-01]', async () => {
  holdTime(the.api)
  const [late, inTime, waits] = [await began(the.api), await held(), await held()]
  the.api.clock.advance(PRESENTATION_LIFE_MS - MINUTE_MS / 60)
  expect((await finish(inTime.id, { response_code: inTime.response_code })).status).toBe(200)
  the.api.clock.advance(MINUTE_MS / 60)
  // The app leads back to the page that says so.
  const { data } = await answer(the.api, late.url, office.issue())
  expect(arrival(data['redirect_uri'])).toMatchObject({ refused: 'timed_out' })
  await expect(finish(waits.id, { response_code: waits.response_code })).rejects.toMatchObject(over)
  expect(await state(waits.id)).toBe('expired')
  expect((await verdictOf(the.api, waits.intent.id)).status).toBe('created')
})

test('In another browser the code of a held answer finishes nothing, and with its request it finishes once [VP-15]', async () => {
  const [one, two] = [await held(), await held()]
  await expect(finish(one.id, { response_code: two.response_code })).rejects.toMatchObject(over)
  await expect(finish(`${one.id.slice(0, -1)}_`, { response_code: one.response_code })).rejects.toMatchObject(over)
  const finishing = times(6, () => finish(one.id, { response_code: one.response_code }))
  expect(tally(await together(finishing))).toEqual({ ok: 1, '410 presentation_over': 5 })
  await hasOneAnswer(one.intent.id)
  expect(await state(one.id)).toBe('confirmed')
})

test('The digits of a held answer finish where the visitor began, with three tries [VP-15]', async () => {
  const [one, two] = [await held(), await held()]
  const wrong = { status: 422, code: 'presentation_digits' }
  for (const n of [1, 2]) await expect(finish(one.id, { digits: other(one.digits, n) })).rejects.toMatchObject(wrong)
  expect((await finish(one.id, { digits: one.digits })).data.status).toBe('confirmed')
  for (const n of [1, 2, 3]) await expect(finish(two.id, { digits: other(two.digits, n) })).rejects.toMatchObject(wrong)
  await expect(finish(two.id, { digits: two.digits })).rejects.toMatchObject(over)
  await expect(finish(two.id, { response_code: two.response_code })).rejects.toMatchObject(over)
  expect(await state(two.id)).toBe('refused')
  expect((await verdictOf(the.api, two.intent.id)).status).toBe('created')
})

test('Of wrong digits at the same moment three are compared [VP-15]', async () => {
  const { id, digits, intent } = await held()
  const guesses = times(WRONG, (n) => finish(id, { digits: other(digits, n + 1) }))
  expect(tally(await together(guesses))).toEqual({ '422 presentation_digits': 3, '410 presentation_over': WRONG - 3 })
  expect((await verdictOf(the.api, intent.id)).status).toBe('created')
})

test('The same proof is good for another request, because nothing of it is kept [VP-12]', async () => {
  const proof = office.issue()
  for (let n = 0; n < 2; n++) {
    const { url, intent } = await began(the.api, 'qr')
    expect(said(await answer(the.api, url, proof))).toBe('200 ok')
    await hasOneAnswer(intent.id)
  }
})
