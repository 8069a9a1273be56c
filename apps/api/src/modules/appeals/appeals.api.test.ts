import { HOUR_MS, MINUTE_MS, type ReviewDecision } from '@avouch/contract'
import { describe, expect, test } from 'vitest'
import { appealing, appealWith, calledUnderAge, refusedAgain, says, WITH_APPEALS } from '#test/appeals.ts'
import { chained } from '#test/audit-trail.ts'
import {
  beginCheck,
  checked,
  confirmCode,
  createIntent,
  documentHash,
  newBrowser,
  registered,
  report,
  signInOn,
  signUp,
} from '#test/builders.ts'
import { invited } from '#test/staff.ts'
import type { Refusal } from '#test/test-client.ts'
import { pollEvery } from '#test/test-api.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'

const DAY_MS = 24 * HOUR_MS
const the = useTestApi(WITH_APPEALS, pollEvery(20))

type Appealing = Awaited<ReturnType<typeof appealing>>

const resultOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result
const statusOf = async (bearer: string) => (await resultOf(bearer)).status
/** Sessions at the console end while the clock moves. */
const desk = async () => (await (await invited(the.api, 'reviewer')).call('adminListReviews', {})).data
const rowOf = async (accountId: string) => (await desk()).data.find(({ id }) => id === accountId)
async function decide(accountId: string, decision: ReviewDecision) {
  const reviewer = await invited(the.api, 'reviewer')
  const { data } = (await reviewer.call('adminListReviews', {})).data
  const check = data.find(({ id }) => id === accountId)?.check ?? 'chk_none'
  return reviewer.call('adminDecideReview', { params: { check }, body: { decision } })
}
const confirm = ({ intent, bearer }: Appealing) =>
  the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, { bearer })
const exported = async (bearer: string) => (await the.api.client('exportData', {}, { bearer })).data.account.appeal

test('An adult who was called under age by mistake appeals; a person approves, and the film begins [APPEAL-01 APPEAL-02]', async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'COMPLETED', 'the document of an adult')
  expect(await statusOf(appeal.bearer)).toBe('PENDING_MANUAL_REVIEW')
  expect(await rowOf(appeal.accountId)).toMatchObject({ is_appeal: true, is_held: true })
  await expect(confirm(appeal)).rejects.toMatchObject({ code: 'wrong_verification' })

  await decide(appeal.accountId, 'approve')
  expect(await statusOf(appeal.bearer)).toBe('COMPLETED')
  const { data } = await confirm(appeal)
  expect(data.data.result).toBe(true)
  expect(await rowOf(appeal.accountId)).toBeUndefined()
})

test('Under age once more, a minor has no third try, and the stop lasts anew from then on [APPEAL-01 AGE-05]', async () => {
  holdTime(the.api)
  const appeal = await appealing(the.api)
  the.api.clock.advance(5 * DAY_MS)
  await says(the.api, appeal.code, 'UNDERAGED')
  await the.api.world.until(() => the.api.world.eventsOf(appeal.intent.id).length > 0)
  the.api.clock.advance(26 * DAY_MS)
  const again = await refusedAgain(the.api, appeal.number)
  expect(again).toMatchObject({ code: 'under_age_18' })
  expect(again.problem).not.toHaveProperty('appeal_token')
  the.api.clock.advance(4 * DAY_MS)
  expect((await confirmCode(the.api, await signUp(the.api, appeal.number))).user_id).toMatch(/^usr_/)
})

