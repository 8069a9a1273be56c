import { serverTexts } from '@avouch/phrases/server-pages'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { builtPart } from './support/built.ts'
import { hold } from './support/hold.ts'

const PAGES = ['/auth/login', '/kyc', '/console', '/operator'] as const
const said = (page: Page, language: 'en' | 'de') =>
  page.getByText(serverTexts[language].needsScript, { exact: true }).filter({ visible: true })

test.use({ early: true })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, language: 'de' })

  test('Without JavaScript a page says in its language that it needs it [ROUTE-19]', async ({ page }) => {
    for (const path of PAGES) {
      await page.goto(path)
      await expect(said(page, 'de')).toHaveCount(1)
      await expect(said(page, 'en')).toHaveCount(0)
    }
  })
})

test('A page whose script is not there or has an error says so after some seconds [ROUTE-19]', async ({
  page,
  expectRefusals,
  expectCrash,
}) => {
  expectRefusals(401, 404)
  expectCrash()
  await page.clock.install()
  for (const answer of [{ status: 404 }, { contentType: 'text/javascript', body: 'const const' }]) {
    await page.route('**/assets/*.js', (route) => route.fulfill(answer))
    for (const path of PAGES) {
      await page.goto(path)
      await expect(said(page, 'en')).toHaveCount(0)
      await page.clock.runFor(6_000)
      await expect(said(page, 'en')).toHaveCount(1)
    }
  }
})

test('The notice that the script is missing goes when it starts late [ROUTE-19]', async ({ page, expectRefusals }) => {
  // The console asks without a session.
  expectRefusals(401)
  await page.clock.install()
  for (const [path, script] of [
    ['/auth/login', builtPart('index')],
    ['/console', '**/console/assets/*.js'],
  ] as const) {
    const release = await hold(page, script)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('#root')).toBeAttached()
    await page.clock.runFor(6_000)
    await expect(said(page, 'en')).toHaveCount(1)
    release()
    await expect(said(page, 'en')).toHaveCount(0)
    await page.unrouteAll()
  }
})
