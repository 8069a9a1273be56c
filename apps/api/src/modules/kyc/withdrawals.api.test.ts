import { HOUR_MS, MINUTE_MS, type ProofDecision } from '@avouch/contract'
import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import { chained } from '#test/audit-trail.ts'
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
import { askForPayment, confirmPayment, executePayment, liveKey, payer, walletOf } from '#test/money.ts'
import { invited, type Person } from '#test/staff.ts'
import { useTestApi } from '#test/use-test-api.ts'
import { runJob } from '#test/whole-database.ts'

const the = useTestApi()
const DAY_MS = 24 * HOUR_MS
const CONFLICT = { status: 409, code: 'conflict' }
const OLDER_MS = MINUTE_MS

/** A visitor with a proof of age by the document. */
async function provenWith(document: string | undefined, known?: { bearer: string; tokens: { user_id: string } }) {
  const visitor = known ?? (await registered(the.api))
  const { code } = await beginCheck(the.api, visitor.bearer)
  expect(await report(the.api, code, 'COMPLETED', document)).toBe(200)
  return { ...visitor, id: visitor.tokens.user_id, code }
}
const decide = ({ call }: Person, id: string, decision: ProofDecision, reason: 'vendor' | 'other' = 'vendor') =>
  call('adminDecideProof', { params: { id }, body: { decision, reason } })
const statusOf = async (bearer: string) => (await the.api.client('kycStatus', {}, { bearer })).data.result.status
const heldOf = async (bearer: string) => (await the.api.client('exportData', {}, { bearer })).data.account
const recorded = async (type: string) => {
  await chained(the.api)
  return the.api.rows('select reason from audit_event where type = $1 order by seq', [type])
}
/** After weeks the session is over. */
const returned = async ({ number, pin }: { number: string; pin: string }) =>
  (await confirmCode(the.api, await beginSignIn(the.api, number, pin))).access_token

test('A withdrawn proof answers no request; its visitor learns why, and a new check proves the age again [KYC-58 KYC-60]', async () => {
  const reviewer = await invited(the.api, 'reviewer')
  const visitor = await provenWith(newId('doc'))
  const { id: intentId, mintid } = await createIntent(the.api)
  expect((await beginCheck(the.api, visitor.bearer, { mintid })).url).toBeNull()
  await decide(reviewer, visitor.id, 'withdraw')

  expect(await statusOf(visitor.bearer)).toBe('')
  const { data } = await the.api.client('checkIntent', { params: { id: mintid } }, visitor)
  expect(data).toMatchObject({ status: 'bound', data: { result: false } })
  const confirm = () => the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, visitor)
  await expect(confirm()).rejects.toMatchObject({ status: 422, code: 'wrong_verification' })
  const begun = await beginCheck(the.api, visitor.bearer, { mintid })
  expect(begun).toMatchObject({ url: expect.any(String) as string, withdrawn: 'operator' })
  const key = { bearer: the.api.credentials.provider.apiKey }
  expect((await the.api.client('readIntent', { params: { id: intentId } }, key)).data.status).toBe('bound')
  expect(the.api.world.eventsOf(intentId)).toEqual([])

  await report(the.api, begun.code, 'COMPLETED', newId('doc'))
  expect((await confirm()).data.data.result).toBe(true)
  await expect(decide(reviewer, visitor.id, 'give_back')).rejects.toMatchObject(CONFLICT)
  expect((await recorded('operator.proof_withdrawn')).at(-1)).toEqual({ reason: `vendor by ${reviewer.person.id}` })
})

test('A withdrawn proof is given back with its day and its document, once [KYC-58 KYC-31]', async () => {
  const operator = await invited(the.api, 'operator')
  const document = newId('doc')
  const visitor = await provenWith(document)
  const before = await heldOf(visitor.bearer)
  await decide(operator, visitor.id, 'withdraw')
  const { data: found } = await operator.call('adminFindAccount', { body: { account: visitor.id } })
  const at = Date.parse(found.proof_withdrawn_at ?? '')
  expect(found).toMatchObject({ adult: false, give_back_until: new Date(at + 30 * DAY_MS).toISOString() })
  expect(await heldOf(visitor.bearer)).toMatchObject({
    of_age: false,
    proof_withdrawn_at: found.proof_withdrawn_at,
    document_hash_kept_since: before.document_hash_kept_since,
  })
  await beginCheck(the.api, visitor.bearer)
  await decide(operator, visitor.id, 'give_back', 'other')
  expect(await statusOf(visitor.bearer)).toBe('COMPLETED')
  expect(await heldOf(visitor.bearer)).toEqual(before)
  await expect(decide(operator, visitor.id, 'give_back')).rejects.toMatchObject(CONFLICT)
  expect((await recorded('operator.proof_given_back')).at(-1)).toEqual({ reason: `other by ${operator.person.id}` })
  await provenWith(document)
  expect(await statusOf(visitor.bearer)).toBe('')
})

