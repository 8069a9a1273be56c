import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { AGE_TEXTS, scanWithAgeApp, showProof, takeOtherWay } from '#e2e/support/age-app.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { scan } from '#e2e/support/qr.ts'
import { askAtTheCinema, expectUnlocked, type Visit } from '#e2e/support/steps.ts'
import { SOAK_ONLY } from '#e2e/support/languages.ts'

// The browser of the tests has the API, and no app behind it.
test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential')))

/** From the cinema to the screen of age apps, without opening one. */
async function openAgeApp(cinema: Page, visit: Visit): Promise<Page> {
  const page = await askAtTheCinema(cinema, visit)
  // The landing page keeps what its address says for later.
  await untilAlive(page)
  await page.goto(page.url().replace('/?', '/verify-age/age-app?'))
  await untilAlive(page)
  return page
}

test.describe('in de', () => {
  test.use({ language: 'de' })
  const said = AGE_TEXTS.de

  test('On one phone the ID wallet opens, and the visitor is back in the cinema with a signed yes [APP-20 VP-21 VP-15]', {
    tag: ['@phone-only', ...SOAK_ONLY.tag],
  }, async ({ page, visit, isMobile }) => {
    test.skip(!isMobile, 'a desktop shows a code')
    const tab = await openAgeApp(page, visit)
    await takeOtherWay(tab, visit, 'ageApp.otherKind')
    await expect(tab.getByRole('heading', { level: 1, name: said['idWallet.title'] })).toBeVisible()
    await expectAccessible(tab, 'ID wallet, on the phone')
    await tab.getByRole('link', { name: said['idWallet.open'] }).click()
    await tab.waitForURL(`${visit.world.phone}/age-app/request`)
    await showProof(tab, visit)
    await tab.waitForURL(`${visit.world.provider}/**`)
    await expectUnlocked(tab, visit)
  })
})

/** An mdoc with the age, and an SD-JWT with the birth date alone. */
const OTHER_FORMATS = [
  ['only18', 'yes'],
  ['teenager', 'no'],
] as const

for (const [person, answer] of OTHER_FORMATS)
  test(
    `By QR code an ID of an office that is not listed is refused, and that of ${person} says ${answer} [APP-10 APP-20 VP-21]`,
    SOAK_ONLY,
    async ({ page, browser, visit, t, isMobile }) => {
      test.skip(isMobile, 'a phone has the wallet, and shows no code')
      test.slow()
      const said = AGE_TEXTS.en
      const tab = await openAgeApp(page, visit)
      await takeOtherWay(tab, visit, 'ageApp.otherKind')
      await expect(tab.getByText(said['idWallet.scanText'])).toBeVisible()
      await expectAccessible(tab, 'ID wallet, code')
      const code = async () => {
        const picture = tab.getByRole('img', { name: said['idWallet.qr'] }).first()
        await expect(picture).toBeVisible()
        return (await scan(picture.locator('..'))) ?? ''
      }
      const unlisted = await scanWithAgeApp(browser, visit, await code())
      await expect(tab.getByRole('heading', { level: 1, name: said['ageApp.fetched'] })).toBeVisible()
      await showProof(unlisted.phone, visit, 'unlisted')
      await expect(tab.getByText(said['ageApp.reason.not_trusted'])).toBeVisible()
      await tab.getByRole('button', { name: said['ageApp.again'] }).click()
      const listed = await scanWithAgeApp(browser, visit, await code())
      await showProof(listed.phone, visit, person)
      if (answer === 'yes') {
        await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
        await expectUnlocked(page, visit)
      } else await expect(tab.getByRole('heading', { level: 1, name: said['ageApp.under'] })).toBeVisible()
      await Promise.all([unlisted.close(), listed.close()])
    },
  )
