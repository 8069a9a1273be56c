import { expect, test } from 'vitest'
import { openPage } from '#test/page.ts'

test('A late answer does not navigate the visitor back, and sends no SMS [AUTH-10]', async () => {
  const gate = Promise.withResolvers<Response>()
  const answers = { signup: () => gate.promise }
  const { screen, user, t, callsOf, advance } = await openPage('/auth/register', { answers })
  const arrived = (name: string) => screen.findByRole('heading', { level: 1, name })
  await user.type(screen.getByLabelText(t('phone.number')), '15112345678')
  for (const field of ['pin.label', 'pin.repeat'] as const) await user.type(screen.getByLabelText(t(field)), '2580')
  await user.click(screen.getAllByRole('checkbox')[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: t('register.submit') }))
  await expect.poll(() => callsOf('signup').length).toBe(1)
  await user.click(screen.getByRole('link', { name: t('action.login') }))
  await arrived(t('login.title'))
  gate.resolve(Response.json({ registered: true }, { status: 201 }))
  await expect.poll(() => document.body.textContent).toContain(t('registration.success'))
  await advance(1_000)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('login.title'))
  for (const name of ['token', 'resendCode'] as const) expect(callsOf(name)).toEqual([])
})