test('A proof is given back only while its document has proven no other account [KYC-58 KYC-30]', async () => {
  const operator = await invited(the.api, 'operator')
  const document = newId('doc')
  const first = await provenWith(document)
  await decide(operator, first.id, 'withdraw')
  const second = await provenWith(document)
  await expect(decide(operator, first.id, 'give_back')).rejects.toMatchObject(CONFLICT)
  await decide(operator, second.id, 'withdraw')
  await expect(decide(operator, first.id, 'give_back')).rejects.toMatchObject(CONFLICT)
  await decide(operator, second.id, 'give_back')
  expect([await statusOf(first.bearer), await statusOf(second.bearer)]).toEqual(['', 'COMPLETED'])
})

test('After 30 days the mark and the hash of the document are gone, and nothing is given back [KYC-58 KYC-31]', async () => {
  const operator = await invited(the.api, 'operator')
  const visitors = [await registered(the.api), await registered(the.api)]
  for (const visitor of visitors) await decide(operator, (await provenWith(newId('doc'), visitor)).id, 'withdraw')
  const [inTime, late] = visitors.map(({ tokens }) => tokens.user_id)
  const left = () =>
    the.api.rows('select account_id from proof_withdrawal where account_id = any($1)', [[inTime, late]])
  the.api.clock.advance(30 * DAY_MS - MINUTE_MS)
  await the.api.operate('account', 'proof', inTime ?? '', 'give_back', '--reason', 'mistake')
  expect(await left()).toEqual([{ account_id: late }])
  the.api.clock.advance(MINUTE_MS)
  const given = the.api.operate('account', 'proof', late ?? '', 'give_back', '--reason', 'mistake')
  await expect(given).rejects.toThrow('only a new check')
  await runJob(the.api, 'retention.sweep')
  expect(await left()).toEqual([])
})

test('Money reserved for a payment that needs the proof goes back; a payment for any age goes on [KYC-58 PAY-07]', async () => {
  const [operator, key] = [await invited(the.api, 'operator'), await liveKey(the.api)]
  const visitor = await payer(the.api, 5_000)
  await provenWith(newId('doc'), visitor)
  const [adult, any] = [await askForPayment(the.api, key, { minimum_age: 18 }), await askForPayment(the.api, key)]
  for (const { mintid } of [adult, any]) await confirmPayment(the.api, mintid, visitor.bearer)
  expect(await walletOf(the.api, visitor.bearer)).toMatchObject({ available: 1_002, reserved: 3_998 })
  await decide(operator, visitor.tokens.user_id, 'withdraw')
  await expect(executePayment(the.api, adult.mintid, visitor.bearer)).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:age_proof_required|intent_cancelled)$/) as string,
  })
  const wallet = () => walletOf(the.api, visitor.bearer)
  await expect.poll(wallet).toMatchObject({ available: 3_001, reserved: 1_999 })
  await executePayment(the.api, any.mintid, visitor.bearer)
  await the.api.world.until(() => the.api.world.eventsOf(adult.id).length > 0)
  expect(the.api.world.eventsOf(adult.id)).toMatchObject([{ event: { type: 'payment.cancelled' } }])
  expect(await the.api.operate('ledger', 'verify')).toContainEqual(expect.stringContaining('all right'))
})

const takenBack = async ({ call }: Person) =>
  (await call('adminListAttention', {})).data.data.filter(({ kind }) => kind === 'approval_taken_back')

test('Money reserved by an account whose document proves another one goes back too [KYC-30 PAY-07]', async () => {
  const [key, document] = [await liveKey(the.api), newId('doc')]
  const visitor = await payer(the.api, 5_000)
  await provenWith(document, visitor)
  const { mintid } = await askForPayment(the.api, key, { minimum_age: 18 })
  await confirmPayment(the.api, mintid, visitor.bearer)
  await provenWith(document)
  await expect.poll(() => walletOf(the.api, visitor.bearer)).toMatchObject({ available: 5_000, reserved: 0 })
})

