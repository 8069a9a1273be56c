import { HOUR_MS } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import { chained } from '#test/audit-trail.ts'
import {
  beginCheck,
  changePin,
  createIntent,
  GOOD_PIN,
  newBrowser,
  OTHER_PIN,
  provenNumber,
  registered,
  report,
  signInOn,
} from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const DAY_MS = 24 * HOUR_MS
const SILENT_DAYS = 180

async function proven(document = newId('doc')) {
  const visitor = await registered(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer)
  await report(the.api, code, 'COMPLETED', document)
  return { ...visitor, id: visitor.tokens.user_id, document }
}
const lastDayOf = (days: number) => {
  // The days are counted in UTC, whatever the time of day.
  the.api.clock.advance(days * DAY_MS)
}
/** The holder of the number sets another PIN in a browser that the account does not recognise. */
async function resetElsewhere(number: string, cookie = newBrowser()) {
  const { data } = await changePin(the.api, number, await provenNumber(the.api, number, cookie), OTHER_PIN, cookie)
  return data.session?.access_token ?? ''
}
const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status

test('After 180 silent days a PIN reset in an unknown browser withdraws the proof: no website gets a yes before a new check [RESET-11]', async () => {
  const owner = await proven()
  lastDayOf(SILENT_DAYS)
  const withdrawals = () => the.api.rows(`select reason from audit_event where type = 'kyc.proof_withdrawn'`)
  await chained(the.api)
  const before = await withdrawals()
  const stranger = await resetElsewhere(owner.number)
  const { mintid } = await createIntent(the.api)
  const begun = await beginCheck(the.api, stranger, { mintid })
  expect(begun).toMatchObject({ url: expect.any(String) as string, withdrawn: 'unused' })
  const confirm = (bearer: string) => the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })
  await expect(confirm(stranger)).rejects.toMatchObject({ code: 'wrong_verification' })
  await chained(the.api)
  expect(await withdrawals()).toEqual([...before, { reason: 'unused' }])

  const { call } = await invited(the.api, 'operator')
  const body = { decision: 'give_back', reason: 'mistake' } as const
  const given = call('adminDecideProof', { params: { id: owner.id }, body })
  await expect(given).rejects.toMatchObject({ code: 'conflict' })
  expect((await call('adminFindAccount', { body: { account: owner.id } })).data).toMatchObject({
    adult: false,
    proof_withdrawn_at: expect.any(String) as string,
    give_back_until: null,
  })
  await report(the.api, begun.code, 'COMPLETED', newId('doc'))
  expect((await confirm(stranger)).data.data.result).toBe(true)
})

test('Whoever has the document gets the proof back by a new check, with this number or another one [RESET-11 KYC-30]', async () => {
  const owner = await proven()
  lastDayOf(SILENT_DAYS)
  const stranger = await resetElsewhere(owner.number)
  const elsewhere = await registered(the.api)
  const { code } = await beginCheck(the.api, elsewhere.bearer)
  await report(the.api, code, 'COMPLETED', owner.document)
  expect([await statusOf(elsewhere.bearer), await statusOf(stranger)]).toEqual(['COMPLETED', ''])
  const again = await beginCheck(the.api, stranger)
  await report(the.api, again.code, 'COMPLETED', owner.document)
  expect([await statusOf(elsewhere.bearer), await statusOf(stranger)]).toEqual(['', 'COMPLETED'])
})

test('A proof stays after fewer silent days, after a log-in with the PIN, and after a reset in a recognised browser [RESET-11]', async () => {
  const [early, used, known] = [await proven(), await proven(), await proven()]
  const cookie = newBrowser()
  lastDayOf(100)
  await signInOn(the.api, newBrowser(), used.number)
  await signInOn(the.api, cookie, known.number)
  lastDayOf(SILENT_DAYS - 101)
  expect(await statusOf(await resetElsewhere(early.number))).toBe('COMPLETED')
  lastDayOf(2)
  expect(await statusOf(await resetElsewhere(used.number))).toBe('COMPLETED')
  expect(await statusOf(await resetElsewhere(known.number, cookie))).toBe('COMPLETED')
  lastDayOf(SILENT_DAYS)
  expect(await statusOf((await signInOn(the.api, newBrowser(), known.number, OTHER_PIN)).access_token)).toBe(
    'COMPLETED',
  )
})

test('A reset of the PIN is a sign-in: another one soon after it withdraws nothing [RESET-11]', async () => {
  const owner = await proven()
  lastDayOf(SILENT_DAYS - 1)
  await resetElsewhere(owner.number)
  lastDayOf(SILENT_DAYS - 1)
  const { data } = await changePin(the.api, owner.number, await provenNumber(the.api, owner.number), GOOD_PIN)
  expect(await statusOf(data.session?.access_token ?? '')).toBe('COMPLETED')
})
