import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { keptIn, SESSION_NAMES } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  expectUnlocked,
  fromLandingToRegister,
  GOOD_PIN,
  passIdentityCheck,
  register,
  type Visit,
} from './support/steps.ts'

const CINEMA = 'Kino Aurora'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A first visit of the cinema that ends with a yes, in the tab of the product. */
async function answerTheCinema(page: Page, visit: Visit): Promise<Page> {
  const product = await askAtTheCinema(page, visit)
  await fromLandingToRegister(product, visit)
  await register(product, visit)
  await confirmNumber(product, visit)
  await passIdentityCheck(product, visit)
  await complete(product, visit)
  await expectUnlocked(page, visit)
  return product
}

/** Presses a link of the account with the keyboard alone. */
async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('link', { name, exact: true }).locator('visible=true')
  await link.focus()
  await page.keyboard.press('Enter')
}

test('A visitor reads what the cinema was told, deletes the account, and sees that it is erased [ACCOUNT-21 ACCOUNT-24 ACCOUNT-27]', async ({
  page,
  visit,
  t,
}) => {
  test.slow()
  const product = await answerTheCinema(page, visit)
  await follow(product, t('layout.account'))
  await expect(heading(product, t('account.told.title'))).toBeVisible()
  const rows = product.getByRole('list', { name: t('account.told.list') }).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  for (const part of [CINEMA, '18 or over', t('account.told.yes'), t('account.told.identity_check')])
    await expect(rows).toContainText(part)
  await expect(product.getByText(t('account.you.fingerprint'))).toBeVisible()
  await expectAccessible(product, 'what was told')
  expect(await keptIn(product)).not.toContain(CINEMA)

  await follow(product, t('account.pages.security'))
  await expect(product.getByText(t('account.sessions.here'))).toBeVisible()
  await expect(product.getByText(t('account.event.requests_read'))).toBeVisible()

  await follow(product, t('account.pages.data'))
  await product.getByRole('button', { name: t('account.held.show') }).click()
  await expect(product.getByText(`+49${visit.number}`)).toBeVisible()
  await product.getByRole('button', { name: t('account.delete.begin') }).click()
  await product.getByLabel(t('account.delete.pin'), { exact: true }).fill(GOOD_PIN)
  await product.keyboard.press('Enter')
  await product.getByRole('button', { name: t('account.delete.now') }).click()
  await expect(product).toHaveURL(/\/goodbye.*#/)
  await expect(heading(product, t('account.gone.erased'))).toBeVisible({ timeout: 60_000 })
  await expect(product.getByText(t('account.gone.account.erased'), { exact: true })).toBeVisible()
  expect(await keptIn(product)).not.toMatch(SESSION_NAMES)

  // The address alone shows it, in any browser.
  const other = await page.context().newPage()
  await other.goto(product.url())
  await expect(heading(other, t('account.gone.erased'))).toBeVisible()
})

test('A log-out in one tab empties the list in the other [ACCOUNT-22 SESSION-12]', async ({ page, visit, t }) => {
  test.slow()
  const product = await answerTheCinema(page, visit)
  const kept = await product.evaluate(() => Object.entries<string>(sessionStorage))
  const other = await page.context().newPage()
  await other.goto('/favicon.svg')
  await other.evaluate((items) => {
    for (const [name, value] of items) sessionStorage.setItem(name, value)
  }, kept)
  await other.goto('/account')
  await expect(other.getByText(CINEMA)).toBeVisible()
  await product.getByRole('button', { name: t('action.logout') }).click()
  await expect(heading(other, t('landing.heading'))).toBeVisible()
  await expect(other.getByText(CINEMA)).toHaveCount(0)
  await other.goBack()
  await expect(heading(other, t('account.login'))).toBeVisible()
})
