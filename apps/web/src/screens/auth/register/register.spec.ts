import type { Page } from '@playwright/test'
import { keptIn } from '#e2e/support/account.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { fieldsOf as formFields } from '#e2e/support/forms.ts'
import { ALSO_ON_PHONE } from '#e2e/support/languages.ts'
import { fillRegistration, GOOD_PIN, register } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const german = textsOf('de')

const fieldsOf = (page: Page) => ({
  ...formFields(page, t),
  submit: page.getByRole('button', { name: t('register.submit') }),
})

test('REG-01 AUTH-05 a registration can be sent when all that it needs is there, and no sooner', async ({
  page,
  visit,
}) => {
  await page.goto('/auth/register')
  const { submit, terms, repeat } = fieldsOf(page)
  await expect(page.getByRole('checkbox', { name: /terms and conditions/ })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: t('register.consent') })).not.toBeChecked()
  await expect(submit).toBeDisabled()
  await fillRegistration(page, visit)
  await expect(submit).toBeEnabled()
  await terms.uncheck()
  await expect(submit).toBeDisabled()
  await terms.check()
  await repeat.fill('2581')
  await expect(page.getByText(t('error.matching_pin'))).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByRole('link', { name: t('action.login'), exact: true }).click()
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.getByRole('link', { name: t('login.register') }).click()
  await expect(fieldsOf(page).number).toHaveValue(visit.number)
})

test(
  'AUTH-06 ERR-04 A11Y-03 A11Y-04 an error stands below its red field, is announced and tied to it, and leaves the focus alone',
  ALSO_ON_PHONE,
  async ({ page }) => {
    await page.goto('/auth/register')
    await untilAlive(page)
    const { number } = fieldsOf(page)
    const calm = await number.evaluate((input) => getComputedStyle(input).borderTopColor)
    await number.pressSequentially('1')
    await number.press('Backspace')
    const error = page.getByRole('alert')
    await expect(error).toHaveText('Required')
    await expect(number).toBeFocused()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription('Required')
    expect(await number.evaluate((input) => getComputedStyle(input).borderTopColor)).not.toBe(calm)
    const [field, message] = [await number.boundingBox(), await error.boundingBox()]
    expect(message?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))

    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(error).toHaveText('Pflichtangabe - bitte fülle das Feld aus')
    await page.getByLabel(german('phone.number'), { exact: true }).pressSequentially('151')
    await expect(error).toHaveCount(0)
  },
)

test('AUTH-02 what is typed to sign in is in no storage, and a reload forgets it', async ({ page, visit }) => {
  await page.goto('/auth/register')
  await register(page, visit)
  const kept = await keptIn(page)
  for (const secret of [visit.number, GOOD_PIN, 'avat_', 'sms_', 'acceptTerms']) expect(kept).not.toContain(secret)
  expect(kept).toContain('begun_sign_in')
  await page.goto('/auth/register')
  const { number, pin, terms } = fieldsOf(page)
  await expect(number).toHaveValue('')
  await expect(pin).toHaveValue('')
  await expect(terms).not.toBeChecked()
})
