import type { Page } from '@playwright/test'
import { account, keepSession } from './support/account.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { textsOf } from './support/texts.ts'

/** Playwright starts the browser without its back-forward cache. The headless shell has none: there the page is loaded again. */
test.use({
  launchOptions: {
    ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

const t = textsOf('en')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const logOut = (page: Page) => page.getByRole('button', { name: t('action.logout') })

/** To another site and back; Playwright's own way back waits for a page that is loaded. */
async function awayAndBack(page: Page, elsewhere: string, then = async () => {}): Promise<void> {
  const address = page.url()
  await page.goto(elsewhere)
  await then()
  await page.evaluate(() => void setTimeout(() => history.back()))
  await expect(page).toHaveURL(address)
}

test(
  'A page that Back leads to from another site has its session, and shows nothing of it once it has ended [SESSION-15 SESSION-12]',
  SOAK_ONLY,
  async ({ page, context, visit, expectRefusals }) => {
    // The ended session asks once more.
    expectRefusals(400, 401)
    const tokens = await account(visit)
    await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
    await keepSession(page, tokens)
    for (const [path, title] of [
      ['/', t('landing.heading')],
      ['/kyc-result/approved', t('approved.heading')],
    ] as const) {
      await page.goto(path)
      await expect(logOut(page)).toBeVisible()
      await awayAndBack(page, visit.world.provider)
      await expect(heading(page)).toHaveText(title)
      await expect(page.locator('main').getByRole('status')).toHaveCount(0)
      await expect(logOut(page)).toBeVisible()
    }
    await awayAndBack(page, visit.world.provider, async () => {
      const other = await context.newPage()
      await keepSession(other, tokens)
      await other.goto('/')
      await logOut(other).click()
      await expect(logOut(other)).toBeHidden()
      await other.close()
    })
    // By the page itself or by the server's answer, as the visitor was quicker or slower.
    await expect(page.getByText(t('signedOut.login')).or(page.getByText(t('login.expired')))).toBeVisible()
    await expect(logOut(page)).toHaveCount(0)
    await expect(page.getByText(t('approved.heading'))).toHaveCount(0)
  },
)
