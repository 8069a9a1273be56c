import { expect, test } from './support/fixtures.ts'
import { account } from './support/account.ts'
import { expectErrorAt, fieldsOf } from './support/forms.ts'
import { hold } from './support/hold.ts'
import { confirmNumber, fillLogIn, fillRegistration, GOOD_PIN, newestCode } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { keepTranslated, translate } from './support/translate.ts'
import { otherThan } from './support/world.ts'

test('A page that is translated at once, and all that appears in it, takes a visitor from the number to the check [LANG-10]', async ({
  page,
  context,
  t,
  visit,
  expectRefusals,
}) => {
  expectRefusals(422)
  await keepTranslated(context, 'at once')
  await page.goto('/auth/register')
  const { pin, repeat } = fieldsOf(page, t)
  await fillRegistration(page, visit)
  await expect(page.getByText(t('pin.agree'), { exact: true })).toBeVisible()
  await repeat.fill('2589')
  await expectErrorAt(repeat, t('error.matching_pin'))
  await pin.fill('1234')
  await expectErrorAt(pin, t('error.invalid_pin'))
  await pin.fill(GOOD_PIN)
  await repeat.fill(GOOD_PIN)
  await expect(page.getByText(t('pin.agree'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('register.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  const countdown = page.getByText(t('confirmCode.resendIn', { time: '' }).trim())
  const before = await countdown.textContent()
  await page.getByLabel(t('confirmCode.label')).fill(otherThan(await newestCode(visit)))
  await expect(page.getByRole('alert')).toHaveText(t('error.wrong_sms_code'))
  await expect(countdown).not.toHaveText(before ?? '')
  await confirmNumber(page, visit)
})

test('A page that is translated while it stands goes on, and a request under way is seen [LANG-10]', async ({
  page,
  t,
  visit,
  expectRefusals,
}) => {
  expectRefusals(400, 401)
  await account(visit)
  await page.goto('/auth/login')
  await translate(page)
  const letGo = await hold(page, '**/auth/public/app/prelogin')
  await fillLogIn(page, visit, '2581')
  await expect(page.getByRole('button', { name: t('action.login'), exact: true }).getByRole('status')).toBeVisible()
  await translate(page)
  letGo()
  await expect(page.getByRole('region', { name: t('layout.notifications') })).toContainText(t('error.wrong_login_info'))
  await translate(page)
  const german = textsOf('de')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await expect(page.getByRole('heading', { level: 1, name: german('login.title') })).toBeVisible()
  await expect(page.getByRole('button', { name: german('action.login'), exact: true })).toBeVisible()
  await translate(page)
  await page.getByRole('link', { name: german('login.forgotPin') }).click()
  await expect(page.getByRole('heading', { level: 1, name: german('forgotPin.title') })).toBeVisible()
})
