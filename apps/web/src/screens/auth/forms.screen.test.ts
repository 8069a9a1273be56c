import { PHONE_NUMBER_MAX_LENGTH, PIN_LENGTH } from '@avouch/contract'
import { expect, test } from 'vitest'
import type { Texts } from '#e2e/support/texts.ts'
import { buttonOf, expectErrorAt, expectNoErrorAt, expectNotice, expectPage, fieldsOf, fill } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { GOOD_PIN, NUMBER } from '#test/sign-in.ts'

type Typing = {
  field: 'number' | 'pin' | 'repeat'
  /** One key after the other, as a visitor types. */
  typed: string
  /** The text in the field then, when it is something else. */
  kept?: string
  says?: (t: Texts) => string
}

const required = (t: Texts) => t('error.required')
const tooLong = (t: Texts) => t('error.max_length_exceed', { max: PHONE_NUMBER_MAX_LENGTH })
const fourDigits = (t: Texts) => t('error.digit_length', { digit: PIN_LENGTH })
const guessable = (t: Texts) => t('error.invalid_pin')
const different = (t: Texts) => t('error.matching_pin')

const NUMBERS: Typing[] = [
  { field: 'number', typed: '151234567890' },
  { field: 'number', typed: '1512345678901', says: tooLong },
  { field: 'number', typed: 'a1+5-1 2', kept: '1512' },
  { field: 'number', typed: '', says: required },
]
const PINS: Typing[] = [
  { field: 'pin', typed: '258', says: fourDigits },
  { field: 'pin', typed: '25801', kept: '2580' },
  { field: 'pin', typed: '2a5-8 0', kept: '2580' },
  { field: 'pin', typed: '', says: required },
]
const OLD_PINS: Typing[] = [...PINS, { field: 'pin', typed: '1234' }]
const NEW_PINS: Typing[] = [
  ...PINS,
  ...['1234', '9123', '1111', '1211'].map((typed) => ({ field: 'pin', typed, says: guessable }) as const),
  { field: 'repeat', typed: '2581', says: different },
  { field: 'repeat', typed: '258', says: different },
  { field: 'repeat', typed: '', says: required },
]

type Form = { path: string; send: 'register.submit' | 'action.login' | 'action.continue'; rows: Typing[] }

async function expectChecked({ path, send, rows }: Form): Promise<void> {
  const page = await openPage(path === '/auth/reset-pin' ? '/auth/forgot-pin' : path, {
    answers: { prechangePin: { found: true } },
  })
  const { user, t } = page
  const fields = fieldsOf(t)
  if (path === '/auth/reset-pin') {
    fill(fields.number, NUMBER)
    await user.click(buttonOf(t('action.continue')))
    await expectPage(t('resetPin.title'))
  }
  // The last digit of a PIN would send the log-in of a whole number.
  const good = { number: path === '/auth/login' ? '15' : NUMBER, pin: GOOD_PIN, repeat: GOOD_PIN }
  const submit = buttonOf(t(send))
  expect(submit.disabled).toBe(true)
  if (path === '/auth/register') await user.click(fields.terms)
  for (const field of new Set(rows.map((row) => row.field))) await user.type(fields[field], good[field])
  const isDisabled = () => submit.disabled
  const sendsShort = path === '/auth/login'
  await expect.poll(isDisabled).toBe(sendsShort)

  for (const { field: name, typed, kept = typed, says } of rows) {
    const field = fields[name]
    await user.clear(field)
    if (typed !== '') await user.type(field, typed)
    expect([name, typed, field.value]).toEqual([name, typed, kept])
    expect(document.activeElement).toBe(field)
    if (says === undefined) await expectNoErrorAt(() => field)
    else {
      await expectErrorAt(() => field, says(t))
      expect(submit.disabled).toBe(true)
    }
    fill(field, good[name])
  }
  await expect.poll(isDisabled).toBe(sendsShort)
}

test('A registration is checked at every change [PHONE-03 PIN-01]', () =>
  expectChecked({ path: '/auth/register', send: 'register.submit', rows: [...NUMBERS, ...NEW_PINS] }))

test('A log-in is checked at every change, and takes a PIN that could not be chosen now [PIN-03 AUTH-06]', () =>
  expectChecked({ path: '/auth/login', send: 'action.login', rows: [...NUMBERS, ...OLD_PINS] }))

test('The number of a forgotten PIN is checked at every change [PHONE-09 AUTH-06]', () =>
  expectChecked({ path: '/auth/forgot-pin', send: 'action.continue', rows: NUMBERS }))

test('A new PIN is checked at every change [PIN-03]', () =>
  expectChecked({ path: '/auth/reset-pin', send: 'action.continue', rows: NEW_PINS }))

test('A PIN that many choose is refused at the PIN, also one of the number, when the number changes [PIN-07 AUTH-06]', async () => {
  const { user, t, screen } = await openPage('/auth/register', { settings: { pinBlocklist: 'strict' } })
  expect(screen.getByText(t('pin.hintStrict'))).toBeDefined()
  const fields = fieldsOf(t)
  for (const listed of ['1984', '3112', '1212', '2580', '4321']) {
    await user.clear(fields.pin)
    await user.type(fields.pin, listed)
    await expectErrorAt(() => fields.pin, t('error.invalid_pin'))
    fill(fields.pin, '7409')
    await expectNoErrorAt(() => fields.pin)
  }
  fill(fields.number, '15112347409')
  await expectErrorAt(() => fields.pin, t('error.invalid_pin'))
  await user.type(fields.number, '{Backspace}8')
  await expectNoErrorAt(() => fields.pin)
})

test.each([
  ['/auth/register', 'register.submit'],
  ['/auth/login', 'action.login'],
  ['/auth/forgot-pin', 'action.continue'],
] as const)('A limit that %s meets is said, and what was typed stays [ERR-01]', async (path, send) => {
  const { user, t } = await openPage(path, {
    answers: { signup: 'too_many_requests', prelogin: 'too_many_requests', prechangePin: 'too_many_requests' },
  })
  const fields = fieldsOf(t)
  fill(fields.number, NUMBER)
  if (path !== '/auth/forgot-pin') fill(fields.pin, GOOD_PIN)
  if (path === '/auth/register') fill(fields.repeat, GOOD_PIN)
  if (path === '/auth/register') await user.click(fields.terms)
  await expect.poll(() => buttonOf(t(send)).disabled).toBe(false)
  await user.click(buttonOf(t(send)))
  await expectNotice(t, t('error.too_many_requests'))
  expect(fields.number.value).toBe(NUMBER)
})
