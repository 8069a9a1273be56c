import { expect, test } from 'vitest'
import { accepting, codeSent, GOOD_PIN, nothingFound, NUMBER } from '#test/sign-in.ts'
import {
  buttonOf,
  expectErrorAt,
  expectNoErrorAt,
  expectNotice,
  expectPage,
  fieldsOf,
  fill,
  noticesIn,
} from '#test/forms.ts'
import { openPage } from '#test/page.ts'

const WRITTEN = '+49 1511 2345678'.replaceAll(' ', '\u00a0')

test('A PIN is hidden until the visitor shows it, and may be hidden again [PIN-01]', async () => {
  const { user, t } = await openPage('/auth/login')
  const { pin } = fieldsOf(t)
  expect(pin.type).toBe('password')
  await user.click(buttonOf(t('pin.show', { field: t('pin.label') })))
  expect(pin.type).toBe('text')
  await user.click(buttonOf(t('pin.hide', { field: t('pin.label') })))
  expect(pin.type).toBe('password')
})

test('From the third wrong PIN on a new one is offered, and from the tenth it is the only way [LOGIN-12]', async () => {
  const { screen, user, t, callsOf } = await openPage('/auth/login', { answers: { prelogin: 'wrong_login_info' } })
  const { number, pin } = fieldsOf(t)
  fill(number, NUMBER)
  for (let times = 1; times <= 10; times++) {
    await user.type(pin, '2581')
    await expect.poll(() => callsOf('prelogin').length).toBe(times)
    await expect.poll(() => pin.value).toBe('')
    expect(screen.queryAllByRole('link', { name: t('resetPin.title') })).toHaveLength(times < 3 ? 0 : 1)
    expect(screen.queryAllByText(t('login.onlyNewPin'))).toHaveLength(times < 10 ? 0 : 1)
  }
  await user.click(screen.getByRole('link', { name: t('resetPin.title') }))
  await expectPage(t('forgotPin.title'))
  expect(fieldsOf(t).number.value).toBe(NUMBER)
})

test('The last digit of a PIN logs in when it is typed behind a whole number, and leads to the code [LOGIN-09 CODE-01]', async () => {
  const { user, t, callsOf } = await openPage('/auth/login', { answers: accepting() })
  const { number, pin } = fieldsOf(t)
  await user.type(number, '15')
  await user.type(pin, GOOD_PIN)
  expect(buttonOf(t('action.login')).disabled).toBe(true)
  fill(number, NUMBER)
  await user.click(pin)
  fill(pin, '')
  fill(pin, GOOD_PIN)
  await expect.poll(() => buttonOf(t('action.login')).disabled).toBe(false)
  await user.clear(pin)
  await user.paste(GOOD_PIN)
  await expect.poll(() => buttonOf(t('action.login')).disabled).toBe(false)
  expect(callsOf('prelogin')).toEqual([])
  await user.clear(pin)
  await user.type(pin, GOOD_PIN)
  await expectPage(t('confirmCode.title'))
  expect(callsOf('prelogin').map(({ body }) => body)).toMatchObject([{ phone: `49${NUMBER}`, pin: GOOD_PIN }])
})

test('A refused log-in is said at its field and by a notification, and what was typed stays [LOGIN-04]', async () => {
  const { user, t, answer } = await openPage('/auth/login', { logs: /AppError|CallFailure/ })
  const fields = fieldsOf(t)
  const { number, pin } = fields
  fill(number, NUMBER)
  const attempt = async (answers: Parameters<typeof answer>[0]) => {
    answer({ ...accepting(), ...answers })
    fill(pin, '')
    fill(pin, GOOD_PIN)
    await expect.poll(() => buttonOf(t('action.login')).disabled).toBe(false)
    await user.click(buttonOf(t('action.login')))
  }

  await attempt({ prelogin: 'phone_number_does_not_exist' })
  await expectErrorAt(() => number, t('error.phone_number_does_not_exist'))
  await expectNotice(t, t('error.phone_number_does_not_exist'))
  for (const refusal of [
    { prelogin: 'wrong_login_info' },
    { token: () => Response.json({ error: 'invalid_grant' }, { status: 400 }) },
  ] as const) {
    await attempt(refusal)
    await expectErrorAt(() => pin, t('error.wrong_login_info'))
    await expectNotice(t, t('error.wrong_login_info'))
    expect(pin.value).toBe('')
    expect(document.activeElement).toBe(pin)
    await expectNoErrorAt(() => number)
  }
  for (const [prelogin, says] of [
    [nothingFound, t('login.userNotFound')],
    ['too_many_requests', t('error.too_many_requests')],
    [() => 'lost' as const, t('notice.offline')],
    ['cannot_send_sms', t('error.cannot_send_sms', { phone: WRITTEN })],
  ] as const) {
    await attempt({ prelogin })
    await expectNotice(t, says)
    expect([number.value, pin.value]).toEqual([NUMBER, GOOD_PIN])
  }
  expect(window.location.pathname).toBe('/auth/login')
})

