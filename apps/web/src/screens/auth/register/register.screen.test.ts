import { expect, test } from 'vitest'
import { accepting, fillRegistration, GOOD_PIN, NUMBER, openRegisteredCode } from '#test/sign-in.ts'
import { buttonOf, expectErrorAt, expectNotice, expectPage, expectSaid, fieldsOf, noticesIn } from '#test/forms.ts'
import { openPage } from '#test/page.ts'
import { kept } from '#test/session.ts'

const WRITTEN = '+49 1511 2345678'.replaceAll(' ', '\u00a0')

async function openFilled(answers: NonNullable<Parameters<typeof openPage>[1]>['answers'] = {}) {
  const page = await openPage('/auth/register', { answers: { ...accepting(), ...answers } })
  await fillRegistration(page)
  const submit = buttonOf(page.t('register.submit'))
  await expect.poll(() => submit.disabled).toBe(false)
  return { ...page, submit, fields: fieldsOf(page.t) }
}

test('A registration can be sent when all that it needs is there, and no sooner [REG-01]', async () => {
  const { screen, user, t, fields, submit } = await openFilled()
  expect(screen.getByRole('checkbox', { name: /terms and con/ })).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: t('register.consent') }).checked).toBe(false)
  await user.click(fields.terms)
  await expectErrorAt(() => fields.terms, t('error.required'))
  expect(submit.disabled).toBe(true)
  await user.click(fields.terms)
  await expect.poll(() => submit.disabled).toBe(false)
  await user.type(fields.repeat, '{Backspace}1')
  await expectSaid(t('error.matching_pin'))
  expect(submit.disabled).toBe(true)
})

test('A number that has an account is said at its field, with the way to the log-in, which takes it along [REG-07]', async () => {
  const { screen, user, t, fields, submit, answer } = await openFilled({ signup: 'phone_number_exist' })
  await user.click(submit)
  await expectErrorAt(() => fields.number, t('error.phone_number_exist'))
  expect(document.activeElement).toBe(fields.number)
  await user.click(screen.getByRole('alert').querySelector('a') as HTMLElement)
  await expectPage(t('login.title'))
  expect(fields.number.value).toBe(NUMBER)
  window.history.back()
  await expectPage(t('register.title'))
  expect([fields.number.value, fields.pin.value, fields.repeat.value]).toEqual([NUMBER, GOOD_PIN, GOOD_PIN])
  expect(fields.terms.checked).toBe(true)

  answer({ signup: 'invalid_phone_number' })
  await user.click(buttonOf(t('register.submit')))
  await expectErrorAt(() => fields.number, t('error.invalid_phone_number'))
})

test('A number that no SMS reached leads to the log-in and says so once, also when its code fails again [REG-09 LOGIN-07]', async () => {
  const { user, t, fields, submit, answer } = await openFilled({ resendCode: 'cannot_send_sms' })
  await user.click(submit)
  await expectPage(t('login.title'))
  const failed = t('error.cannot_send_sms', { phone: WRITTEN })
  await expectNotice(t, failed)
  expect(fields.number.value).toBe(NUMBER)
  expect(noticesIn(t)).toHaveLength(1)

  // The log-in sends the code again: what failed once is no user that is not found.
  answer({ prelogin: () => new Response(null, { status: 204 }) })
  await user.click(buttonOf(t('action.login')))
  await expect.poll(() => buttonOf(t('action.login')).getAttribute('aria-busy')).not.toBe('true')
  await expectNotice(t, failed)
  expect(noticesIn(t)).toHaveLength(1)
})

test('A captcha that is refused twice is said [ERR-01]', async () => {
  const { user, t, submit, callsOf } = await openFilled({ signup: 'captcha_failed' })
  await user.click(submit)
  await expectNotice(t, t('error.captcha_failed'))
  expect(callsOf('signup')).toHaveLength(2)
})

test('A registration says that it succeeded and leads to the code; what was typed is in no storage, and a reload forgets it [CODE-01 AUTH-02]', async () => {
  const { t } = await openRegisteredCode()
  await expectNotice(t, t('registration.success'))
  const stored = kept() + document.cookie
  for (const secret of [NUMBER, GOOD_PIN, 'avat_', 'sms_', 'acceptTerms']) expect(stored).not.toContain(secret)
  expect(stored).toContain('begun_sign_in')
  await openPage('/auth/register', { sameTab: true })
  const { number, pin, terms } = fieldsOf(t)
  expect([number.value, pin.value, terms.checked]).toEqual(['', '', false])
})
