import { expect } from 'vitest'
import { readLink } from '../src/phone/app/request.ts'
import { PIN, test } from './app-phone.ts'
import { LINK_CODE, MINTID, RIGHT } from './fake-app-product.ts'

const MATCH = `/api/app/links/${LINK_CODE}/match`

test('The app logs in by number, PIN and the code that came to this very phone, and out again [APP-10]', async ({
  phone,
}) => {
  expect((await phone.typeLogin()).to).toBe('/app/code')
  expect(await phone.see('/app/code')).not.toContain('407183')
  await phone.sms('407183')
  expect(await phone.see('/app/code')).toContain('Use the code 407183')
  expect((await phone.post('/app/code', { code: '407183' })).to).toBe('/app')
  expect(await phone.see('/app')).toContain('+49 1512 3456789')
  const [prelogin] = phone.product.called('/auth/public/app/prelogin')
  expect(prelogin?.body).toMatchObject({ phone: phone.product.number, pin: PIN })
  const [verify] = phone.product.called('/auth/api/2fa/verify')
  expect(verify).toMatchObject({ cookie: 'did=avdv_of-the-phone', authorization: 'Bearer only-for-the-code' })
  await phone.post('/app/logout')
  expect(phone.product.called('/auth/api/oauth/revoke')).toMatchObject([{ body: { token: 'refresh-1' } }])
  expect(await phone.see('/app')).toContain('Prove your age with a tap')
})

test('A refused log-in says why; the number stays, and the PIN does not [APP-10]', async ({ phone }) => {
  phone.refuse('/auth/public/app/prelogin', 401, 'wrong_login_info')
  const answer = await phone.typeLogin('7391')
  expect([answer.status, answer.body]).toEqual([422, expect.stringContaining('That number and PIN don’t match.')])
  expect(answer.body).toContain('value="01512 3456789"')
  expect(answer.body).not.toContain('7391')
})

test('A new user registers in the app once nothing is wrong, without consent to data collection [APP-10]', async ({
  phone,
}) => {
  const wrong = { countryCode: '', phoneNumber: '15x', pin: '1234', confirmPin: '4321' }
  const { body } = await phone.post('/app/register', wrong)
  for (const words of ['That’s not a mobile number.', 'This PIN is too easy to guess.', 'The PINs are not the same.'])
    expect(body).toContain(words)
  expect(phone.product.calls).toEqual([])
  const fields = { countryCode: '49', phoneNumber: '15123456789', pin: PIN, confirmPin: PIN, acceptTerms: 'yes' }
  expect((await phone.post('/app/register', fields)).to).toBe('/app/code')
  const [signup] = phone.product.called('/auth/public/app/signup')
  expect(signup?.body).toMatchObject({ phone: phone.product.number, data_collection_consent: false })
})

test('A wrong code may be typed again; after a used-up one the sign-in starts again [APP-10]', async ({ phone }) => {
  await phone.typeLogin()
  phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code')
  expect((await phone.post('/app/code', { code: '000000' })).body).toContain('That’s not the code.')
  phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code', { restart: true })
  expect((await phone.post('/app/code', { code: '000000' })).body).toContain('This code is used up.')
  expect((await phone.get('/app/code')).to).toBe('/app')
})

