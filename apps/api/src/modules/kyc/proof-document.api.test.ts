import { HOUR_MS, type VendorOutcome } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import {
  beginCheck,
  beginSignIn,
  confirmCode,
  createIntent,
  documentHash,
  GOOD_PIN,
  registered,
  report,
  sendCallback,
  vendorMessage,
} from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi()
const UNPROVEN = { status: 422, code: 'wrong_verification' }

const newDocument = () => newId('doc')
const statusOf = async ({ bearer }: { bearer: string }) =>
  (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const heldOf = async ({ bearer }: { bearer: string }) => (await the.api.client('exportData', {}, { bearer })).data
const eventsOf = async (visitor: { bearer: string }) => (await heldOf(visitor)).security_events.map(({ type }) => type)
const confirm = (mintid: string, { bearer }: { bearer: string }) =>
  the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, { bearer })

/** A visitor who proves their age with the document. */
async function provenWith(document: string | undefined, known?: { bearer: string }) {
  const { bearer } = known ?? (await registered(the.api))
  const { code } = await beginCheck(the.api, bearer)
  expect(await report(the.api, code, 'COMPLETED', document)).toBe(200)
  return { bearer, code }
}

test("A document proves the newest account's age: the one before has to prove its age again [KYC-30 KYC-31]", async () => {
  const document = newDocument()
  const before = await provenWith(document)
  expect((await heldOf(before)).account.document_hash_kept_since).not.toBeNull()
  const newest = await provenWith(document)
  expect([await statusOf(before), await statusOf(newest)]).toEqual(['', 'COMPLETED'])

  const { account, sessions, security_events } = await heldOf(before)
  expect(account).toMatchObject({ of_age: false, verified_on: null, document_hash_kept_since: null })
  expect(sessions).toMatchObject([{ live: true }])
  expect(security_events.map(({ type }) => type)).toContain('kyc.proof_withdrawn')
  const events = await eventsOf(newest)
  expect(events).toContain('kyc.document_moved')
  expect(events).not.toContain('kyc.proof_withdrawn')

  await provenWith(newDocument(), before)
  expect([await statusOf(before), await statusOf(newest)]).toEqual(['COMPLETED', 'COMPLETED'])
  await provenWith(document, await registered(the.api))
  expect([await statusOf(before), await statusOf(newest)]).toEqual(['COMPLETED', ''])
})

test('Whose document proves another account reads that a later check contradicts the proof, and nothing of the other account [KYC-65 KYC-60]', async () => {
  const document = newDocument()
  const [first, second] = [await registered(the.api), await registered(the.api)]
  await provenWith(document, first)
  await provenWith(document, second)
  const begun = await beginCheck(the.api, first.bearer)
  expect(begun).toMatchObject({ url: expect.any(String) as string, withdrawn: 'contradicted' })
  expect(Object.keys(begun).toSorted()).toEqual(['code', 'url', 'withdrawn'])
  // Another account of the same person, and one that was never proven, read nothing of it.
  expect((await beginCheck(the.api, second.bearer)).withdrawn).toBeUndefined()
  expect((await beginCheck(the.api, (await registered(the.api)).bearer)).withdrawn).toBeUndefined()

  // The newest proof ends it, also for whoever lost theirs twice.
  await report(the.api, begun.code, 'COMPLETED', document)
  expect((await beginCheck(the.api, first.bearer)).url).toBeNull()
  expect((await beginCheck(the.api, second.bearer)).withdrawn).toBe('contradicted')
  await provenWith(newDocument(), second)
  const marks = 'select 1 from identity_check where contradicted_at is not null and account_id = any($1)'
  expect(await the.api.rows(marks, [[first, second].map(({ tokens }) => tokens.user_id)])).toEqual([])
})

test('A withdrawn proof changes no answered intent; open ones wait for another proof [KYC-30]', async () => {
  const document = newDocument()
  const visitor = await provenWith(document)
  const [answered, open] = [await createIntent(the.api), await createIntent(the.api)]
  for (const { mintid } of [answered, open]) await beginCheck(the.api, visitor.bearer, { mintid })
  await confirm(answered.mintid, visitor)
  await provenWith(document)

  expect((await confirm(answered.mintid, visitor)).data.data.result).toBe(true)
  const key = { bearer: the.api.credentials.provider.apiKey }
  const told = await the.api.client('readIntent', { params: { id: answered.id } }, key)
  expect(told.data).toMatchObject({ status: 'confirmed', result: 'yes' })
  const { data } = await the.api.client('checkIntent', { params: { id: open.mintid } }, visitor)
  expect(data.data.result).toBe(false)
  await expect(confirm(open.mintid, visitor)).rejects.toMatchObject(UNPROVEN)
  await provenWith(newDocument(), visitor)
  expect((await confirm(open.mintid, visitor)).data.data.result).toBe(true)
})

