import type { Page } from '@playwright/test'
import { account } from '#e2e/support/account.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { GOOD_PIN, newestCode, startCheck } from '#e2e/support/steps.ts'
import type { Texts } from '#e2e/support/texts.ts'
import { codeIn, otherThan, smsTo } from '#e2e/support/world.ts'

const NEW_PIN = '7319'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function typeNewPin(page: Page, t: Texts, pin: string) {
  await page.getByLabel(t('pin.label'), { exact: true }).fill(pin)
  await page.getByLabel(t('pin.repeat'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: t('action.continue') }).click()
}

async function chooseNewPin(page: Page, t: Texts, pin = NEW_PIN) {
  await typeNewPin(page, t, pin)
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
}

for (const language of ONE_LANGUAGE) {
  test.describe(`a forgotten PIN (${language})`, () => {
    test.use({ language })

    test('RESET-01 RESET-02 RESET-03 AUTH-04 CODE-10 A11Y-05 is replaced by proving the number, and the new one logs in', async ({
      page,
      visit,
      t,
      expectRefusals,
    }) => {
      expectRefusals(422)
      await account(visit)
      await page.goto('/auth/login')
      await page.getByRole('link', { name: t('login.forgotPin') }).click()
      await expect(heading(page, t('forgotPin.title'))).toBeVisible()
      const number = page.getByLabel(t('phone.number'), { exact: true })
      await expect(number).toBeFocused()
      await number.fill(visit.number)
      await page.goBack()
      await page.getByRole('link', { name: t('login.forgotPin') }).click()
      // The number is there already: nothing but the button comes next.
      await expect(heading(page, t('forgotPin.title'))).toBeFocused()
      await page.getByRole('button', { name: t('action.continue') }).click()
      await expect(page.getByRole('form', { name: t('resetPin.title') })).toBeVisible()
      await expect(page.getByLabel(t('pin.label'), { exact: true })).toBeFocused()
      await chooseNewPin(page, t)

      await page.getByRole('button', { name: t('confirmCode.wrongNumber') }).click()
      await expect(number).toBeFocused()
      await expect(number).toHaveValue(visit.number)
      await page.getByRole('button', { name: t('action.continue') }).click()
      await chooseNewPin(page, t)

      const code = await newestCode(visit)
      await page.getByLabel(t('confirmCode.label')).fill(otherThan(code))
      await expect(page.getByText(t('error.wrong_sms_code'))).toBeVisible()
      await page.getByLabel(t('confirmCode.label')).fill(code)
      await expect(heading(page, t('pinChanged.title'))).toBeVisible()

      await page.getByRole('button', { name: t('pinChanged.login') }).click()
      await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
      await page.getByLabel(t('pin.label'), { exact: true }).fill(NEW_PIN)
      await page.getByRole('button', { name: t('action.login'), exact: true }).click()
      await expect(heading(page, t('confirmCode.title'))).toBeVisible()
    })

    test('RESET-03 RESET-10 needs one SMS and no log-in: the visitor goes on to the identity check', async ({
      page,
      visit,
      t,
    }) => {
      await account(visit)
      const sms = (await smsTo(visit.request, visit.world.phone, visit.number)).length
      await page.goto('/auth/forgot-pin')
      await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
      await page.getByRole('button', { name: t('action.continue') }).click()
      await chooseNewPin(page, t)
      await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
      await page.getByRole('button', { name: t('complete.goOn') }).click()
      await startCheck(page, visit)
      const texts = (await smsTo(visit.request, visit.world.phone, visit.number)).slice(sms)
      expect(texts.filter((text) => codeIn(text) !== '')).toHaveLength(1)
    })

    test(
      'RESET-07 is not replaced by itself, and another one needs no second SMS',
      SOAK_ONLY,
      async ({ page, visit, t, expectRefusals }) => {
        expectRefusals(400)
        await account(visit)
        await page.goto('/auth/forgot-pin')
        await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
        await page.getByRole('button', { name: t('action.continue') }).click()
        await chooseNewPin(page, t, GOOD_PIN)
        await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
        await expect(heading(page, t('resetPin.title'))).toBeVisible()
        await expect(page.getByText(t('error.same_pin'), { exact: true })).toBeVisible()
        const sms = (await smsTo(visit.request, visit.world.phone, visit.number)).length

        await typeNewPin(page, t, GOOD_PIN)
        await expect(page.getByLabel(t('pin.label'), { exact: true })).toHaveAttribute('aria-invalid', 'true')
        await typeNewPin(page, t, NEW_PIN)
        await expect(heading(page, t('pinChanged.title'))).toBeVisible()
        const texts = await smsTo(visit.request, visit.world.phone, visit.number)
        expect(texts.slice(sms).filter((text) => codeIn(text) !== '')).toEqual([])
      },
    )

    test('RESET-04 RESET-01 a number without an account is said at its field; a reload begins again', async ({
      page,
      visit,
      t,
    }) => {
      await page.goto('/auth/reset-pin')
      await expect(heading(page, t('forgotPin.title'))).toBeVisible()
      await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
      await page.getByRole('button', { name: t('action.continue') }).click()
      await expect(page.getByText(t('error.phone_number_does_not_exist'))).toBeVisible()
      await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
    })
  })
}
