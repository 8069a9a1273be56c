import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { askAtTheCinema, register } from './support/steps.ts'
import { qrCode } from './support/other-phone.ts'

const HOUR_MS = 60 * 60_000

/** How many seconds the page says that are left. */
async function secondsOn(page: Page): Promise<number> {
  const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await page.locator('main').textContent()) ?? '') ?? []
  return Number(minutes) * 60 + Number(seconds)
}

for (const [way, hours] of [
  ['two hours back', -2],
  ['an hour forward', 1],
] as const) {
  test(`CODE-03 a clock that is set ${way} changes nothing of the wait for a new code`, async ({ page, visit, t }) => {
    await page.clock.install()
    await page.goto('/auth/register')
    await register(page, visit)
    const before = await secondsOn(page)
    await page.clock.setSystemTime(Date.now() + hours * HOUR_MS)
    await page.clock.runFor(5_000)
    expect(await secondsOn(page)).toBeLessThanOrEqual(before - 4)
    expect(await secondsOn(page)).toBeGreaterThan(0)
    await page.clock.runFor(before * 1_000)
    await expect(page.getByRole('button', { name: t('confirmCode.resend') })).toBeVisible()
  })

  test(`APP-04 a clock that is set ${way} changes nothing of how long a code can be scanned`, async ({
    page,
    visit,
    t,
  }) => {
    await page.context().clock.install()
    const tab = await askAtTheCinema(page, visit)
    await tab.getByRole('link', { name: t('landing.app') }).click()
    await expect(qrCode(tab, visit)).toBeVisible()
    const before = await secondsOn(tab)
    await tab.clock.setSystemTime(Date.now() + hours * HOUR_MS)
    await tab.clock.runFor(5_000)
    expect(await secondsOn(tab)).toBeLessThanOrEqual(before - 4)
    expect(await secondsOn(tab)).toBeGreaterThan(before - 60)
    await expect(qrCode(tab, visit)).toBeVisible()
  })
}

test('CODE-03 a page that slept learns from the server how long it still has to wait', async ({ page, visit, t }) => {
  await page.goto('/auth/register')
  await register(page, visit)
  const again = page.getByRole('button', { name: t('confirmCode.resend') })
  await expect(again).toBeHidden()
  // The clock of the page stood still.
  const delivery = { sms: 'sent', resend_after: 0, restart: false }
  await page.route('**/auth/api/2fa/delivery/*', (route) => route.fulfill({ json: delivery }))
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(again).toBeVisible()
})
