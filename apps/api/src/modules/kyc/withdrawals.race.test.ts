import { expect, test } from 'vitest'
import { newId } from '../../platform/identifier.ts'
import { beginCheck, createIntent, registered, report } from '#test/builders.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, payer, walletOf } from '#test/money.ts'
import { soak } from '#test/soak.ts'
import { invited } from '#test/staff.ts'
import { rows, tally, times, together } from '#test/together.ts'
import { useTestApi } from '#test/use-test-api.ts'

const the = useTestApi({ DATABASE_POOL_SIZE: '20' })

async function provenWith(document: string, known?: Awaited<ReturnType<typeof registered>>) {
  const visitor = known ?? (await registered(the.api))
  const { code } = await beginCheck(the.api, visitor.bearer)
  await report(the.api, code, 'COMPLETED', document)
  return { ...visitor, id: visitor.tokens.user_id }
}
const proofsOf = async (ids: readonly string[]) =>
  rows(
    the.api,
    `select a.adult, d.document_idx is not null as "hasDocument", w.account_id is not null as "isMarked"
     from unnest($1::text[]) with ordinality as wanted(id, place) join account a on a.id = wanted.id
       left join proof_document d on d.account_id = a.id left join proof_withdrawal w on w.account_id = a.id order by place`,
    [ids],
  )

test('While a proof is withdrawn a request is answered yes before it, or not at all, and six people withdraw it once [KYC-58]', async () => {
  const { call } = await invited(the.api, 'operator')
  for (let round = 0; round < soak(4, 20); round++) {
    const visitor = await provenWith(newId('doc'))
    const { id, mintid } = await createIntent(the.api)
    await beginCheck(the.api, visitor.bearer, { mintid })
    const params = { id: visitor.id }
    const withdraw = () => call('adminDecideProof', { params, body: { decision: 'withdraw', reason: 'vendor' } })
    const confirm = () => the.api.client('confirmIntent', { params: { id: mintid }, body: {} }, visitor)
    const [confirmed, ...others] = await together<unknown>([confirm, ...times(6, withdraw)])
    expect(tally(others)).toEqual({ ok: 1, '409 conflict': 5 })
    if (confirmed?.ok === false) expect(confirmed.code).toBe('wrong_verification')
    const answered = await rows(the.api, 'select result from intent where id = $1', [id])
    expect(answered).toEqual([{ result: confirmed?.ok === true ? 'yes' : null }])
    expect(await proofsOf([visitor.id])).toEqual([{ adult: false, hasDocument: false, isMarked: true }])
  }
})

test('Whether a proof is given back first or its document shown first, it proves one account [KYC-58 KYC-30]', async () => {
  const { call } = await invited(the.api, 'operator')
  for (let round = 0; round < soak(6, 30); round++) {
    const document = newId('doc')
    const first = await provenWith(document)
    const params = { id: first.id }
    await call('adminDecideProof', { params, body: { decision: 'withdraw', reason: 'vendor' } })
    const second = await registered(the.api)
    const { code } = await beginCheck(the.api, second.bearer)
    const giveBack = () => call('adminDecideProof', { params, body: { decision: 'give_back', reason: 'mistake' } })
    const show = () => report(the.api, code, 'COMPLETED', document)
    const calls: (() => Promise<unknown>)[] = round % 2 === 0 ? [giveBack, giveBack, show] : [show, giveBack, giveBack]
    await together(calls)
    // Given back first, the newest proof takes the document all the same.
    expect(await proofsOf([first.id, second.tokens.user_id])).toEqual([
      { adult: false, hasDocument: false, isMarked: false },
      { adult: true, hasDocument: true, isMarked: false },
    ])
    await expect(giveBack()).rejects.toMatchObject({ code: 'conflict' })
  }
})

test('While a proof is withdrawn its document may be shown elsewhere: that account is proven, and nothing is given back [KYC-58]', async () => {
  const { call } = await invited(the.api, 'operator')
  for (let round = 0; round < soak(6, 30); round++) {
    const document = newId('doc')
    const first = await provenWith(document)
    const second = await registered(the.api)
    const { code } = await beginCheck(the.api, second.bearer)
    const decide = (decision: 'withdraw' | 'give_back') => () =>
      call('adminDecideProof', { params: { id: first.id }, body: { decision, reason: 'vendor' } })
    const show = () => report(the.api, code, 'COMPLETED', document)
    await together<unknown>(round % 2 === 0 ? [decide('withdraw'), show] : [show, decide('withdraw')])
    await expect(decide('give_back')()).rejects.toMatchObject({ code: 'conflict' })
    expect(await proofsOf([first.id, second.tokens.user_id])).toMatchObject([{ adult: false }, { adult: true }])
  }
})

test('While a proof is withdrawn a payment that needs it is paid before it, or its money goes back [KYC-58 PAY-07]', async () => {
  const [{ call }, key] = [await invited(the.api, 'operator'), await liveKey(the.api)]
  for (let round = 0; round < soak(4, 20); round++) {
    const visitor = await payer(the.api, 5_000)
    const { id } = await provenWith(newId('doc'), visitor)
    const { mintid } = await askForPayment(the.api, key, { minimum_age: 18 })
    await confirmPayment(the.api, mintid, visitor.bearer)
    const withdraw = () =>
      call('adminDecideProof', { params: { id }, body: { decision: 'withdraw', reason: 'vendor' } })
    const [paid] = await together<unknown>([() => executePayment(the.api, mintid, visitor.bearer), withdraw])
    const available = paid?.ok === true ? 3_001 : 5_000
    await expect.poll(() => walletOf(the.api, visitor.bearer)).toMatchObject({ available, reserved: 0 })
  }
  expect(await the.api.operate('ledger', 'verify')).toContainEqual(expect.stringContaining('all right'))
})
