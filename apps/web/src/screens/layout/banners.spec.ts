import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { withSwitches } from '#e2e/support/page-settings.ts'
import { newPhone } from '#e2e/support/phone-app.ts'

const NARROW = { width: 390, height: 844 }
const ACROSS = { width: 844, height: 390 }
const TABLET = { width: 820, height: 1180 }

test('The warning about the app is for phones, however they are held, and the one about deposits for everybody [BANNER-02 BANNER-03]', async ({
  page: desktop,
  browser,
  visit,
  t,
}) => {
  const phone = await (await newPhone(browser, visit)).newPage()
  for (const [page, warned, unwarned] of [
    [desktop, [], [NARROW]],
    [phone, [NARROW, ACROSS], [TABLET]],
  ] as const) {
    await withSwitches(page, { maintenance: '1', broadcast: '1' })
    await page.goto(`${visit.world.product}/?payment=true`)
    for (const size of [...unwarned, ...warned]) {
      await page.setViewportSize(size)
      await expect(page.getByText(t('banner.maintenance'))).toBeVisible()
      await expect(page.getByText(t('banner.appLimited'))).toBeVisible({ visible: warned.some((one) => one === size) })
    }
  }
  await expectAccessible(phone, 'both banners')
  await phone.context().close()
})
