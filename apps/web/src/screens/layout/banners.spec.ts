import type { APIRequestContext } from '@playwright/test'
import { LEGAL_PAGES } from '@avouch/contract'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { operate } from '#e2e/support/operator.ts'
import { newPhone } from '#e2e/support/phone-app.ts'

const NARROW = { width: 390, height: 844 }
const ACROSS = { width: 844, height: 390 }
const TABLET = { width: 820, height: 1180 }
const WIDE = { width: 1200, height: 900 }

/** A run before this one may have left it on; a command costs as much as ten pages. */
async function off(request: APIRequestContext, name: string): Promise<void> {
  const switches = (await (await request.get('/api/switches')).json()) as Record<string, unknown>
  if (switches[name] === '1') await operate('switch', 'set', name, '0')
}

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('BANNER-01 BANNER-02 BANNER-05 the operator says that there are no deposits, while the product runs', async ({
      page,
      t,
    }) => {
      await off(page.request, 'maintenance')
      const banner = page.getByText(t('banner.maintenance'))
      for (const value of ['0', '1']) {
        if (value === '1') await operate('switch', 'set', 'maintenance', value)
        for (const path of ['/', '/?payment=true', '/auth/login']) {
          await expect(async () => {
            await page.goto(path)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            expect(await banner.isVisible()).toBe(value === '1')
          }).toPass({ timeout: 10_000 })
          for (const size of [WIDE, NARROW]) {
            await page.setViewportSize(size)
            await expect(banner).toBeVisible({ visible: value === '1' })
            if (value === '0') continue
            await expect(page.getByRole('link', { name: t('banner.support') })).toHaveAttribute(
              'href',
              LEGAL_PAGES.support[language],
            )
            // The banner is the same above every page.
            if (path === '/' || IS_SOAK) await expectAccessible(page, `${path} with the banner`)
          }
        }
      }
    })

    test('BANNER-03 BANNER-04 the warning about the app is for phones, with a payment in the address, when it is on', async ({
      page: desktop,
      browser,
      visit,
      t,
    }) => {
      await off(desktop.request, 'broadcast')
      const phone = await (await newPhone(browser, visit)).newPage()
      for (const value of ['0', '1']) {
        if (value === '1') await operate('switch', 'set', 'broadcast', value)
        for (const [page, sizes] of [
          [desktop, [NARROW, WIDE]],
          [phone, [NARROW, ACROSS, TABLET]],
        ] as const)
          for (const path of ['/', '/?payment=true', '/?payment=false', '/auth/login']) {
            const shownIn = (size: object) =>
              value === '1' && page === phone && size !== TABLET && path.includes('payment')
            const warning = page.getByText(t('banner.appLimited'))
            await page.setViewportSize(NARROW)
            await expect(async () => {
              await page.goto(visit.world.product + path)
              await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
              expect(await warning.isVisible()).toBe(shownIn(NARROW))
            }).toPass({ timeout: 10_000 })
            for (const size of sizes) {
              await page.setViewportSize(size)
              await expect(warning).toBeVisible({ visible: shownIn(size) })
              if (shownIn(size) && (path === '/?payment=true' || IS_SOAK))
                await expectAccessible(page, `${path} with the warning`)
            }
          }
      }
      await phone.context().close()
    })
  })
