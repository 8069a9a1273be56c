import { BROWSER_FAILURES, type PresentationReason } from '@avouch/contract'
import { expect, test } from 'vitest'
import { answer, answerByBrowser, arrival, began, post, sealed, trusting, verdictOf } from '#test/age-app.ts'
import { AV, createOffice } from '#test/age-office.ts'
import { beginCheck, createIntent, registered } from '#test/builders.ts'
import { useTestApi } from '#test/use-test-api.ts'

const office = createOffice()
const the = useTestApi(trusting(office))

const finish = async (id: string, body: { response_code: string } | { digits: string }) =>
  (await the.api.client('finishPresentation', { params: { id }, body })).data
const follow = async (id: string) => (await the.api.client('followPresentation', { params: { id } })).data

test('A proof of age on the same device answers once the browser that began brings its code [METHOD-03 VP-15]', async () => {
  const { id, url, intent } = await began(the.api)
  expect(await follow(id)).toEqual({ state: 'waiting', reason: null, redirect_uri: null })
  const answered = await answer(the.api, url, office.issue())
  expect(answered).toMatchObject({ status: 200 })
  expect(await follow(id)).toEqual({ state: 'checked', reason: null, redirect_uri: null })
  expect(await verdictOf(the.api, intent.id)).toMatchObject({ status: 'created', result: null })

  const { response_code } = arrival(answered.data['redirect_uri'])
  const outcome = await finish(id, { response_code })
  expect(outcome).toEqual({ status: 'confirmed', data: { redirect_uri: intent.redirect_uri, result: true } })
  expect(await follow(id)).toEqual({ state: 'confirmed', reason: null, redirect_uri: intent.redirect_uri })
  const { status, claims } = await verdictOf(the.api, intent.id)
  expect(status).toBe('confirmed')
  expect(claims).toMatchObject({ result: 'yes', method: 'proof_of_age', minimum_age: 18, verified_on: null })
  expect(Buffer.from(String(claims['sub']), 'base64url')).toHaveLength(32)
})

test('A proof of age on another device answers at once [METHOD-03 APP-20]', async () => {
  const { id, url, qr_url, intent } = await began(the.api, 'qr')
  const scanned = await fetch(the.api.baseUrl + new URL(qr_url ?? '').pathname, { redirect: 'manual' })
  expect([scanned.status, scanned.headers.get('location')]).toEqual([303, url])
  expect((await follow(id)).state).toBe('fetched')
  expect(await answer(the.api, url, office.issue())).toMatchObject({ status: 200, data: {} })
  expect((await follow(id)).state).toBe('confirmed')
  expect((await verdictOf(the.api, intent.id)).claims).toMatchObject({ result: 'yes' })
})

test('An answer by an age app is in the list of websites of the account that had the request before, and in no other [ACCOUNT-08]', async () => {
  const { bearer } = await registered(the.api)
  const intent = await createIntent(the.api, { accept: ['identity_check', 'proof_of_age'] })
  await beginCheck(the.api, bearer, { mintid: intent.mintid })
  const body = { mintid: intent.mintid, way: 'link' } as const
  const { data } = await the.api.client('createPresentation', { body }, { bearer })
  const answered = await answer(the.api, data.url ?? '', office.issue())
  await finish(data.id, { response_code: arrival(answered.data['redirect_uri']).response_code })
  // The same person without the account.
  const other = await began(the.api, 'qr')
  await answer(the.api, other.url, office.issue())
  const { data: listed } = await the.api.client('ownRequests', { query: {} }, { bearer })
  const told = { id: intent.id, status: 'confirmed', result: 'yes', method: 'proof_of_age' }
  expect(listed.data).toMatchObject([told])
})

test('The address in a QR code is for phones: a desktop reads so, and the request stays as it is', async () => {
  const { id, url, qr_url } = await began(the.api, 'qr')
  const opened = async (agent: string, path = new URL(qr_url ?? '').pathname) => {
    const headers = { accept: 'text/html', 'user-agent': agent }
    const response = await fetch(the.api.baseUrl + path, { redirect: 'manual', headers })
    return [response.status, response.headers.get('location')]
  }
  const [desktop, phone] = ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)']
  const code = new URL(qr_url ?? '').pathname.split('/').at(-1)
  expect(await opened(desktop)).toEqual([303, `/request-problem?problem=phone&code=${code}`])
  expect((await follow(id)).state).toBe('waiting')
  // As an iPad does, whose visitor then says that it is here.
  expect(await opened(desktop, `/w/${code}?here`)).toEqual([303, url])
  expect((await follow(id)).state).toBe('fetched')
  expect(await opened(phone)).toEqual([303, url])
  expect(await opened(phone, '/w/AAAAAAAAAAAAAAAAAAAAAA')).toEqual([303, '/request-problem?problem=over'])
})

