import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { numberOn, qrCode } from './support/other-phone.ts'
import { newPhone, pasteAndPick } from './support/phone-app.ts'
import { scan } from './support/qr.ts'
import { askAtTheCinema, expectUnlocked, GOOD_PIN, newestCode, showDocument } from './support/steps.ts'

test(
  'A new visitor scans, compares, is checked and confirms in the app; the cinema hears of it [GEN-01 APP-10]',
  SOAK_ONLY,
  async ({ page, browser, visit, t }) => {
    const { world, number } = visit
    const tab = await askAtTheCinema(page, visit)
    await tab.getByRole('link', { name: t('landing.app') }).click()
    await expect(qrCode(tab, visit)).toBeVisible()
    const url = (await scan(qrCode(tab, visit).locator('..'))) ?? ''

    const context = await newPhone(browser, visit)
    const phone = await context.newPage()
    await phone.goto(`${world.phone}/app/register`)
    await phone.getByLabel('Mobile number').fill(number)
    await phone.getByLabel('PIN', { exact: true }).fill(GOOD_PIN)
    await phone.getByLabel('PIN again').fill(GOOD_PIN)
    await phone.getByLabel('I accept the terms and conditions and the privacy policy.').check()
    await phone.getByRole('button', { name: 'Create an account' }).click()
    const message = phone.getByRole('button', { name: 'Messages · now' })
    await expect(message).toContainText(await newestCode(visit))
    await message.click()
    await expect(phone.getByRole('link', { name: 'Scan a code' })).toBeVisible()
    await expectAccessible(phone, 'home')
    await pasteAndPick(phone, visit, url, await numberOn(tab))

    // The identity check has a window of its own, which is closed when it is over.
    const [check] = await Promise.all([
      context.waitForEvent('page'),
      phone.getByRole('link', { name: 'To the identity check' }).click(),
    ])
    await showDocument(check, visit)
    await check.waitForURL(`${world.product}/complete-process**`)
    await check.close()
    await phone.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(phone.getByRole('heading', { level: 1, name: 'Done' })).toBeVisible()
    await expectAccessible(phone, 'done')
    await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
    await expectUnlocked(page, visit)
    await context.close()
  },
)