test("Across a quarter's end the stop is found under the key before, and its appeal stays used [APPEAL-01]", async () => {
  holdTime(the.api)
  const now = the.api.clock.now()
  const end = Date.UTC(now.getUTCFullYear(), (Math.floor(now.getUTCMonth() / 3) + 1) * 3, 1)
  the.api.clock.advance(end - now.getTime() - DAY_MS)
  const person = await calledUnderAge(the.api)
  the.api.clock.advance(2 * DAY_MS)
  const appeal = await appealing(the.api, person)
  the.api.clock.advance(DAY_MS)
  const { bearer } = { bearer: (await signInOn(the.api, person.cookie, person.number)).access_token }
  await says(the.api, (await beginCheck(the.api, bearer, { retry: '1' })).code, 'UNDERAGED')
  await the.api.world.until(() => the.api.world.eventsOf(appeal.intent.id).length > 0)
  const again = await refusedAgain(the.api, appeal.number)
  expect(again.code).toBe('under_age_18')
  expect(again.problem).not.toHaveProperty('appeal_token')
})

test('The token of an appeal is good for ten minutes, in its browser, and a repeated call hears that it was used [APPEAL-01]', async () => {
  holdTime(the.api)
  const { number, cookie } = await calledUnderAge(the.api)
  const token = (await refusedAgain(the.api, number, cookie)).problem.appeal_token ?? expect.fail()
  const elsewhere = appealWith(the.api, token, newBrowser())
  await expect(elsewhere).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  the.api.clock.advance(10 * MINUTE_MS)
  const late = appealWith(the.api, token, cookie)
  await expect(late).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  const next = (await refusedAgain(the.api, number, cookie)).problem.appeal_token ?? expect.fail()
  await appealWith(the.api, next, cookie)
  await expect(appealWith(the.api, next, cookie)).rejects.toMatchObject({ status: 409, code: 'appeal_used' })
})

test('An answer with a token that got lost is given once more to the browser that typed the code [APPEAL-01]', async () => {
  const { number, cookie } = await calledUnderAge(the.api)
  const begun = await signUp(the.api, number, '2580', cookie)
  const answers = await Promise.all([1, 2].map(() => confirmCode(the.api, begun).catch((error: unknown) => error)))
  const tokens = answers.map((error) => (error as Refusal).problem.appeal_token)
  expect(tokens[0]).toMatch(/^avap_/)
  expect(tokens[1]).toBe(tokens[0])
})

test('After the days of the setting a stopped number gets no token any more [APPEAL-01]', async () => {
  holdTime(the.api)
  const { number, cookie, oldBearer } = await calledUnderAge(the.api)
  expect(await resultOf(oldBearer)).toEqual({ status: 'UNDERAGED', appeal_days: 10 })
  the.api.clock.advance(10 * DAY_MS - MINUTE_MS)
  expect((await refusedAgain(the.api, number, cookie)).problem).toHaveProperty('appeal_token')
  the.api.clock.advance(2 * MINUTE_MS)
  expect((await refusedAgain(the.api, number, cookie)).problem).not.toHaveProperty('appeal_token')
})

test('Two people with one phone have one appeal: who types the newest code may make it, and the other is refused [APPEAL-01]', async () => {
  const { number, cookie } = await calledUnderAge(the.api)
  const other = newBrowser()
  const first = (await refusedAgain(the.api, number, cookie)).problem.appeal_token ?? expect.fail()
  the.api.clock.advance(2 * MINUTE_MS)
  const second = (await refusedAgain(the.api, number, other)).problem.appeal_token ?? expect.fail()
  await expect(appealWith(the.api, first, cookie)).rejects.toMatchObject({ code: 'invalid_token' })
  await appealWith(the.api, second, other)
  await expect(signUp(the.api, number, '2580', cookie)).rejects.toMatchObject({ code: 'phone_number_exist' })
})

test("A person may approve before the service, and the service's approval afterwards changes nothing [APPEAL-02]", async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'PENDING_MANUAL_REVIEW')
  expect(await rowOf(appeal.accountId)).toMatchObject({ is_appeal: true, is_held: false })
  await decide(appeal.accountId, 'approve')
  const proven = await statusOf(appeal.bearer)
  await says(the.api, appeal.code, 'COMPLETED')
  expect([proven, await statusOf(appeal.bearer)]).toEqual(['COMPLETED', 'COMPLETED'])
})

