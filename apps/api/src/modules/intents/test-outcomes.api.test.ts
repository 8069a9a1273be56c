import { type ProofMethod, type VendorOutcome, verdictClaims } from '@avouch/contract'
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { trusting } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { beginCheck, registered, sendCallback, vendorMessage } from '#test/builders.ts'
import { productionSettings } from '#test/production.ts'
import { useTestApi } from '#test/use-test-api.ts'

const { SMS_URL: _none, ...production } = productionSettings()
const the = useTestApi({
  ...production,
  BANK_CALLBACK_SECRET: `whsec_${Buffer.alloc(32, 8).toString('base64')}`,
  BANK_TOKEN: 'a-token-for-the-bank',
  EMBEDDED_IN_PRODUCTION: 'true',
  ...trusting(createOffice()),
})
const RETURN = 'https://library.test/return'
const keys = { test: '', live: '' }

beforeAll(async () => {
  await the.api.operate('provider', 'create', 'library', 'Library')
  await the.api.operate('provider', 'redirect', 'add', 'library', RETURN)
  for (const mode of ['test', 'live'] as const) {
    const words = ['--scope', 'intents:read', '--scope', 'intents:write', ...(mode === 'test' ? ['--test'] : [])]
    keys[mode] = (await the.api.operate('provider', 'key', 'create', 'library', ...words)).at(-1) ?? ''
  }
})

type Wish = { max_proof_age_days?: number; minimum_age?: number; accept?: ProofMethod[] }
const ask = async (mode: 'test' | 'live', wish: Wish = {}) =>
  (
    await the.api.client(
      'createIntent',
      { headers: {}, body: { redirect_uri: RETURN, ...wish } },
      { bearer: keys[mode] },
    )
  ).data
const read = async (id: string, mode: 'test' | 'live' = 'test') =>
  (await the.api.client('readIntent', { params: { id } }, { bearer: keys[mode] })).data
const claimsOf = async (id: string, mode: 'test' | 'live' = 'test') =>
  verdictClaims.parse(decodeJwt((await read(id, mode)).verdict ?? ''))
const choose = async (mintid: string, status: VendorOutcome, bearer?: string) => {
  const body = { method: 'identity_check' as const, status }
  return (await the.api.client('chooseTestOutcome', { params: { id: mintid }, body }, { bearer })).data
}
const confirm = async (mintid: string, bearer: string) =>
  (await the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })).data
const chosen = async (mintid: string, bearer: string) =>
  (await the.api.client('readTestOutcome', { params: { id: mintid } }, { bearer })).data.result.status
const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status

/** An account whose age the identity-check service has proven. */
async function adult() {
  const visitor = await registered(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer)
  const secret = production['IDENTITY_CALLBACK_SECRET'] ?? ''
  expect((await sendCallback(the.api, vendorMessage(the.api, code, 'COMPLETED', { secret }))).status).toBe(200)
  return visitor
}

test('A test request in production leads to a page of ours, and says that it is a test [TEST-01]', async () => {
  const { bearer } = await registered(the.api)
  for (const visitor of [bearer, (await adult()).bearer]) {
    const { mintid } = await ask('test')
    const begun = await beginCheck(the.api, visitor, { mintid, mobile: 'true' })
    expect(begun).toEqual({
      code: '',
      url: `https://product.test/kyc?mintid=${mintid}&mobile=true`,
    })
    expect((await the.api.client('intentSummary', { params: { id: mintid } })).data.live).toBe(false)
    await expect(confirm(mintid, visitor)).rejects.toThrow('422 wrong_verification')
  }
  const live = await ask('live')
  expect((await beginCheck(the.api, bearer, { mintid: live.mintid })).url).toMatch(
    /^https:\/\/identity\.test\/check\?tc=/,
  )
  expect((await the.api.client('intentSummary', { params: { id: live.mintid } })).data.live).toBe(true)
})

test('A chosen yes of a test request is confirmed as a real one, and proves nothing to any other [TEST-02]', async () => {
  const { bearer } = await registered(the.api)
  for (const status of ['COMPLETED', 'COMPLETED_FRAUD'] as const) {
    const { id, mintid } = await ask('test', { max_proof_age_days: 1 })
    expect(await choose(mintid, status, bearer)).toMatchObject({ status: 'bound', data: { result: true } })
    expect([await chosen(mintid, bearer), await statusOf(bearer)]).toEqual([status, ''])
    expect(await beginCheck(the.api, bearer, { mintid })).toEqual({ code: '', url: null })
    expect(await confirm(mintid, bearer)).toMatchObject({ status: 'confirmed', data: { result: true } })
    expect(await claimsOf(id)).toMatchObject({ live: false, result: 'yes', method: 'identity_check' })
  }
  const live = await ask('live')
  await beginCheck(the.api, bearer, { mintid: live.mintid })
  await expect(confirm(live.mintid, bearer)).rejects.toThrow('422 wrong_verification')
})

