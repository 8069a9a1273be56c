import { LEGAL_PAGES } from '@avouch/contract'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { refusedConsent } from '#e2e/support/consent.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { operate } from '#e2e/support/operator.ts'
import { newPhone } from '#e2e/support/phone-app.ts'

const NARROW = { width: 390, height: 844 }
const ACROSS = { width: 844, height: 390 }
const TABLET = { width: 820, height: 1180 }
const WIDE = { width: 1200, height: 900 }

const off = (name: string) => operate('switch', 'set', name, '0')

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('BANNER-01 BANNER-02 BANNER-05 the operator says that there are no deposits, while the product runs', async ({
      page,
      t,
    }) => {
      await off('maintenance')
      const banner = page.getByText(t('banner.maintenance'))
      for (const [value, size] of [
        ['0', NARROW],
        ['0', WIDE],
        ['1', WIDE],
        ['1', NARROW],
      ] as const) {
        if (value === '1' && size === WIDE) await operate('switch', 'set', 'maintenance', value)
        await page.setViewportSize(size)
        for (const path of ['/', '/?payment=true', '/auth/login']) {
          await expect(async () => {
            await page.goto(path)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(banner).toBeVisible({ visible: value === '1', timeout: 1 })
          }).toPass({ timeout: 10_000 })
          if (value === '0') continue
          await expect(page.getByRole('link', { name: t('banner.support') })).toHaveAttribute(
            'href',
            LEGAL_PAGES.support[language],
          )
          await expectAccessible(page, `${path} with the banner`)
        }
      }
    })

    test('BANNER-03 BANNER-04 the warning about the app is for phones, with a payment in the address, when it is on', async ({
      page: desktop,
      browser,
      visit,
      t,
    }) => {
      await off('maintenance')
      await off('broadcast')
      const phone = await (await newPhone(browser, visit)).newPage()
      await phone.context().addCookies([refusedConsent()])
      for (const value of ['0', '1']) {
        if (value === '1') await operate('switch', 'set', 'broadcast', value)
        for (const [page, size] of [
          [desktop, NARROW],
          [desktop, WIDE],
          [phone, NARROW],
          [phone, ACROSS],
          [phone, TABLET],
        ] as const)
          for (const path of ['/', '/?payment=true', '/?payment=false', '/auth/login']) {
            await page.setViewportSize(size)
            const shown = value === '1' && page === phone && size !== TABLET && path.includes('payment')
            await expect(async () => {
              await page.goto(visit.world.product + path)
              await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
              await expect(page.getByText(t('banner.appLimited'))).toBeVisible({ visible: shown, timeout: 1 })
            }).toPass({ timeout: 10_000 })
            if (shown) await expectAccessible(page, `${path} with the warning`)
          }
      }
      await phone.context().close()
    })
  })