test('An approval of the service that a person meets at the decision is held first [APPEAL-02]', async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'PENDING_MANUAL_REVIEW')
  the.api.vendor.known.set(appeal.code, 'COMPLETED')
  await expect(decide(appeal.accountId, 'approve')).rejects.toMatchObject({ code: 'conflict' })
  expect(await statusOf(appeal.bearer)).toBe('PENDING_MANUAL_REVIEW')
  await decide(appeal.accountId, 'approve')
  expect(await statusOf(appeal.bearer)).toBe('COMPLETED')
})

test('An approved appeal takes the document that the service named from the account that had it [APPEAL-02 KYC-30]', async () => {
  const first = await checked(the.api, 'PENDING_MANUAL_REVIEW')
  await report(the.api, first.code, 'COMPLETED', 'a lent document')
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'COMPLETED', 'a lent document')
  expect(await statusOf(first.bearer)).toBe('COMPLETED')
  await decide(appeal.accountId, 'approve')
  expect(await statusOf(first.bearer)).not.toBe('COMPLETED')
})

test('Under age ends an appeal at once, also after an approval that waits for a person [APPEAL-02]', async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'COMPLETED')
  await says(the.api, appeal.code, 'UNDERAGED')
  expect(await resultOf(appeal.bearer)).toEqual({ status: 'UNDERAGED' })
  expect(await rowOf(appeal.accountId)).toBeUndefined()
})

test('A held approval is not asked about, and ends with the review after fourteen days [APPEAL-02]', async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'COMPLETED')
  const asked = the.api.vendor.asked.filter((code) => code === appeal.code).length
  const again = async () => (await signInOn(the.api, newBrowser(), appeal.number)).access_token
  the.api.clock.advance(14 * DAY_MS - HOUR_MS)
  expect(await statusOf(await again())).toBe('PENDING_MANUAL_REVIEW')
  the.api.clock.advance(2 * HOUR_MS)
  const bearer = await again()
  await expect.poll(() => statusOf(bearer)).toBe('USER_PROCESS_EXPIRED')
  expect(the.api.vendor.asked.filter((code) => code === appeal.code)).toHaveLength(asked)
})

test('After a rejection another check needs a person too, so that trying again goes round no one [APPEAL-02]', async () => {
  const appeal = await appealing(the.api)
  await says(the.api, appeal.code, 'COMPLETED')
  await decide(appeal.accountId, 'reject')
  expect(await statusOf(appeal.bearer)).toBe('MANUAL_REVIEW_REJECTED')
  await says(the.api, appeal.code, 'COMPLETED_FRAUD')
  const { code } = await beginCheck(the.api, appeal.bearer, { retry: '1' })
  await says(the.api, code, 'COMPLETED')
  expect(await statusOf(appeal.bearer)).toBe('PENDING_MANUAL_REVIEW')
})

test('Website, service, trail and database have nothing of the old account, and the service no word of an appeal [APPEAL-03]', async () => {
  const person = await calledUnderAge(the.api)
  await chained(the.api)
  const before = await the.api.rows('select max(seq) as seq from audit_event')
  const appeal = await appealing(the.api, person)
  const ordinary = await beginCheck(the.api, (await registered(the.api)).bearer, {
    mintid: (await createIntent(the.api)).mintid,
  })
  await says(the.api, appeal.code, 'COMPLETED')
  await decide(appeal.accountId, 'approve')
  await confirm(appeal)
  await the.api.world.until(() => the.api.world.eventsOf(appeal.intent.id).length > 0)
  const parts = (url: string | null) => [...new URL(url ?? '').searchParams.keys()]
  expect(parts(appeal.url)).toEqual(parts(ordinary.url))
  const [event] = the.api.world.eventsOf(appeal.intent.id)
  expect(JSON.stringify([event, appeal.url])).not.toMatch(/appeal/i)
  await chained(the.api)
  const told = await the.api.rows('select * from audit_event where seq > $1 order by seq', [before[0]?.['seq']])
  const begun = told.filter(({ type }) => type === 'appeal.begun')
  expect(begun).toHaveLength(1)
  expect(begun[0]).toMatchObject({ phone_prefix: null })
  const [account] = await the.api.rows('select * from account where id = $1', [appeal.accountId])
  expect(JSON.stringify([told, account])).not.toContain(person.oldAccount)
})