test('The browser of the app gets neither tokens nor the device cookie, and no other site acts for it [APP-10]', async ({
  phone,
}) => {
  await phone.signIn()
  const page = await phone.get('/app')
  expect(page.cookies).toMatchObject([{ name: 'phone_app', path: '/app', httpOnly: true, sameSite: 'Lax' }])
  for (const secret of ['access-1', 'refresh-1', 'avdv_of-the-phone'])
    expect(page.body + JSON.stringify(page.cookies)).not.toContain(secret)
  expect((await phone.post('/app/logout', {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
  expect(await phone.see('/app')).toContain('+49 1512 3456789')
})

test('An expired token is refreshed once; a session that is over asks for a log-in [APP-10]', async ({ phone }) => {
  await phone.signIn()
  phone.product.state.access = 'another'
  await phone.scan()
  expect(await phone.see('/app/request')).toContain('Which number is on the other screen?')
  phone.product.state.access = 'yet another'
  phone.refuse('/auth/api/oauth/token', 400, 'invalid_grant')
  expect((await phone.post('/app/request/number', { number: String(RIGHT) })).to).toBe('/app/login')
  expect(await phone.see('/app/login')).toContain('You were logged out')
  const refreshes = phone.product.called('/auth/api/oauth/token').filter(({ body }) => 'refresh_token' in body)
  expect(refreshes).toHaveLength(2)
})

test.for([
  [' http://product.test/a/code-of-the-tests-0001\n', LINK_CODE],
  ['https://product.test/a/code-of-the-tests-0001', undefined],
  ['http://product.test.evil.example/a/code-of-the-tests-0001', undefined],
  ['http://a@product.test/a/code-of-the-tests-0001', undefined],
  ['http://product.test/a/code-of-the-tests-0001?x=1', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('A scanned text counts only when it is a link of the product: %j', ([text = '', code]) => {
  expect(readLink(text, 'http://product.test')).toBe(code)
})

test('A scanned request waits for a log-in, is answered after its number was picked, and asks who opened it [APP-06 APP-14 APP-18]', async ({
  phone,
}) => {
  phone.product.state.network = 'other'
  expect((await phone.get(`/app?link=${encodeURIComponent(phone.product.link)}`)).to).toBe('/app/request')
  expect((await phone.get('/app/request')).to).toBe('/app/login')
  await phone.typeLogin()
  expect((await phone.post('/app/code', { code: '407183' })).to).toBe('/app/request')
  const asked = await phone.see('/app/request')
  expect(asked).toMatch(/Did you open .?Kino Aurora.? yourself just now\?/)
  expect(asked).toContain('in another network than this phone')
  await phone.post('/app/request/number', { number: '55' })
  expect(phone.product.called(MATCH)).toEqual([])
  await phone.post('/app/request/number', { number: String(RIGHT) })
  expect(await phone.see('/app/request')).toContain('Confirm that you are 18 or over?')
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(await phone.see('/app/request')).toContain('Go on at the other screen.')
  expect(phone.product.called(`/api/idcheck/intent/${MINTID}/confirm`)).toHaveLength(1)
})

test('Picking a wrong number ends a scanned request, and picking none is a no [APP-06]', async ({ phone }) => {
  await phone.signIn()
  for (const [number, words] of [
    ['17', 'That was another number'],
    ['', 'You said no.'],
  ] as const) {
    await phone.scan()
    await phone.get('/app/request')
    await phone.post('/app/request/number', { number })
    expect(await phone.see('/app/request')).toContain(words)
  }
  expect(phone.product.called(`/api/app/links/${LINK_CODE}/refuse`)).toHaveLength(1)
})

test('A request of this device needs no number, and leads back once, to an address of the web alone [APP-06]', async ({
  phone,
}) => {
  await phone.signIn()
  expect(await phone.open()).toContain('Confirm that you are 18 or over?')
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(await phone.see('/app/request')).toContain('content="0;url=https://cinema.test/return"')
  expect(await phone.see('/app/request')).not.toContain('http-equiv="refresh"')
  phone.product.state.redirectUri = 'javascript:alert(1)'
  await phone.open()
  await phone.post('/app/request/confirm', { mintid: MINTID })
  expect(await phone.see('/app/request')).not.toContain('javascript:')
  expect(await phone.see('/app')).toMatch(/18 or over: proven.*€25\.50.*Kino Aurora.*“yes”/s)
})

test('A request that has ended says so before number, PIN and SMS, with the way back [APP-14]', async ({ phone }) => {
  Object.assign(phone.product.state, { payment: { status: 'expired', live: true }, ended: 'expired' })
  const body = await phone.open()
  for (const words of ['Too late', 'Nothing was taken.', 'Back to Kino Aurora']) expect(body).toContain(words)
  expect(phone.product.called('/auth/public/app/prelogin')).toEqual([])
})

test('An identity check comes first, its page goes on with each outcome, and under age ends the session [APP-14]', async ({
  phone,
}) => {
  const { state } = phone.product
  Object.assign(state, { kyc: '', checkUrl: 'https://identity.test/?tc=tc-of-the-tests-001&oi=x' })
  await phone.signIn()
  expect(await phone.open()).toContain('First, a short identity check')
  const check = new URL((await phone.get('/app/check')).to ?? '')
  expect(check.searchParams.get('oi')).toBe(`${phone.product.url}/complete-process?mobile=true&app=true`)
  for (const [status, words] of [
    ['', 'Finish the identity check'],
    ['PENDING_MANUAL_REVIEW', 'A person looks at it'],
    ['MANUAL_REVIEW_REJECTED', 'That check came to nothing'],
    ['UNDERAGED', 'You are not 18 yet'],
  ] as const) {
    state.kyc = status
    expect(await phone.see('/app/request')).toContain(words)
  }
  expect(await phone.see('/app')).toContain('Prove your age with a tap')
})