test.each<[string, PresentationReason, (url: string) => ReturnType<typeof post>]>([
  ['is turned down', 'cancelled', (url) => post(the.api, url, { error: 'access_denied' })],
  ['is not accepted', 'malformed', (url) => post(the.api, url, { vp_token: '{}' })],
])(
  'A request that %s leads back from the app on this device with the reason [VP-01 VP-15]',
  async (_, reason, send) => {
    const { id, url } = await began(the.api)
    const { status, data } = await send(url)
    expect(status).toBe(200)
    expect(arrival(data['redirect_uri'])).toMatchObject({ refused: reason, kind: 'age_app' })
    expect(await follow(id)).toEqual({ state: 'refused', reason, redirect_uri: null })
  },
)

test.each([...BROWSER_FAILURES, undefined])(
  'A browser without an answer says why (%s), which uses the request up [APP-21]',
  async (failed) => {
    const { id } = await began(the.api, 'dc_api')
    const reason = failed ?? 'cancelled'
    const told = the.api.client('answerByBrowser', { params: { id }, body: { response: '', failed } })
    await expect(told).rejects.toMatchObject({ status: 422, problem: { code: 'presentation_refused', reason } })
    expect(await follow(id)).toEqual({ state: 'refused', reason, redirect_uri: null })
  },
)

test('A proof by the browser’s API answers at once, encrypted for this request [METHOD-03 VP-20]', async () => {
  const { id, request, intent } = await began(the.api, 'dc_api')
  expect(request?.protocol).toBe('org-iso-mdoc')
  const { data } = await answerByBrowser(the.api, id, await sealed(request, office.issue()))
  expect(data).toEqual({ status: 'confirmed', data: { redirect_uri: intent.redirect_uri, result: true } })
  expect((await follow(id)).state).toBe('confirmed')
  expect((await verdictOf(the.api, intent.id)).claims).toMatchObject({ result: 'yes', method: 'proof_of_age' })
})

test('An app is asked for the element of an age, and for others that decide it [VP-07]', async () => {
  const queryOf = async (age: number) => {
    const { url } = await began(the.api, 'link', age)
    const query = new URLSearchParams(url.slice(url.indexOf('?'))).get('dcql_query') ?? ''
    const { credentials } = JSON.parse(query) as { credentials: [{ claims: { path: string[] }[] }] }
    return credentials[0]
  }
  expect(await queryOf(18)).toMatchObject({ claims: [{ path: [AV, 'age_over_18'] }] })
  expect(await queryOf(18)).not.toHaveProperty('claim_sets')
  const { claims, ...rest } = await queryOf(16)
  expect(claims.map(({ path }) => path[1])).toEqual(['age_over_16', 'age_over_17', 'age_over_18'])
  expect(rest).toMatchObject({ claim_sets: [['16'], ['17'], ['18']] })
})

test.each([
  [21, 21, true, 'confirmed'],
  [21, 18, false, 'denied'],
  [21, 18, true, 'refused'],
  [19, 21, true, 'confirmed'],
  [19, 21, false, 'refused'],
  [16, 18, true, 'confirmed'],
  [16, 18, false, 'refused'],
  [16, 16, false, 'denied'],
])('Asked for %s, a proof that says %s: %s is %s [VP-07]', async (asked, age, over, state) => {
  const { id, url, intent } = await began(the.api, 'qr', asked)
  await answer(the.api, url, office.issue({ age, over }))
  const isRefused = state === 'refused'
  expect(await follow(id)).toMatchObject({ state, reason: isRefused ? 'age_not_shown' : null })
  const { status, claims } = await verdictOf(the.api, intent.id)
  expect(status).toBe(isRefused ? 'created' : state)
  if (!isRefused) expect(claims).toMatchObject({ minimum_age: asked, method: 'proof_of_age' })
})
