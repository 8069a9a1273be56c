import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { numberOn, phoneOf, qrCode as code } from '#e2e/support/other-phone.ts'
import { scan } from '#e2e/support/qr.ts'
import { askAtTheCinema, expectUnlocked, type Visit } from '#e2e/support/steps.ts'

const QR = /^https?:\/\/[^/]+\/a\/[A-Za-z0-9_-]{22}$/

async function toTheCode(cinema: Page, visit: Visit): Promise<Page> {
  const page = await askAtTheCinema(cinema, visit)
  await page.getByRole('link', { name: visit.t('landing.app') }).click()
  await expect(page.getByRole('heading', { level: 1, name: visit.t('app.heading') })).toBeVisible()
  await expect(code(page, visit)).toBeVisible()
  return page
}
for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('The code leads the app to the request, and this page to the end of the visit', async ({
      page,
      browser,
      visit,
      t,
    }) => {
      const tab = await toTheCode(page, visit)
      await tab.getByRole('button', { name: t('action.back') }).click()
      await expect(tab.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
      await tab.goForward()
      const shown = code(tab, visit)
      await expect(shown).toBeVisible()
      expect(await shown.boundingBox()).toMatchObject({ width: 230, height: 230 })
      const folds = [t('app.download'), t('app.here'), t('app.tips'), t('app.safe'), t('app.faq')]
      const folded = [
        tab.getByRole('link', { name: `App Store ${t('app.storeIos')}` }),
        tab.getByRole('link', { name: `Google Play ${t('app.storeAndroid')}` }),
        tab.getByRole('link', { name: t('app.open') }),
        tab.getByText(t('app.tip1')),
        tab.getByText(t('app.safe1')),
        tab.getByText(t('app.a1')),
      ]
      for (const part of folded) await expect(part).toBeHidden()
      for (const name of folds) await tab.getByRole('heading', { level: 2, name }).click()
      for (const part of folded) await expect(part).toBeVisible()
      await expect(tab.getByRole('link', { name: t('landing.more') })).toBeVisible()
      await expectAccessible(tab, 'app')

      const url = (await scan(shown.locator('..'))) ?? ''
      expect(url).toMatch(QR)
      const phone = await phoneOf(browser, visit)
      expect((await phone.claim(url)).body['provider']).toEqual({ name: 'Kino Aurora' })
      await expect(tab.getByText(t('app.claimed'))).toBeVisible()
      await expect(shown).toBeHidden()
      await expect(tab.getByRole('heading', { level: 1, name: t('app.pick') })).toBeVisible()
      const { body } = await phone.pick(url, await numberOn(tab))
      await expect(tab.getByText(t('app.matched'))).toBeVisible()
      const mintid = String(body['mintid'])
      await phone.prove(mintid)
      await expect.poll(async () => (await phone.confirm(mintid)).status).toBe(200)
      await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
      await expectUnlocked(page, visit)
      await phone.close()
    })
  })
