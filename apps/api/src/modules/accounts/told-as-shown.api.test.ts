import { MINUTE_MS, type OwnRequest } from '@avouch/contract'
import { beforeAll, expect, test } from 'vitest'
import { answer, arrival } from '#test/age-app.ts'
import { createOffice } from '#test/age-office.ts'
import { beginCheck, checked, createIntent, registered, report, type Visitor } from '#test/builders.ts'
import { answerWallet, asking, fetchRequest } from '#test/id-wallet.ts'
import { askForPayment, confirmPayment, executePayment, liveKey, paid, payer, releasePayment } from '#test/money.ts'
import { issueSdJwt, showSdJwt } from '#test/sd-jwts.ts'
import { useTestApi } from '#test/use-test-api.ts'

const office = createOffice()
const the = useTestApi(asking([office.root], new Date(), [office.root]).settings)
let key = ''
beforeAll(async () => {
  key = await liveKey(the.api)
})

type Asked = { visitor: Visitor; id: string; bearer?: string }

/** A request that an account has, of which an app or a wallet is asked next. */
async function presented(method: 'proof_of_age' | 'id_wallet') {
  const visitor = await registered(the.api)
  const { id, mintid } = await createIntent(the.api, { accept: ['identity_check', method] })
  await beginCheck(the.api, visitor.bearer, { mintid })
  const kind = method === 'id_wallet' ? method : 'age_app'
  const body = { mintid, way: 'link', kind } as const
  const { data } = await the.api.client('createPresentation', { body }, { bearer: visitor.bearer })
  const finish = async (address: string | undefined) => {
    const params = { id: data.id }
    await the.api.client('finishPresentation', { params, body: { response_code: arrival(address).response_code } })
  }
  return { asked: { visitor, id }, url: data.url ?? '', finish }
}

const byAgeApp = (over: boolean) => async (): Promise<Asked> => {
  const { asked, url, finish } = await presented('proof_of_age')
  const { data } = await answer(the.api, url, office.issue({ over }))
  await finish(data['redirect_uri'])
  return asked
}

async function byWallet(): Promise<Asked> {
  const { asked, url, finish } = await presented('id_wallet')
  const request = await fetchRequest(the.api, url)
  const { data } = await answerWallet(the.api, request, showSdJwt(issueSdJwt(office.signer), request))
  await finish(data['redirect_uri'])
  return asked
}

async function byDocument(): Promise<Asked> {
  const { intent, ...visitor } = await checked(the.api, 'COMPLETED')
  await the.api.client('confirmIntent', { params: { id: intent.mintid }, body: {} }, visitor)
  return { visitor, id: intent.id }
}

async function open(): Promise<Asked & { mintid: string; code: string }> {
  const visitor = await registered(the.api)
  const { id, mintid } = await createIntent(the.api)
  const { code } = await beginCheck(the.api, visitor.bearer, { mintid })
  return { visitor, id, mintid, code }
}

const byTest = (result: 'yes' | 'no') => async (): Promise<Asked> => {
  const asked = await open()
  const { apiKey: bearer } = the.api.credentials.provider
  await the.api.client('answerTestIntent', { params: { id: asked.id }, body: { result } }, { bearer })
  return asked
}

async function byNothing(): Promise<Asked> {
  const asked = await open()
  await report(the.api, asked.code, 'MANUAL_REVIEW_REJECTED')
  return asked
}

async function byLeaving(): Promise<Asked> {
  const asked = await open()
  await the.api.client('leaveIntent', { params: { id: asked.mintid } }, asked.visitor)
  return asked
}

async function byCancelling(): Promise<Asked> {
  const asked = await open()
  const { apiKey: bearer } = the.api.credentials.provider
  await the.api.client('cancelIntent', { params: { id: asked.id } }, { bearer })
  return asked
}

async function byPaying(minimum_age?: 18): Promise<Asked> {
  const { intent, ...visitor } =
    minimum_age === undefined ? await paid(the.api, key) : await paidAfterProof(minimum_age)
  return { visitor, id: intent.id, bearer: key }
}

