import { COUNTRY_SEARCH_DEBOUNCE_MS, HOUR_MS } from '@avouch/contract'
import type { Locator, Page } from '@playwright/test'
import { account, keptIn, registration } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/forms.ts'
import { tabTo } from './support/keyboard.ts'
import { fillRegistration, GOOD_PIN, register } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')
const german = textsOf('de')

const fieldsOf = (page: Page) => ({
  country: page.getByRole('combobox', { name: t('phone.country') }),
  number: page.getByLabel(t('phone.number'), { exact: true }),
  pin: page.getByLabel(t('pin.label'), { exact: true }),
  repeat: page.getByLabel(t('pin.repeat'), { exact: true }),
  terms: page.getByRole('checkbox').first(),
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

test('AUTH-06 ERR-04 A11Y-03 A11Y-04 an error stands below its red field, is announced and tied to it, and leaves the focus alone', async ({
  page,
}) => {
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

  await page.getByRole('button', { name: t('layout.german') }).click()
  await expect(error).toHaveText('Pflichtangabe - bitte fülle das Feld aus')
  await page.getByLabel(german('phone.number'), { exact: true }).pressSequentially('151')
  await expect(error).toHaveCount(0)
})

test('AUTH-07 a PIN is hidden until somebody wants to see it', async ({ page }) => {
  await page.goto('/auth/login')
  const { pin } = fieldsOf(page)
  await pin.fill(GOOD_PIN)
  await expect(pin).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: t('pin.show', { field: t('pin.label') }) }).click()
  await expect(pin).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: t('pin.hide', { field: t('pin.label') }) }).click()
  await expect(pin).toHaveAttribute('type', 'password')
})

test('COUNTRY-03 COUNTRY-05 COUNTRY-06 PHONE-05 the list of countries waits for the typing to rest, stays low, and one must be picked', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/auth/login')
  const { country } = fieldsOf(page)
  const list = page.getByRole('listbox', { name: t('phone.countries') })
  await country.click()
  await expect(list).toBeVisible()
  expect((await list.boundingBox())?.height).toBeLessThanOrEqual(240)
  await expect(page.getByRole('option').nth(5)).toBeAttached()

  await page.clock.pauseAt(Date.now() + HOUR_MS)
  await country.fill('united st')
  await page.clock.runFor(COUNTRY_SEARCH_DEBOUNCE_MS - 1)
  await expect(page.getByRole('option', { name: /^Germany/ })).toBeAttached()
  await page.clock.runFor(1)
  await expect(page.getByRole('option', { name: /^Germany/ })).toHaveCount(0)
  await page.clock.resume()

  await expect(page.getByText(t('phone.northAmerica'))).toBeHidden()
  await page.getByRole('option', { name: /^United States/ }).click()
  await expect(page.getByText(t('phone.northAmerica'))).toBeVisible()

  await country.fill('')
  await country.press('Tab')
  await expect(country).toHaveAccessibleDescription(t('error.required'))
  await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeDisabled()
})

test('A11Y-02 AUTH-03 somebody logs in with the keyboard alone, and always sees where the focus is', async ({
  page,
  visit,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no Tab key')
  await account(visit)
  await page.goto('/auth/login')
  await untilAlive(page)
  const { country, number, pin } = fieldsOf(page)
  const next = async () => {
    await page.keyboard.press('Tab')
    expect(
      await page.evaluate(() => {
        const focused = document.activeElement
        return focused === null ? 'none' : getComputedStyle(focused).outlineStyle
      }),
    ).toBe('solid')
  }
  await tabTo(page, country)
  await page.keyboard.type('germ')
  await page.keyboard.press('Enter')
  await next()
  await expect(number).toBeFocused()
  await page.keyboard.type(visit.number)
  await next()
  await expect(pin).toBeFocused()
  await page.keyboard.type(GOOD_PIN)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeFocused()
  await next()
  await expect(page.getByRole('button', { name: t('confirmCode.wrongNumber') })).toBeFocused()
})

test('AUTH-02 what is typed to sign in is in no storage, and a reload forgets it', async ({ page, visit }) => {
  await page.goto('/auth/register')
  await register(page, visit)
  const kept = await keptIn(page)
  for (const secret of [visit.number, GOOD_PIN, 'avat_', 'sms_', 'acceptTerms']) expect(kept).not.toContain(secret)
  await page.goto('/auth/register')
  const { number, pin, terms } = fieldsOf(page)
  await expect(number).toHaveValue('')
  await expect(pin).toHaveValue('')
  await expect(terms).not.toBeChecked()
})

test('LOGIN-06 ERR-07 a number that was registered and never confirmed has no user', async ({ page, visit }) => {
  await registration(visit)
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page)
  await number.fill(visit.number)
  await pin.fill(GOOD_PIN)
  await pin.press('Enter')
  await expect(page.locator('[aria-live=assertive]')).toContainText('User not found')
  await expect(page).toHaveURL(/\/auth\/login/)
})

test('AUTH-09 every field says what it is for, so that browser and phone can fill it and show the right keys', async ({
  page,
}) => {
  const expectHelp = async (field: Locator, autocomplete: string, inputmode: string) => {
    await expect(field).toHaveAttribute('autocomplete', autocomplete)
    await expect(field).toHaveAttribute('inputmode', inputmode)
  }
  await page.goto('/auth/login')
  const { number, pin, repeat } = fieldsOf(page)
  await expectHelp(number, 'tel-national', 'tel')
  await expectHelp(pin, 'current-password', 'numeric')
  await page.goto('/auth/register')
  await expectHelp(number, 'tel-national', 'tel')
  for (const chosen of [pin, repeat]) await expectHelp(chosen, 'new-password', 'numeric')
})
