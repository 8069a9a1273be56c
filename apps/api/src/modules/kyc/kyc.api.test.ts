import { HOUR_MS, MINUTE_MS, SECOND_MS, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { beginCheck, checked, createIntent, refresh, registered, report, returnIdOf } from '#test/builders.ts'
import { tally, times, together } from '#test/together.ts'
import { holdTime, useTestApi } from '#test/use-test-api.ts'
import { send } from '#test/wire.ts'

const the = useTestApi()

async function statusOf(bearer: string) {
  return (await the.api.client('kycStatus', {}, { bearer })).data.result.status
}
async function begun(retry = false) {
  const visitor = await registered(the.api)
  return { ...visitor, ...(await beginCheck(the.api, visitor.bearer, retry ? { retry: '1' } : {})) }
}
const again = (bearer: string, retry = false) => beginCheck(the.api, bearer, retry ? { retry: '1' } : {})
const tell = (code: string, status: VendorOutcome) => report(the.api, code, status)

test("An identity check begins at the service's address with tc, lang, oi and userConsentDP [KYC-01]", async () => {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  const { code, url } = await beginCheck(the.api, bearer, { mintid: intent.mintid, lang: 'de', mobile: 'true' })
  const address = new URL(url ?? '')
  expect(address.origin + address.pathname).toBe('http://localhost:3002/')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    tc: code,
    lang: 'de',
    oi: expect.stringMatching(/^http:\/\/product\.test\/kyc-check-result\?return=[\w.-]+&mobile=true$/) as unknown,
    userConsentDP: 'no',
  })
  const bare = new URL((await beginCheck(the.api, bearer)).url ?? '')
  expect(bare.searchParams.get('oi')).toBe('http://product.test/kyc-check-result?mobile=false')
})

test('A visitor who left comes back by a return id, another one each time, which tells the service and other accounts nothing [KYC-34]', async () => {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api)
  const { url } = await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const id = returnIdOf(url)
  expect(returnIdOf((await beginCheck(the.api, bearer, { mintid: intent.mintid })).url)).not.toBe(id)
  for (const secret of [intent.mintid, intent.id]) expect(decodeURIComponent(url ?? '')).not.toContain(secret)
  const summary = the.api.client('intentSummary', { params: { id } })
  await expect(summary).rejects.toMatchObject({ code: 'invalid_request' })
  const { data } = await the.api.client('kycReturn', { params: { id } }, { bearer })
  expect(data).toEqual({ mintid: intent.mintid })

  const other = await registered(the.api)
  const foreign = the.api.client('kycReturn', { params: { id } }, { bearer: other.bearer })
  await expect(foreign).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  const madeUp = the.api.client('kycReturn', { params: { id: id.replace(/^v1/, 'v2') } }, { bearer })
  await expect(madeUp).rejects.toMatchObject({ status: 404, code: 'mintid_used' })
  const response = await send(the.api, 'GET', `/api/idcheck/return/${id}`)
  expect(response.status).toBe(401)
})

test('An identity check that is begun again has the same open code, and another one with retry [KYC-35]', async () => {
  const { bearer, code } = await begun()
  the.api.clock.advance(MINUTE_MS)
  expect((await again(bearer)).code).toBe(code)
  expect((await again(bearer, true)).code).not.toBe(code)
})

test('An account starts five checks an hour, also concurrently; its open code is still given then [KYC-35 T-01]', async () => {
  holdTime(the.api)
  const { bearer, tokens } = await begun()
  const retries = tally(await together(times(10, () => again(bearer, true))))
  expect(retries).toEqual({ ok: 4, '429 too_many_requests': 6 })
  await expect(again(bearer, true)).rejects.toMatchObject({ problem: { retry_after: 3_600 } })
  const { code } = await again(bearer)
  expect(code).not.toBe('')
  the.api.clock.advance(HOUR_MS - SECOND_MS)
  const { access_token } = await refresh(the.api, tokens.refresh_token)
  await expect(again(access_token)).rejects.toMatchObject({ problem: { retry_after: 1 } })
  the.api.clock.advance(SECOND_MS)
  expect((await again(access_token)).code).not.toBe(code)
})

