import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { account, keepSession } from './support/account.ts'
import { addAuthenticator } from './support/authenticator.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { fillLogIn, type Visit } from './support/steps.ts'
import { newNumber, smsTo } from './support/world.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const smsOf = async ({ request, world, number }: Visit) => (await smsTo(request, world.phone, number)).length

/** The page after an approved answer, for a new account. */
async function toTheYes(page: Page, visit: Visit): Promise<void> {
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await keepSession(page, tokens)
  await page.goto('/kyc-result/approved')
  await expect(heading(page, visit.t('approved.heading'))).toBeVisible()
}

async function logOut(page: Page, { t }: Visit): Promise<void> {
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/auth/login')
  await expect(heading(page, t('login.title'))).toBeVisible()
}

test('A passkey is made after a yes, logs in with one press, is renamed, and opens nothing once it is removed [PASSKEY-10 PASSKEY-11 PASSKEY-13]', async ({
  page,
  visit,
  t,
  expectRefusals,
}) => {
  test.slow()
  const device = await addAuthenticator(page)
  await device.finger('none')
  await toTheYes(page, visit)
  await expect(page.getByText(t('passkey.offer'))).toBeVisible()
  await expectAccessible(page, 'the offer of a passkey')
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  expect(await device.passkeys()).toHaveLength(1)
  await expect.poll(() => smsOf(visit), 'the SMS about it').toBe(2)

  await device.finger('none')
  await logOut(page, visit)
  await device.finger('right')
  await press(page, t('login.passkey'))
  // An account with a proof goes past the check.
  await expect(heading(page, t('approved.heading'))).toBeVisible()
  expect(await smsOf(visit)).toBe(2)
  await expect(page.getByText(t('passkey.offer'))).toHaveCount(0)

  await page.goto('/account/security')
  await expect(page.getByText(t('account.pin.noSms'))).toBeVisible()
  const rename = page.getByRole('button', { name: new RegExp(`^${t('account.passkeys.rename')}: `) })
  await rename.click()
  await page.getByLabel(t('account.passkeys.name')).fill('My laptop')
  await press(page, t('account.passkeys.save'))
  await expect(page.getByText('My laptop')).toBeVisible()
  await expectAccessible(page, 'the passkeys of the account')
  await press(page, `${t('account.passkeys.remove')}: My laptop`)
  await expect(page.getByText(t('account.passkeys.none'))).toBeVisible()
  await expect(page.getByText(t('account.event.passkey_removed'))).toBeVisible()

  expectRefusals(422)
  await device.finger('none')
  await logOut(page, visit)
  await device.finger('right')
  await press(page, t('login.passkey'))
  await expect(page.getByText(t('error.passkey_refused')).first()).toBeVisible()
})

test('Where the device has no passkey any more, or the finger is wrong, the form is as it was and the PIN logs in [PASSKEY-10 PASSKEY-09]', async ({
  page,
  visit,
  t,
}) => {
  const device = await addAuthenticator(page)
  await device.finger('none')
  await toTheYes(page, visit)
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  await device.finger('none')
  await logOut(page, visit)
  const number = page.getByLabel(t('phone.number'), { exact: true })
  await number.fill(visit.number)
  await device.finger('wrong')
  await press(page, t('login.passkey'))
  const button = page.getByRole('button', { name: t('login.passkey') })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await device.lose()
  await device.finger('right')
  await button.click()
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
  await expect(number).toHaveValue(visit.number)
  await fillLogIn(page, visit)
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
})

test('The field of the number offers the passkey, and choosing it logs in [PASSKEY-10]', async ({ page, visit, t }) => {
  const device = await addAuthenticator(page)
  await device.finger('none')
  await toTheYes(page, visit)
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  // Without a list of its own the browser of the tests takes the only passkey as chosen.
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/auth/login')
  await expect(heading(page, t('approved.heading'))).toBeVisible()
})

test('“Not again” is kept in the browser; another account there that was not asked gets its own passkey [PASSKEY-11]', async ({
  page,
  visit,
  t,
}) => {
  test.slow()
  const device = await addAuthenticator(page)
  await device.finger('none')
  await toTheYes(page, visit)
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  await device.finger('none')
  await toTheYes(page, { ...visit, number: newNumber() })
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  expect(await device.passkeys()).toHaveLength(2)
  await device.finger('none')
  await toTheYes(page, { ...visit, number: newNumber() })
  await press(page, t('passkey.decline'))
  await expect(page.getByText(t('passkey.offer'))).toHaveCount(0)
  const asked = page.waitForRequest('**/auth/api/passkeys', { timeout: 2_000 }).catch(() => undefined)
  await page.reload()
  await expect(heading(page, t('approved.heading'))).toBeVisible()
  expect(await asked).toBeUndefined()
})

test('A browser that keeps no data logs in by passkey as well [PASSKEY-10]', async ({ page, visit, t }) => {
  const device = await addAuthenticator(page)
  await device.finger('none')
  await toTheYes(page, visit)
  await device.finger('right')
  await press(page, t('passkey.make'))
  await expect(page.getByText(t('passkey.made'))).toBeVisible()
  await device.finger('none')
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, { value: null })
  })
  await page.goto('/auth/login')
  await expect(heading(page, t('login.title'))).toBeVisible()
  await device.finger('right')
  await press(page, t('login.passkey'))
  await expect(heading(page, t('approved.heading'))).toBeVisible()
})