test('A test request with the outcome under age answers no, and the account stays with its proof [TEST-02]', async () => {
  const { bearer } = await adult()
  const { id, mintid } = await ask('test')
  expect(await choose(mintid, 'UNDERAGED', bearer)).toMatchObject({ status: 'denied', data: { result: false } })
  expect(await claimsOf(id)).toMatchObject({ live: false, result: 'no' })
  expect([await chosen(mintid, bearer), await statusOf(bearer)]).toEqual(['UNDERAGED', 'COMPLETED'])
  const live = await ask('live')
  expect(await beginCheck(the.api, bearer, { mintid: live.mintid })).toEqual({ code: '', url: null })
  expect(await confirm(live.mintid, bearer)).toMatchObject({ data: { result: true } })
  // A website learns nothing of a live visitor by a test.
  expect((await claimsOf(id)).sub).not.toBe((await claimsOf(live.id, 'live')).sub)
})

test.each(['PENDING_MANUAL_REVIEW', 'MANUAL_REVIEW_REJECTED', 'USER_PROCESS_EXPIRED', 'DELETED'] as const)(
  '%s leaves a test request open, and another outcome can be chosen [TEST-02]',
  async (status) => {
    const { bearer } = await registered(the.api)
    const { id, mintid } = await ask('test')
    expect(await choose(mintid, status, bearer)).toMatchObject({ status: 'bound', data: { result: false } })
    expect([await chosen(mintid, bearer), await statusOf(bearer)]).toEqual([status, ''])
    await expect(confirm(mintid, bearer)).rejects.toThrow('422 wrong_verification')
    expect((await beginCheck(the.api, bearer, { mintid, retry: '1' })).url).toMatch(/^https:\/\/product\.test\/kyc\?/)
    await choose(mintid, 'COMPLETED', bearer)
    await confirm(mintid, bearer)
    expect((await read(id)).status).toBe('confirmed')
  },
)

test('A test request in production asks no age app: its answer is chosen too, without an account [TEST-01]', async () => {
  const { mintid, id } = await ask('test', { accept: ['proof_of_age'], minimum_age: 21 })
  const begun = the.api.client('createPresentation', { body: { mintid, way: 'link' } })
  await expect(begun).rejects.toThrow('422 method_not_possible')
  const body = { method: 'proof_of_age' as const, status: 'COMPLETED' as const }
  const { data } = await the.api.client('chooseTestOutcome', { params: { id: mintid }, body })
  expect(data).toEqual({ status: 'confirmed', data: { redirect_uri: RETURN, result: true } })
  expect(await claimsOf(id)).toMatchObject({ live: false, result: 'yes', method: 'proof_of_age', minimum_age: 21 })
  const again = the.api.client('chooseTestOutcome', { params: { id: mintid }, body })
  await expect(again).rejects.toThrow('404 mintid_used')

  const no = await ask('test', { accept: ['proof_of_age'] })
  const young = { ...body, status: 'UNDERAGED' as const }
  await the.api.client('chooseTestOutcome', { params: { id: no.mintid }, body: young })
  expect((await read(no.id)).status).toBe('denied')
})

test('An outcome is chosen for test requests alone, by the account that has the request [TEST-04]', async () => {
  const { bearer } = await registered(the.api)
  const other = await registered(the.api)
  const live = await ask('live')
  await expect(choose(live.mintid, 'COMPLETED', bearer)).rejects.toThrow('403 test_key_required')
  const { mintid } = await ask('test')
  await expect(choose(mintid, 'COMPLETED')).rejects.toThrow('401 invalid_token')
  await choose(mintid, 'COMPLETED', bearer)
  await expect(choose(mintid, 'UNDERAGED', other.bearer)).rejects.toThrow('404 mintid_used')
  await expect(chosen(mintid, other.bearer)).rejects.toThrow('404 mintid_used')
  await expect(chosen(live.mintid, bearer)).rejects.toThrow('404 mintid_used')
  await expect(choose('x'.repeat(22), 'COMPLETED', bearer)).rejects.toThrow('404 mintid_not_exist')
})