test('A retry ends the former check, whose approval still counts [KYC-35 KYC-20]', async () => {
  const { bearer, code } = await begun()
  await again(bearer, true)
  const held = await the.api.client('exportData', {}, { bearer })
  expect(held.data.identity_checks.map(({ status }) => status)).toEqual(['USER_PROCESS_EXPIRED', ''])
  expect(await statusOf(bearer)).toBe('')
  await tell(code, 'COMPLETED')
  expect(await statusOf(bearer)).toBe('COMPLETED')
})

test.each(['COMPLETED', 'PENDING_MANUAL_REVIEW'] as const)(
  'A visitor whose check is %s begins no other one, not even with retry [KYC-07]',
  async (outcome) => {
    const { bearer } = await checked(the.api, outcome)
    for (const retry of [false, true]) expect(await again(bearer, retry)).toEqual({ code: '', url: null })
    expect(await statusOf(bearer)).toBe(outcome)
  },
)

test.each<{ reported: VendorOutcome[]; status: VendorOutcome; rule: string }>([
  { rule: 'KYC-07', reported: ['COMPLETED'], status: 'COMPLETED' },
  { rule: 'KYC-07', reported: ['COMPLETED_FRAUD'], status: 'COMPLETED_FRAUD' },
  { rule: 'KYC-27', reported: ['PENDING_MANUAL_REVIEW', 'COMPLETED'], status: 'COMPLETED' },
  { rule: 'KYC-27', reported: ['PENDING_MANUAL_REVIEW', 'MANUAL_REVIEW_REJECTED'], status: 'MANUAL_REVIEW_REJECTED' },
  { rule: 'KYC-20', reported: ['COMPLETED', 'USER_PROCESS_EXPIRED'], status: 'COMPLETED' },
  { rule: 'KYC-20', reported: ['COMPLETED_FRAUD', 'COMPLETED'], status: 'COMPLETED_FRAUD' },
  { rule: 'AGE-03', reported: ['UNDERAGED', 'COMPLETED'], status: 'UNDERAGED' },
  { rule: 'AGE-03', reported: ['COMPLETED', 'UNDERAGED'], status: 'UNDERAGED' },
])('$rule $reported ends as $status', async ({ reported, status }) => {
  const { bearer, code } = await begun()
  for (const outcome of reported) expect(await tell(code, outcome)).toBe(200)
  expect(await statusOf(bearer)).toBe(status)
})

test('A refusal of an older check does not count [KYC-22]', async () => {
  const { bearer, code } = await begun()
  const { code: newer } = await again(bearer, true)
  expect(await tell(code, 'USER_PROCESS_EXPIRED')).toBe(200)
  expect(await statusOf(bearer)).toBe('')
  expect(await tell(newer, 'COMPLETED')).toBe(200)
  expect(await statusOf(bearer)).toBe('COMPLETED')
})

test('An under-age outcome of an older check counts, and an approval of another one does not undo it [AGE-03 KYC-22]', async () => {
  const { bearer, code } = await begun()
  const { code: newer } = await again(bearer, true)
  expect([await tell(code, 'UNDERAGED'), await tell(newer, 'COMPLETED')]).toEqual([200, 200])
  expect(await statusOf(bearer)).toBe('UNDERAGED')
})

const read = (bearer: string, headers: Record<string, string> = {}) =>
  send(the.api, 'GET', '/api/idcheck/status', { headers: { authorization: `Bearer ${bearer}`, ...headers } })

test('A status that has not changed is 304 without a body', async () => {
  const { bearer, code } = await begun()
  const first = await read(bearer)
  const etag = first.headers.get('etag') ?? ''
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')

  const unchanged = await read(bearer, { 'if-none-match': etag })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  await tell(code, 'COMPLETED')
  const changed = await read(bearer, { 'if-none-match': etag })
  expect([changed.status, changed.body]).toEqual([200, { result: { status: 'COMPLETED' } }])
  expect(changed.headers.get('etag')).not.toBe(etag)
})