async function paidAfterProof(minimum_age: 18) {
  const visitor = await payer(the.api, 5_000)
  const { code } = await beginCheck(the.api, visitor.bearer, {})
  await report(the.api, code, 'COMPLETED')
  const intent = await askForPayment(the.api, key, { minimum_age })
  await confirmPayment(the.api, intent.mintid, visitor.bearer)
  await executePayment(the.api, intent.mintid, visitor.bearer)
  return { ...visitor, intent }
}

async function byWithdrawing(): Promise<Asked> {
  const visitor = await payer(the.api, 5_000)
  const { id, mintid } = await askForPayment(the.api, key)
  await confirmPayment(the.api, mintid, visitor.bearer)
  await releasePayment(the.api, mintid, visitor.bearer)
  return { visitor, id, bearer: key }
}

async function byWaiting(): Promise<Asked> {
  const visitor = await payer(the.api, 5_000)
  const { id, mintid } = await askForPayment(the.api, key, { expires_in_minutes: 5 })
  await confirmPayment(the.api, mintid, visitor.bearer)
  return { visitor, id, bearer: key }
}

/** Reads the request as its website does. */
async function websiteReads({ id, bearer = the.api.credentials.provider.apiKey }: Asked) {
  const { data } = await the.api.client('readIntent', { params: { id } }, { bearer })
  const claims = JSON.parse(Buffer.from(data.verdict?.split('.')[1] ?? 'e30', 'base64url').toString()) as {
    method?: OwnRequest['method']
  }
  const { status, result, minimum_age, live, kind, payment } = data
  const paidFor = payment && { amount: payment.amount, refunded: payment.refunded_amount }
  return { status, result, minimum_age, live, kind, method: claims.method ?? null, payment: paidFor }
}

async function visitorReads({ visitor, id }: Asked) {
  const { data } = await the.api.client('ownRequests', { query: {} }, { bearer: visitor.bearer })
  return data.data.find((row) => row.id === id)
}

const told = (status: OwnRequest['status'], result: OwnRequest['result'], method: OwnRequest['method']) => ({
  status,
  result,
  method,
})

test.each([
  ['a checked document', byDocument, told('confirmed', 'yes', 'identity_check')],
  ['an age app', byAgeApp(true), told('confirmed', 'yes', 'proof_of_age')],
  ['an age app that shows no', byAgeApp(false), told('denied', 'no', 'proof_of_age')],
  ['an ID wallet', byWallet, told('confirmed', 'yes', 'id_wallet')],
  ['a test that its website answered with yes', byTest('yes'), told('confirmed', 'yes', 'identity_check')],
  ['a test that its website answered with no', byTest('no'), told('denied', 'no', 'identity_check')],
  ['a check without a result', byNothing, told('bound', null, null)],
  ['going back to the website', byLeaving, told('bound', null, null)],
  ['a website that took its request back', byCancelling, told('cancelled', null, null)],
  ['a payment', () => byPaying(), told('executed', null, null)],
  ['a payment from 18 on', () => byPaying(18), told('executed', null, null)],
  ['a payment that was withdrawn', byWithdrawing, told('cancelled', null, null)],
  ['a payment that waits', byWaiting, told('reserved', null, null)],
])('After %s, visitor and website read the same [ACCOUNT-08]', async (_way, act, expected) => {
  const asked = await act()
  const website = await websiteReads(asked)
  expect(website).toMatchObject(expected)
  const row = await visitorReads(asked)
  expect(row).toMatchObject(website)
  // A time of the answer is that of something that was told.
  expect(row?.told_at !== null).toBe(website.result !== null || website.status === 'executed')
})

test('A request that nobody answered in time has told its website nothing, also before a job ends it [ACCOUNT-08]', async () => {
  const waiting = await byWaiting()
  const asked = await open()
  the.api.clock.advance(6 * MINUTE_MS)
  expect(await visitorReads(waiting)).toMatchObject({ ...told('expired', null, null), told_at: null, mintid: null })
  expect(await websiteReads(waiting)).toMatchObject(told('expired', null, null))
  expect(await visitorReads(asked)).toMatchObject(told('bound', null, null))
})
