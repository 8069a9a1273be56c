import { signup } from '@avouch/contract'
import { expect, test } from './support/fixtures.ts'
import { confirmNumber, fillRegistration, GOOD_PIN } from './support/steps.ts'
import { newNumber } from './support/world.ts'

test('The work is done unseen before the form is sent, and its answer is good once [CAPTCHA-01 CAPTCHA-05]', async ({
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