test('An approval that its vendor takes back is counted and listed until a person decides, and counts till then [KYC-59 ADMIN-17]', async () => {
  const [reviewer, operator] = [await invited(the.api, 'reviewer'), await invited(the.api, 'operator')]
  const listed = async () => new Set((await takenBack(operator)).map(({ about }) => about))
  const twice = await registered(the.api)
  const first = await beginCheck(the.api, twice.bearer)
  const other = await beginCheck(the.api, twice.bearer, { retry: '1' })
  await report(the.api, first.code, 'COMPLETED', newId('doc'))
  const visitors = [
    await provenWith(newId('doc')),
    await provenWith(newId('doc')),
    { ...twice, id: twice.tokens.user_id, code: first.code },
  ]
  const [kept = '', withdrawn = '', proven = ''] = visitors.map(({ id }) => id)
  expect(await listed()).toEqual(new Set())
  the.api.clock.advance(MINUTE_MS)
  for (const { code } of visitors) await report(the.api, code, 'MANUAL_REVIEW_REJECTED')
  expect(await listed()).toEqual(new Set([kept, withdrawn, proven]))
  expect((await the.api.operate('account', 'taken-back')).join()).toContain(kept)
  expect((await reviewer.call('adminFindAccount', { body: { account: kept } })).data).toMatchObject({
    adult: true,
    taken_back_at: (await takenBack(operator))[0]?.since,
  })
  expect(the.api.log.join('')).toContain('"event":"identity check taken back"')
  expect(await recorded('kyc.approval_taken_back')).toHaveLength(3)
  for (const { bearer } of visitors) expect(await statusOf(bearer)).toBe('COMPLETED')

  await decide(reviewer, kept, 'keep')
  await decide(reviewer, withdrawn, 'withdraw')
  expect(await listed()).toEqual(new Set([proven]))
  await report(the.api, other.code, 'COMPLETED', newId('doc'))
  expect(await listed()).toEqual(new Set())
  await expect(decide(reviewer, kept, 'keep')).rejects.toMatchObject(CONFLICT)
  expect(await Promise.all(visitors.map(({ bearer }) => statusOf(bearer)))).toEqual(['COMPLETED', '', 'COMPLETED'])
})

test("A vendor's word that is older than its approval takes nothing back, however late it arrives [KYC-59 KYC-20]", async () => {
  const operator = await invited(the.api, 'operator')
  const { code, id } = await provenWith(newId('doc'))
  const occurredAt = new Date(the.api.clock.now().getTime() - OLDER_MS)
  expect(
    (await sendCallback(the.api, vendorMessage(the.api, code, 'MANUAL_REVIEW_REJECTED', { occurredAt }))).status,
  ).toBe(200)
  expect((await takenBack(operator)).map(({ about }) => about)).not.toContain(id)
})

test('Only operators and reviewers decide about proofs, by console and command; others and unknown accounts are refused [KYC-58 ADMIN-07]', async () => {
  const [auditor, reviewer] = [await invited(the.api, 'auditor'), await invited(the.api, 'reviewer')]
  const { id } = await provenWith(undefined)
  await expect(decide(auditor, id, 'withdraw')).rejects.toMatchObject({ status: 403 })
  await expect(decide(reviewer, 'usr_none', 'withdraw')).rejects.toMatchObject(CONFLICT)
  await expect(decide(reviewer, id, 'keep')).rejects.toMatchObject(CONFLICT)
  const nameless = the.api.client('adminDecideProof' as never, { params: { id } })
  await expect(nameless).rejects.toMatchObject({ status: 401 })
  await the.api.operate('account', 'proof', id, 'withdraw', '--reason', 'document')
  expect((await recorded('operator.proof_withdrawn')).at(-1)).toEqual({ reason: 'document' })
  const again = the.api.operate('account', 'proof', id, 'withdraw', '--reason', 'document')
  await expect(again).rejects.toThrow('The account has no proof.')
  expect((await the.api.operate('account', 'find', id)).join('\n')).toMatch(/proof withdrawn +\d{4}-/)
})

test('The mark of a withdrawn proof goes with its account, however that ends [KYC-58 ACCOUNT-03]', async () => {
  const operator = await invited(the.api, 'operator')
  const visitors = [await provenWith(newId('doc')), await provenWith(newId('doc'))]
  for (const { id } of visitors) await decide(operator, id, 'withdraw')
  const [young, deleted] = visitors
  await report(the.api, young?.code ?? '', 'UNDERAGED')
  await the.api.client('deleteAccount', { body: { pin: GOOD_PIN } }, { bearer: deleted?.bearer ?? '' })
  const left = await the.api.rows('select 1 from proof_withdrawal where account_id = any($1)', [
    visitors.map(({ id }) => id),
  ])
  expect(left).toEqual([])
  for (const { id } of visitors) await expect(decide(operator, id, 'give_back')).rejects.toMatchObject(CONFLICT)
})

test('A late report of the withdrawn check, repeated or new, does not return the proof [KYC-58 KYC-20]', async () => {
  const operator = await invited(the.api, 'operator')
  const visitor = await registered(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer)
  const message = vendorMessage(the.api, code, 'COMPLETED', { more: { document_hash: documentHash(newId('doc')) } })
  await sendCallback(the.api, message)
  await decide(operator, visitor.tokens.user_id, 'withdraw')
  await sendCallback(the.api, message)
  for (const outcome of ['COMPLETED', 'COMPLETED_FRAUD', 'MANUAL_REVIEW_REJECTED'] as const)
    await report(the.api, code, outcome)
  expect(await statusOf(visitor.bearer)).toBe('')
  the.api.clock.advance(31 * DAY_MS)
  await runJob(the.api, 'retention.sweep')
  const bearer = await returned(visitor)
  expect(await beginCheck(the.api, bearer)).not.toHaveProperty('withdrawn')
})