test('A number that no SMS can reach is said at its field before it is sent, and goes with the next key [PHONE-06]', async () => {
  const { user, t, advance, callsOf } = await openPage('/auth/login', {
    answers: { validatePhone: { valid: false, type: 'other' } },
  })
  const { number } = fieldsOf(t)
  fill(number, NUMBER)
  expect(callsOf('validatePhone')).toEqual([])
  await expect.poll(() => advance(200).then(() => callsOf('validatePhone').length)).toBe(1)
  await expectErrorAt(() => number, t('error.invalid_phone_number'))
  expect(callsOf('validatePhone').map(({ body }) => body)).toMatchObject([{ phone_number: `49${NUMBER}` }])
  expect(document.activeElement).toBe(number)
  await user.keyboard('{Backspace}')
  await expectNoErrorAt(() => number)
})

test.each([
  ['/auth/login', { number: 'tel', pin: 'current-password' }],
  ['/auth/register', { number: 'tel', pin: 'new-password', repeat: 'new-password' }],
  ['/auth/forgot-pin', { number: 'tel' }],
] as const)('The fields of %s say what they are for, to browser and phone [AUTH-09]', async (path, purposes) => {
  const { t } = await openPage(path)
  for (const [name, purpose] of Object.entries(purposes) as ['number' | 'pin' | 'repeat', string][]) {
    const field = fieldsOf(t)[name]
    expect([field.autocomplete, field.inputMode]).toEqual([purpose, name === 'number' ? 'tel' : 'numeric'])
  }
})

test('A number that was typed goes along to the registration, back, and to the forgotten PIN [LOGIN-01 LOGIN-11]', async () => {
  const { screen, user, t } = await openPage('/auth/login')
  fill(fieldsOf(t).number, NUMBER)
  for (const [link, title] of [
    ['login.register', 'register.title'],
    ['action.login', 'login.title'],
    ['login.forgotPin', 'forgotPin.title'],
  ] as const) {
    await user.click(screen.getByRole('link', { name: t(link) }))
    await expectPage(t(title))
    expect(fieldsOf(t).number.value).toBe(NUMBER)
  }
})

test('A log-in of a number whose registration got no SMS asks for the code again, also after a reload [REG-09 LOGIN-04 SESSION-07]', async () => {
  const { user, t, callsOf } = await openPage('/auth/login', {
    tab: { unsent_code: 'yes' },
    answers: { ...accepting(), prelogin: nothingFound, resendCode: codeSent() },
  })
  const { number, pin } = fieldsOf(t)
  fill(number, NUMBER)
  await user.type(pin, GOOD_PIN)
  await expectPage(t('confirmCode.title'))
  expect(callsOf('token').map(({ body }) => body)).toMatchObject([{ client_id: 'avouch-web' }])
  expect(noticesIn(t)).toEqual([])
})

test('Who is locked out by the operator finds the way to support on the page [KYC-65]', async () => {
  const { t, user, screen } = await openPage('/auth/login', { answers: { prelogin: 'account_locked' } })
  const { number, pin } = fieldsOf(t)
  fill(number, NUMBER)
  await user.type(pin, GOOD_PIN)
  await screen.findByText(t('error.account_locked'))
  const support = await screen.findByRole<HTMLAnchorElement>('link', { name: t('process.support') })
  expect(support.href).toMatch(/support/)
})