test('The mark is in the export until a person has approved, and a held approval is sealed [APPEAL-03]', async () => {
  const appeal = await appealing(the.api)
  expect(await exported(appeal.bearer)).toBe(true)
  await says(the.api, appeal.code, 'COMPLETED', 'a sealed document')
  const held = 'select held_enc from identity_check where held_enc is not null and account_id = $1'
  const [row] = await the.api.rows(held, [appeal.accountId])
  expect(String(row?.['held_enc'])).not.toMatch(/COMPLETED/)
  expect(String(row?.['held_enc'])).not.toContain(documentHash('a sealed document'))
  await decide(appeal.accountId, 'approve')
  expect(await exported(appeal.bearer)).toBe(false)
  expect(await the.api.rows(held, [appeal.accountId])).toEqual([])
})

test('Appeals, their outcomes and days are counted by month [APPEAL-04]', async () => {
  const counts = async () =>
    (await desk()).appeals.find(({ month }) => the.api.clock.now().toISOString().startsWith(month))
  // A month that nothing else counts in.
  const now = the.api.clock.now()
  the.api.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2) - now.getTime())
  expect(await counts()).toBeUndefined()
  const endings = { approve: 'COMPLETED', reject: 'COMPLETED', under_age: 'COMPLETED' } as const
  for (const [decision, word] of Object.entries(endings)) {
    const appeal = await appealing(the.api)
    await says(the.api, appeal.code, word)
    the.api.clock.advance(2 * DAY_MS)
    await decide(appeal.accountId, decision as ReviewDecision)
  }
  expect(await counts()).toMatchObject({ begun: 3, approved: 1, rejected: 1, under_age: 1, over: 0, days: 6 })
})

test('A proven adult reported under age is told of the thirty days, and gets no token [APPEAL-05 AGE-06]', async () => {
  const { bearer, code, number } = await checked(the.api, 'COMPLETED')
  await report(the.api, code, 'UNDERAGED')
  expect(await resultOf(bearer)).toEqual({ status: 'UNDERAGED', restore_days: 30 })
  const again = confirmCode(the.api, await signUp(the.api, number))
  await expect(again).rejects.toMatchObject({ code: 'phone_number_exist' })
})

describe('without APPEAL_DAYS', () => {
  const off = useTestApi()

  test('Without the setting a stopped number gets the refusal alone [APPEAL-01 AGE-05]', async () => {
    const { number, cookie, oldBearer } = await calledUnderAge(off.api)
    const status = await off.api.client('kycStatus', {}, { bearer: oldBearer })
    expect(status.data.result).toEqual({ status: 'UNDERAGED' })
    expect((await refusedAgain(off.api, number, cookie)).problem).not.toHaveProperty('appeal_token')
  })
})

describe('with as many days as the stop', () => {
  const long = useTestApi({ ...WITH_APPEALS, APPEAL_DAYS: '30' })

  test('The review of an appeal may outlast the stop: under age then leaves no third try either [APPEAL-01]', async () => {
    holdTime(long.api)
    const person = await calledUnderAge(long.api)
    long.api.clock.advance(29 * DAY_MS)
    const appeal = await appealing(long.api, person)
    await says(long.api, appeal.code, 'PENDING_MANUAL_REVIEW')
    long.api.clock.advance(10 * DAY_MS)
    await says(long.api, appeal.code, 'UNDERAGED')
    await expect(refusedAgain(long.api, appeal.number)).resolves.toMatchObject({ code: 'under_age_18' })
    expect((await refusedAgain(long.api, appeal.number)).problem).not.toHaveProperty('appeal_token')
  })
})
