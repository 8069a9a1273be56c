import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { AGE_TEXTS, bringBrowserApi, otherWays, scanWithAgeApp, showProof } from '#e2e/support/age-app.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ALSO_ON_PHONE, EVERY_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { hold } from '#e2e/support/hold.ts'
import { press } from '#e2e/support/keyboard.ts'
import { scan } from '#e2e/support/qr.ts'
import { shiftsOf, watchShifts } from '#e2e/support/shifts.ts'
import { askAtTheCinema, expectUnlocked, type Visit } from '#e2e/support/steps.ts'

const SHORT_LINK = /^https?:\/\/[^/]+\/w\/[\w-]+$/

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

// The browser of the tests has the API, and no app behind it.
test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential')))

/** From the cinema to the landing page, and one tap further. */
async function tapAgeApp(cinema: Page, visit: Visit): Promise<Page> {
  const page = await askAtTheCinema(cinema, visit)
  await untilAlive(page)
  await page.getByRole('link', { name: visit.t('landing.ageApp') }).click()
  return page
}

const codeOn = (page: Page, { language }: Visit) =>
  page.getByRole('img', { name: AGE_TEXTS[language]['ageApp.qr'] }).first()

async function shortLink(page: Page, visit: Visit): Promise<string> {
  const code = codeOn(page, visit)
  await expect(code).toBeVisible()
  const link = (await scan(code.locator('..'))) ?? ''
  expect(link).toMatch(SHORT_LINK)
  return link
}

for (const language of EVERY_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })
    const said = AGE_TEXTS[language]

    test('On one phone a visitor is back in the cinema with a signed yes after one tap and the app [APP-20 VP-15]', {
      tag: ['@phone-only', ...(language === 'en' ? SOAK_ONLY.tag : [])],
    }, async ({ page, visit, isMobile }) => {
      test.skip(!isMobile, 'a desktop shows a code')
      await tapAgeApp(page, visit)
      await page.waitForURL(`${visit.world.phone}/age-app/request`)
      await expectAccessible(page, 'the question of the age app')
      await showProof(page, visit)
      await page.waitForURL(`${visit.world.provider}/**`)
      await expectUnlocked(page, visit)
    })

    test(
      'By QR code the app on a phone answers, and the desktop goes on [APP-20 APP-21]',
      language === 'de' ? SOAK_ONLY : {},
      async ({ page, browser, visit, t, isMobile }) => {
        test.skip(isMobile, 'a phone has the app, and shows no code')
        const tab = await tapAgeApp(page, visit)
        await expect(heading(tab, said['ageApp.scan'])).toBeVisible()
        await expect(tab.getByRole('button', { name: t('action.back') })).toBeVisible()
        await expectAccessible(tab, 'age app, code')
        const { phone, close } = await scanWithAgeApp(browser, visit, await shortLink(tab, visit))
        await expect(heading(tab, said['ageApp.fetched'])).toBeVisible()
        await showProof(phone, visit)
        await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
        await expectUnlocked(page, visit)
        await close()
      },
    )
  })

test(
  'By the browser’s own API a visitor is back in the cinema with a signed yes after one press [APP-20 APP-21 VP-02]',
  SOAK_ONLY,
  async ({ page, visit, t, expectOutage }) => {
    expectOutage()
    const tab = await askAtTheCinema(page, visit)
    await bringBrowserApi(tab, visit)
    await tab.reload()
    await untilAlive(tab)
    await tab.getByRole('link', { name: t('landing.ageApp') }).click()
    const show = tab.getByRole('button', { name: AGE_TEXTS.en['ageApp.show'] })
    await expectAccessible(tab, 'age app, browser')
    // A lost network says nothing of the proof, which can be shown again.
    const answers = '**/api/presentations/*/dc-api'
    await tab.route(answers, (route) => route.abort('internetdisconnected'), { times: 1 })
    await expect(tab.getByRole('button', { name: AGE_TEXTS.en['ageApp.other'] })).toBeHidden()
    await show.click()
    await expect(tab.getByRole('region', { name: t('layout.notifications') })).toContainText(t('notice.offline'))
    await show.click()
    await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
    await expectUnlocked(page, visit)
  },
)

test('The code on the desktop, another way and the digits are reached by keyboard alone [APP-20 A11Y-02]', async ({
  page,
  browser,
  visit,
  t,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no Tab key')
  test.slow()
  const said = AGE_TEXTS.en
  const tab = await askAtTheCinema(page, visit)
  await untilAlive(tab)
  await press(tab, tab.getByRole('link', { name: t('landing.ageApp') }))
  await expect(heading(tab, said['ageApp.scan'])).toBeFocused()
  await press(tab, tab.locator('summary').filter({ hasText: said['ageApp.whole'] }))
  await expect(tab.getByText(said['ageApp.wholeText'])).toBeVisible()
  // The link of this device, opened on another one.
  await tab.route(`${visit.world.phone}/age-app/open**`, (route) => route.abort('aborted'))
  const opened = tab.waitForRequest(`${visit.world.phone}/age-app/open**`)
  await press(tab, otherWays(tab, visit))
  await press(tab, tab.getByRole('button', { name: said['ageApp.here'] }))
  const { phone, close } = await scanWithAgeApp(browser, visit, (await opened).url())
  await showProof(phone, visit)
  const digits = phone.getByText(/^[0-9]{6}$/)
  await expect(digits).toBeVisible()
  const field = tab.getByLabel(said['ageApp.digitsLabel'])
  await expect(field).toBeFocused()
  // The last one sends them.
  await tab.keyboard.type((await digits.textContent()) ?? '')
  await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
  await expectUnlocked(page, visit)
  await close()
})

test(
  'A request that comes to a page which was opened directly moves nothing on it [STATE-06 APP-20]',
  ALSO_ON_PHONE,
  async ({ page: cinema, visit, context, isMobile }) => {
    await watchShifts(context)
    const page = await askAtTheCinema(cinema, visit)
    await untilAlive(page)
    const release = await hold(page, '**/api/presentations')
    await page.goto(page.url().replace('/?', '/verify-age/age-app?'))
    const said = AGE_TEXTS[visit.language]
    await expect(heading(page, said[isMobile ? 'ageApp.title' : 'ageApp.scan'])).toBeVisible()
    await expect(otherWays(page, visit)).toBeVisible()
    release()
    await expect(isMobile ? page.getByRole('link', { name: said['ageApp.open'] }) : codeOn(page, visit)).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  },
)
