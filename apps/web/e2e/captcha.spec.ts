import { prelogin, signup } from '@avouch/contract'
import { untilAlive } from './support/alive.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { confirmNumber, fillRegistration, GOOD_PIN } from './support/steps.ts'
import { newNumber } from './support/world.ts'

test('The work is done unseen before the form is sent, and its answer is good once [CAPTCHA-04]', async ({
  page,
  visit,
  t,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(visit.world.product).origin) elsewhere.push(request.url())
  })
  await page.goto('/auth/register')
  const begun = page.waitForEvent('worker')
  await page.getByLabel(t('phone.number'), { exact: true }).pressSequentially('1')
  await Promise.all([begun.then((worker) => worker.waitForEvent('close')), fillRegistration(page, visit)])

  const sending = page.waitForRequest(`**${signup.path}`)
  await page.getByRole('button', { name: t('register.submit') }).click()
  const { recaptchaResponse } = (await sending).postDataJSON() as { recaptchaResponse: string }
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  expect(elsewhere).toEqual([])
  await confirmNumber(page, visit)

  expect(recaptchaResponse).not.toBe('')
  const { request, world, language } = visit
  const phone = `49${newNumber()}`
  const again = { phone, password: GOOD_PIN, language, data_collection_consent: false, recaptchaResponse }
  const refusal = await request.post(world.product + signup.path, { data: again })
  expect(await refusal.json()).toMatchObject({ code: 'captcha_failed' })
})

test('A log-in whose part for the captcha is blocked says so, keeps what was typed, and goes on once it is let through [ROUTE-18]', async ({
  page,
  t,
  visit,
  expectOutage,
}) => {
  expectOutage()
  let sent = 0
  await page.route(`**${prelogin.path}`, (route) => {
    sent += 1
    return route.fulfill({ status: 204 })
  })
  await page.route(builtPart('captcha'), (route) => route.abort('connectionrefused'))
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page, t)
  await number.fill(visit.number)
  await pin.fill(GOOD_PIN)
  const submit = page.getByRole('button', { name: t('action.login'), exact: true })
  await submit.click()
  await expect(page.getByText(t('notice.blocked'), { exact: true }).first()).toBeVisible()
  await expect(submit).toBeEnabled()
  await expect(number).toHaveValue(visit.number)
  await expect(pin).toHaveValue(GOOD_PIN)
  await page.unroute(builtPart('captcha'))
  await submit.click()
  await expect.poll(() => sent).toBe(1)
})
