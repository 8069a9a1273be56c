import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'

test('A PIN is hidden until the visitor shows it [AUTH-07]', async () => {
  const { screen, user, t } = await openPage('/auth/login')
  const pin = screen.getByLabelText<HTMLInputElement>(t('pin.label'))
  await user.type(pin, '2580')
  expect(pin.type).toBe('password')
  await user.click(screen.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }))
  expect(pin.type).toBe('text')
})

test('From the third wrong PIN on a new one is offered, and from the tenth it is the only way [LOGIN-12]', async () => {
  const { screen, user, t, callsOf } = await openPage('/auth/login', { answers: { prelogin: 'wrong_login_info' } })
  const number = screen.getByLabelText(t('phone.number'))
  const pin = screen.getByLabelText<HTMLInputElement>(t('pin.label'))
  await user.type(number, '15112345678')
  for (let times = 1; times <= 10; times++) {
    await user.type(pin, '2581')
    await expect.poll(() => callsOf('prelogin').length).toBe(times)
    await expect.poll(() => pin.value).toBe('')
    expect(screen.queryAllByRole('link', { name: t('resetPin.title') })).toHaveLength(times < 3 ? 0 : 1)
  }
})
