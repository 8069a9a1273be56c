import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { untilAlive } from './support/alive.ts'
import { expect, test } from './support/fixtures.ts'
import { PHONE_ONLY } from './support/languages.ts'
import { confirmNumber, fromLandingToRegister, passIdentityCheck, register, type Visit } from './support/steps.ts'

const NAME = { provider: 'Weinkontor' }

/** From the wine shop to the landing page, in the same tab. */
async function askAtTheShop(page: Page, { world, t }: Visit): Promise<void> {
  await page.goto(`${world.provider}/wine`)
  await page.getByRole('button').filter({ hasText: /18/ }).click()
  await page.waitForURL(`${world.product}/**`)
  await untilAlive(page)
  await expect(page.getByRole('link', { name: t('visit.notNow', NAME) })).toBeVisible()
}

test.describe('on a phone', PHONE_ONLY, () => {
  test.use({ language: 'de' })

  test('A new visitor proves it once and is back in the shop, which shows all that it learned [APP-10]', async ({
    page,
    visit,
  }) => {
    test.slow()
    await askAtTheShop(page, visit)
    await fromLandingToRegister(page, visit)
    await register(page, visit)
    await confirmNumber(page, visit)
    await passIdentityCheck(page, visit)
    await page.getByRole('button', { name: visit.t('approved.button', NAME) }).click()
    await page.waitForURL(`${visit.world.provider}/wine`)
    await expect(page.getByRole('heading', { name: 'Alles, was wir erfahren haben' })).toBeVisible()
    await page.getByText('ID-Token und Userinfo, wie sie kamen').click()
    await expect(page.getByText('age_over_18').first()).toBeVisible()
    await expectAccessible(page, 'the open wine shop')
  })
})

test('A request that is opened in another browser says so before anything is typed [OIDC-05]', async ({
  page,
  browser,
  visit,
}) => {
  await askAtTheShop(page, visit)
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: visit.t('requestProblem.browser') })).toBeVisible()
  await expect(other.getByText(visit.t('requestProblem.browserText'))).toBeVisible()
  await other.context().close()
})
