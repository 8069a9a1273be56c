import { serverTexts } from '@avouch/phrases/server-pages'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, SOAK_ONLY } from './support/languages.ts'
import { builtPart } from './support/built.ts'
import { hold } from './support/hold.ts'

const PAGES = ['/auth/login', '/kyc', '/console', '/operator'] as const
const said = (page: Page, language: 'en' | 'de') =>
  page.getByText(serverTexts[language].needsScript, { exact: true }).filter({ visible: true })
const SCRIPT = '**/assets/*.js'

for (const language of IS_SOAK ? EVERY_LANGUAGE : (['de'] as const))
  test.describe(`without JavaScript (${language})`, () => {
    test.use({ javaScriptEnabled: false, early: true, language })

    test('Without JavaScript a page says in its language that it needs it [ROUTE-19]', async ({ page }) => {
      for (const path of PAGES) {
        await page.goto(path)
        await expect(said(page, language)).toHaveCount(1)
        await expect(said(page, language === 'en' ? 'de' : 'en')).toHaveCount(0)
      }
    })
  })

test.describe('with a script that does not start', () => {
  test.use({ early: true })

  for (const [what, answer] of [
    ['is not there', { status: 404 }],
    ['is refused', { status: 403 }],
    ['has an error', { contentType: 'text/javascript', body: 'const const' }],
    ['imports what is not there', { contentType: 'text/javascript', body: 'import "/assets/missing.js"' }],
    ['fails at once', { contentType: 'text/javascript', body: 'throw new Error("A chunk could not be loaded")' }],
  ] as const)
    test(
      `A page whose script ${what} says so after some seconds [ROUTE-19]`,
      what === 'is not there' ? {} : SOAK_ONLY,
      async ({ page, expectRefusals, expectCrash }) => {
        expectRefusals(403, 404)
        expectCrash()
        await page.clock.install()
        await page.route(SCRIPT, (route) => route.fulfill(answer))
        const problems: Error[] = []
        page.on('pageerror', (error) => problems.push(error))
        for (const path of PAGES) {
          await page.goto(path)
          await expect(said(page, 'en')).toHaveCount(0)
          await page.clock.runFor(6_000)
          await expect(said(page, 'en')).toHaveCount(1)
        }
      },
    )

  test('The notice that the script is missing goes when it starts late [ROUTE-19]', async ({
    page,
    expectRefusals,
  }) => {
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
})
