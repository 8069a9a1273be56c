import { describe, expect } from 'vitest'
import { readLink } from '../src/phone/app/request.ts'
import { type AppPhone, PIN, test } from './app-phone.ts'
import { LINK_CODE, MINTID, RIGHT } from './fake-app-product.ts'

const MATCH = `/api/app/links/${LINK_CODE}/match`

describe('signing in', () => {
  test('APP-11 goes by number, PIN and the code that came to this very phone', async ({ phone }) => {
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
  })

  test.for([
    ['wrong_login_info', 401, 'That number and PIN don’t match.'],
    ['phone_number_does_not_exist', 404, 'We don’t know this number.'],
    ['cannot_send_sms', 500, 'We could not send an SMS to'],
    ['too_many_requests', 429, 'Too many attempts.'],
  ] as const)('APP-11 says what went wrong and keeps the number: %s', async ([code, status, words], { phone }) => {
    phone.refuse('/auth/public/app/prelogin', status, code)
    const answer = await phone.typeLogin('7391')
    expect([answer.status, answer.body]).toEqual([422, expect.stringContaining(words)])
    expect(answer.body).toContain('value="01512 3456789"')
    expect(answer.body).not.toContain('7391')
  })

  test('APP-11 finds mistakes before anything is sent', async ({ phone }) => {
    const answer = await phone.post('/app/register', {
      countryCode: '',
      phoneNumber: '15x',
      pin: '1234',
      confirmPin: '4321',
    })
    for (const words of ['That’s not a mobile number.', 'This PIN is too easy to guess.', 'The PINs are not the same.'])
      expect(answer.body).toContain(words)
    expect(phone.product.calls).toEqual([])
  })

  test('APP-11 a new user registers here, with the language that is read', async ({ phone }) => {
    const fields = { countryCode: '49', phoneNumber: '15123456789', pin: PIN, confirmPin: PIN, acceptTerms: 'yes' }
    await phone.get('/app?lang=de')
    expect((await phone.post('/app/register', fields)).to).toBe('/app/code')
    const [signup] = phone.product.called('/auth/public/app/signup')
    expect(signup?.body).toMatchObject({ phone: phone.product.number, data_collection_consent: false })
  })

  test('APP-11 a wrong code may be typed again, after a used-up one the sign-in starts again', async ({ phone }) => {
    await phone.typeLogin()
    phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code')
    expect((await phone.post('/app/code', { code: '000000' })).body).toContain('That’s not the code.')
    phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code', { restart: true })
    expect((await phone.post('/app/code', { code: '000000' })).body).toContain('This code is used up.')
    expect((await phone.get('/app/code')).to).toBe('/app')
  })

  test('APP-11 LONG-03 without a new SMS it names the one that is on the phone', async ({ phone }) => {
    phone.product.state.sent = false
    await phone.typeLogin()
    const page = await phone.see('/app/code')
    expect(page).toContain('Use the code of the SMS that you already have.')
    expect(page).not.toContain('We have sent an SMS')
    expect((await phone.post('/app/code/cancel')).to).toBe('/app/login')
  })

  test('APP-10 the browser gets neither tokens nor the device', async ({ phone }) => {
    await phone.signIn()
    const page = await phone.get('/app')
    expect(page.cookies).toMatchObject([{ name: 'phone_app', path: '/app', httpOnly: true, sameSite: 'Lax' }])
    for (const secret of ['access-1', 'refresh-1', 'avdv_of-the-phone'])
      expect(page.body + JSON.stringify(page.cookies)).not.toContain(secret)
  })

  test('APP-11 an expired token is refreshed once; a session that is over asks to log in again', async ({ phone }) => {
    await phone.signIn()
    phone.product.state.access = 'another'
    await phone.scan()
    expect(await phone.see('/app/request')).toContain('Which number is on the other screen?')
    const refreshes = () => phone.product.called('/auth/api/oauth/token').filter(({ body }) => 'refresh_token' in body)
    expect(refreshes()).toHaveLength(1)
    phone.product.state.access = 'yet another'
    phone.refuse('/auth/api/oauth/token', 400, 'invalid_grant')
    expect((await phone.post('/app/request/number', { number: String(RIGHT) })).to).toBe('/app/login')
    expect(await phone.see('/app/login')).toContain('You were logged out')
    expect(refreshes()).toHaveLength(2)
  })

  test('APP-11 logging out revokes the session', async ({ phone }) => {
    await phone.signIn()
    await phone.post('/app/logout')
    expect(phone.product.called('/auth/api/oauth/revoke')).toMatchObject([{ body: { token: 'refresh-1' } }])
    expect(await phone.see('/app')).toContain('Prove your age with a tap')
  })

  test('APP-10 a page of another site cannot act for the phone', async ({ phone }) => {
    await phone.signIn()
    expect((await phone.post('/app/logout', {}, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect(await phone.see('/app')).toContain('+49 1512 3456789')
  })
})

describe('a scanned code', () => {
  test.for([
    ['http://product.test/a/code-of-the-tests-0001', LINK_CODE],
    [' http://product.test/a/code-of-the-tests-0001\n', LINK_CODE],
    ['https://product.test/a/code-of-the-tests-0001', undefined],
    ['http://product.test.evil.example/a/code-of-the-tests-0001', undefined],
    ['http://a@product.test/a/code-of-the-tests-0001', undefined],
    ['http://product.test/a/code-of-the-tests-0001?x=1', undefined],
    ['http://product.test/a/short', undefined],
    ['javascript:alert(1)', undefined],
    ['WIFI:S:cafe;;', undefined],
    ['', undefined],
  ])('APP-12 %j counts only as a link of the product', ([text = '', code]) => {
    expect(readLink(text, 'http://product.test')).toBe(code)
  })

  test('APP-12 a link of another site is refused, and the product hears nothing', async ({ phone }) => {
    await phone.signIn()
    const before = phone.product.calls.length
    const answer = await phone.post('/app/scan', { link: 'https://evil.example/a/code-of-the-tests-0001' })
    expect([answer.status, answer.body]).toEqual([422, expect.stringContaining('This is no code of Avouch.')])
    expect(phone.product.calls).toHaveLength(before)
  })

  test('APP-12 APP-14 waits while its user logs in', async ({ phone }) => {
    expect((await phone.get(`/app?link=${encodeURIComponent(phone.product.link)}`)).to).toBe('/app/request')
    expect((await phone.get('/app/request')).to).toBe('/app/login')
    await phone.typeLogin()
    expect((await phone.post('/app/code', { code: '407183' })).to).toBe('/app/request')
    expect(await phone.see('/app/request')).toContain('Kino Aurora asks')
  })

  test('APP-13 leads by the right number to the question, and by a tap to the answer', async ({ phone }) => {
    await phone.signIn()
    await phone.scan()
    await phone.get('/app/request')
    await phone.post('/app/request/number', { number: '55' })
    expect(phone.product.called(MATCH)).toEqual([])
    await phone.post('/app/request/number', { number: String(RIGHT) })
    expect(await phone.see('/app/request')).toContain('Confirm that you are 18 or over?')
    await phone.post('/app/request/confirm', { mintid: MINTID })
    const done = await phone.get('/app/request')
    expect(done.body).toContain('Go on at the other screen.')
    expect(done.body).not.toContain('http-equiv="refresh"')
    expect(phone.product.called(`/api/idcheck/intent/${MINTID}/confirm`)).toHaveLength(1)
  })

  test('APP-18 asks whether its user opened the website just now, and mentions another network', async ({ phone }) => {
    await phone.signIn()
    const page = async (network: 'same' | 'other') => {
      phone.product.state.network = network
      await phone.scan()
      return await phone.see('/app/request')
    }
    const NETWORK = 'in another network than this phone'
    const same = await page('same')
    expect(same).toMatch(/Did you open .?Kino Aurora.? yourself just now\?/)
    expect(same).not.toContain(NETWORK)
    expect(await page('other')).toContain(NETWORK)
  })

  test('APP-13 another number ends it; none of them is a no', async ({ phone }) => {
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
})

describe('a request of this device', () => {
  const open = async (phone: AppPhone) => {
    await phone.signIn()
    return phone.open()
  }

  test('APP-13 needs no number, and leads back to the website once', async ({ phone }) => {
    expect(await open(phone)).toContain('Confirm that you are 18 or over?')
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).toContain('content="0;url=https://cinema.test/return"')
    expect(await phone.see('/app/request')).not.toContain('http-equiv="refresh"')
  })

  test('APP-14 says that it has ended before number, PIN and SMS, with the way back', async ({ phone }) => {
    Object.assign(phone.product.state, { payment: { status: 'expired', live: true }, ended: 'expired' })
    const body = await phone.open()
    for (const words of ['Too late', 'Nothing was taken.', 'Back to Kino Aurora']) expect(body).toContain(words)
    expect(phone.product.called('/auth/public/app/prelogin')).toEqual([])
  })

  test('APP-13 leads to no address that is not of the web', async ({ phone }) => {
    phone.product.state.redirectUri = 'javascript:alert(1)'
    await open(phone)
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).not.toContain('javascript:')
  })

  test('APP-14 an identity check comes first; the page goes on with its outcome', async ({ phone }) => {
    const { state } = phone.product
    Object.assign(state, { kyc: '', checkUrl: 'https://identity.test/?tc=tc-of-the-tests-001&oi=x' })
    expect(await open(phone)).toContain('First, a short identity check')
    const check = new URL((await phone.get('/app/check')).to ?? '')
    expect(check.searchParams.get('oi')).toBe(`${phone.product.url}/complete-process?mobile=true&app=true`)
    for (const [status, words] of [
      ['', 'Finish the identity check'],
      ['PENDING_MANUAL_REVIEW', 'A person looks at it'],
      ['MANUAL_REVIEW_REJECTED', 'That check came to nothing'],
    ] as const) {
      state.kyc = status
      expect(await phone.see('/app/request')).toContain(words)
    }
    Object.assign(state, { kyc: 'COMPLETED', checkUrl: null })
    expect(await phone.see('/app/request')).toContain('Confirm that you are 18 or over?')
  })

  test('APP-14 a visitor under age reads so, and is logged out', async ({ phone }) => {
    Object.assign(phone.product.state, { kyc: '', checkUrl: 'https://identity.test/' })
    await open(phone)
    phone.product.state.kyc = 'UNDERAGED'
    expect(await phone.see('/app/request')).toContain('You are not 18 yet')
    expect(await phone.see('/app')).toContain('Prove your age with a tap')
  })

  test.for(['mintid_used', 'mintid_not_exist'])('APP-14 one that is over says so: %s', async (code, { phone }) => {
    await phone.signIn()
    phone.refuse('/api/idcheck/init', 404, code)
    await phone.get(`/app?mintid=${MINTID}&mobile=true`)
    expect(await phone.see('/app/request')).toContain('This request has ended')
  })

  test('APP-14 while the product is away nothing is lost', async ({ phone }) => {
    await phone.signIn()
    await phone.get(`/app?mintid=${MINTID}&mobile=true`)
    phone.refuse('/api/idcheck/init', 503, 'service_unavailable')
    const away = await phone.get('/app/request')
    expect([away.status, away.body]).toEqual([503, expect.stringContaining('Nothing is lost')])
    expect(await phone.see('/app/request')).toContain('Confirm that you are 18 or over?')
  })
})
