import { describe, expect } from 'vitest'
import { readLink } from '../src/phone/app/request.ts'
import { type AppPhone, PIN, test } from './app-phone.ts'
import { LINK_CODE, MINTID, RIGHT } from './fake-app-product.ts'

const MATCH = `/api/app/links/${LINK_CODE}/match`

describe('signing in', () => {
  test('The app logs in by number, PIN and the code that came to this very phone [APP-11]', async ({ phone }) => {
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
  ] as const)('A refused log-in says why; the number stays: %s [APP-11]', async ([code, status, words], { phone }) => {
    phone.refuse('/auth/public/app/prelogin', status, code)
    const answer = await phone.typeLogin('7391')
    expect([answer.status, answer.body]).toEqual([422, expect.stringContaining(words)])
    expect(answer.body).toContain('value="01512 3456789"')
    expect(answer.body).not.toContain('7391')
  })

  test('The app finds mistakes in a registration before anything is sent [APP-11]', async ({ phone }) => {
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

  test('A new user registers in the app, without consent to data collection [APP-11]', async ({ phone }) => {
    const fields = { countryCode: '49', phoneNumber: '15123456789', pin: PIN, confirmPin: PIN, acceptTerms: 'yes' }
    await phone.get('/app?lang=de')
    expect((await phone.post('/app/register', fields)).to).toBe('/app/code')
    const [signup] = phone.product.called('/auth/public/app/signup')
    expect(signup?.body).toMatchObject({ phone: phone.product.number, data_collection_consent: false })
  })

  test('A wrong code may be typed again; after a used-up one the sign-in starts again [APP-11]', async ({ phone }) => {
    await phone.typeLogin()
    phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code')
    expect((await phone.post('/app/code', { code: '000000' })).body).toContain('That’s not the code.')
    phone.refuse('/auth/api/2fa/verify', 422, 'wrong_sms_code', { restart: true })
    expect((await phone.post('/app/code', { code: '000000' })).body).toContain('This code is used up.')
    expect((await phone.get('/app/code')).to).toBe('/app')
  })

  test('Without a new SMS the app names the one that is on the phone [APP-11 LONG-03]', async ({ phone }) => {
    phone.product.state.sent = false
    await phone.typeLogin()
    const page = await phone.see('/app/code')
    expect(page).toContain('Use the code of the SMS that you already have.')
    expect(page).not.toContain('We have sent an SMS')
    expect((await phone.post('/app/code/cancel')).to).toBe('/app/login')
  })

  test('The browser of the app gets neither tokens nor the device cookie [APP-10]', async ({ phone }) => {
    await phone.signIn()
    const page = await phone.get('/app')
    expect(page.cookies).toMatchObject([{ name: 'phone_app', path: '/app', httpOnly: true, sameSite: 'Lax' }])
    for (const secret of ['access-1', 'refresh-1', 'avdv_of-the-phone'])
      expect(page.body + JSON.stringify(page.cookies)).not.toContain(secret)
  })

  test('An expired token is refreshed once; a session that is over asks for a log-in [APP-11]', async ({ phone }) => {
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

  test('Logging out of the app revokes the session [APP-11]', async ({ phone }) => {
    await phone.signIn()
    await phone.post('/app/logout')
    expect(phone.product.called('/auth/api/oauth/revoke')).toMatchObject([{ body: { token: 'refresh-1' } }])
    expect(await phone.see('/app')).toContain('Prove your age with a tap')
  })

  test('A page of another site cannot act for the phone [APP-10]', async ({ phone }) => {
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
  ])('A scanned text counts only when it is a link of the product: %j [APP-12]', ([text = '', code]) => {
    expect(readLink(text, 'http://product.test')).toBe(code)
  })

  test('A scanned link of another site is refused, and the product hears nothing [APP-12]', async ({ phone }) => {
    await phone.signIn()
    const before = phone.product.calls.length
    const answer = await phone.post('/app/scan', { link: 'https://evil.example/a/code-of-the-tests-0001' })
    expect([answer.status, answer.body]).toEqual([422, expect.stringContaining('This is no code of Avouch.')])
    expect(phone.product.calls).toHaveLength(before)
  })

  test('A scanned request waits while its user logs in [APP-12 APP-14]', async ({ phone }) => {
    expect((await phone.get(`/app?link=${encodeURIComponent(phone.product.link)}`)).to).toBe('/app/request')
    expect((await phone.get('/app/request')).to).toBe('/app/login')
    await phone.typeLogin()
    expect((await phone.post('/app/code', { code: '407183' })).to).toBe('/app/request')
    expect(await phone.see('/app/request')).toContain('Kino Aurora asks')
  })

  test('Picking the right number leads to the question, and a tap to the answer [APP-13]', async ({ phone }) => {
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

  test('The app asks whether its user opened the website, and mentions another network [APP-18]', async ({ phone }) => {
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

  test('Picking a wrong number ends a scanned request, and picking none is a no [APP-13]', async ({ phone }) => {
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

  test('A request of this device needs no number, and leads back to the website once [APP-13]', async ({ phone }) => {
    expect(await open(phone)).toContain('Confirm that you are 18 or over?')
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).toContain('content="0;url=https://cinema.test/return"')
    expect(await phone.see('/app/request')).not.toContain('http-equiv="refresh"')
  })

  test('A request that has ended says so before number, PIN and SMS, with the way back [APP-14]', async ({ phone }) => {
    Object.assign(phone.product.state, { payment: { status: 'expired', live: true }, ended: 'expired' })
    const body = await phone.open()
    for (const words of ['Too late', 'Nothing was taken.', 'Back to Kino Aurora']) expect(body).toContain(words)
    expect(phone.product.called('/auth/public/app/prelogin')).toEqual([])
  })

  test('A request leads back to no address that is not of the web [APP-13]', async ({ phone }) => {
    phone.product.state.redirectUri = 'javascript:alert(1)'
    await open(phone)
    await phone.post('/app/request/confirm', { mintid: MINTID })
    expect(await phone.see('/app/request')).not.toContain('javascript:')
  })

  test('An identity check comes first, and the page goes on with its outcome [APP-14]', async ({ phone }) => {
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

  test('A visitor under age reads so, and is logged out [APP-14]', async ({ phone }) => {
    Object.assign(phone.product.state, { kyc: '', checkUrl: 'https://identity.test/' })
    await open(phone)
    phone.product.state.kyc = 'UNDERAGED'
    expect(await phone.see('/app/request')).toContain('You are not 18 yet')
    expect(await phone.see('/app')).toContain('Prove your age with a tap')
  })

  test.for(['mintid_used', 'mintid_not_exist'])('An ended request says so: %s [APP-14]', async (code, { phone }) => {
    await phone.signIn()
    phone.refuse('/api/idcheck/init', 404, code)
    await phone.get(`/app?mintid=${MINTID}&mobile=true`)
    expect(await phone.see('/app/request')).toContain('This request has ended')
  })

  test('A request is still there after the product was away [APP-14]', async ({ phone }) => {
    await phone.signIn()
    await phone.get(`/app?mintid=${MINTID}&mobile=true`)
    phone.refuse('/api/idcheck/init', 503, 'service_unavailable')
    const away = await phone.get('/app/request')
    expect([away.status, away.body]).toEqual([503, expect.stringContaining('Nothing is lost')])
    expect(await phone.see('/app/request')).toContain('Confirm that you are 18 or over?')
  })
})