test('A withdrawn proof is not returned by any late report [KYC-30]', async () => {
  const document = newDocument()
  const before = await registered(the.api)
  const { code } = await beginCheck(the.api, before.bearer)
  const more = { document_hash: documentHash(document) }
  const message = vendorMessage(the.api, code, 'COMPLETED', { more })
  await sendCallback(the.api, message)
  const newest = await provenWith(document)

  expect((await sendCallback(the.api, message)).status).toBe(200)
  const late: VendorOutcome[] = ['PENDING_MANUAL_REVIEW', 'COMPLETED', 'COMPLETED_FRAUD', 'COMPLETED', 'DELETED']
  for (const outcome of late) {
    expect(await report(the.api, code, outcome, document)).toBe(200)
    expect([await statusOf(before), await statusOf(newest)]).toEqual(['', 'COMPLETED'])
    expect((await heldOf(before)).account.of_age).toBe(false)
  }
  expect((await beginCheck(the.api, before.bearer)).code).not.toBe('')
  expect(await report(the.api, code, 'UNDERAGED', document)).toBe(200)
  expect(await statusOf(newest)).toBe('COMPLETED')
})

test('A withdrawn proof does not end a newer check that is under way [KYC-30 PROV-09]', async () => {
  const document = newDocument()
  const { number, pin, ...first } = await registered(the.api)
  await provenWith(document, first)
  the.api.clock.advance(31 * 24 * HOUR_MS)
  const { access_token: bearer } = await confirmCode(the.api, await beginSignIn(the.api, number, pin))
  const { mintid } = await createIntent(the.api, { max_proof_age_days: 30 })
  const { code } = await beginCheck(the.api, bearer, { mintid })
  await report(the.api, code, 'PENDING_MANUAL_REVIEW')
  await provenWith(document)
  expect(await statusOf({ bearer })).toBe('PENDING_MANUAL_REVIEW')
  expect((await heldOf({ bearer })).account.of_age).toBe(false)
  await report(the.api, code, 'COMPLETED', newDocument())
  expect((await confirm(mintid, { bearer })).data.data.result).toBe(true)
})

test("The stored hash is of the document of an account's newest proof: the one before is free [KYC-30 KYC-31]", async () => {
  const [one, other] = [newDocument(), newDocument()]
  const { bearer } = await registered(the.api)
  const codes = [await beginCheck(the.api, bearer)]
  for (let i = 0; i < 2; i++) codes.push(await beginCheck(the.api, bearer, { retry: '1' }))
  const documents = [one, one, other]
  for (const [i, { code }] of codes.entries()) await report(the.api, code, 'COMPLETED', documents[i])
  await provenWith(one)
  expect(await statusOf({ bearer })).toBe('COMPLETED')
  await provenWith(other)
  expect(await statusOf({ bearer })).toBe('')
})

test('Where the service names no document no hash is stored, and no account loses its proof [KYC-31]', async () => {
  const visitors = [await provenWith(undefined), await provenWith(undefined)]
  for (const visitor of visitors) {
    expect(await statusOf(visitor)).toBe('COMPLETED')
    expect((await heldOf(visitor)).account.document_hash_kept_since).toBeNull()
  }
})

test('An under-age outcome stores no hash of a document, and no account loses its proof [KYC-31 AGE-03]', async () => {
  const document = newDocument()
  const adult = await provenWith(document)
  const { bearer } = await registered(the.api)
  const { code } = await beginCheck(the.api, bearer)
  await report(the.api, code, 'UNDERAGED', document)
  expect([await statusOf(adult), await statusOf({ bearer })]).toEqual(['COMPLETED', 'UNDERAGED'])
})

test('The hash of a document goes with its account, however that ended, and the status stays [KYC-31 AGE-06 ACCOUNT-03]', async () => {
  const [ended, deleted] = [newDocument(), newDocument()]
  const held = await provenWith(ended)
  await report(the.api, held.code, 'UNDERAGED', ended)
  const { bearer } = await provenWith(deleted)
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer })
  for (const document of [ended, deleted])
    expect(await eventsOf(await provenWith(document))).not.toContain('kyc.document_moved')
  expect(await statusOf(held)).toBe('UNDERAGED')
})

test.each(['', documentHash('a document').slice(1)])(
  'A report with %o as the hash of a document is not understood, and proves nothing [KYC-31 X-10 KYC-22]',
  async (document_hash) => {
    const { bearer } = await registered(the.api)
    const { code } = await beginCheck(the.api, bearer)
    const message = vendorMessage(the.api, code, 'COMPLETED', { more: { document_hash } })
    expect((await sendCallback(the.api, message)).status).toBe(200)
    expect(the.api.log.join('')).toContain('"event":"identity check report not understood"')
    expect(await statusOf({ bearer })).toBe('')
  },
)
