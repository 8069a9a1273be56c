import type { Page } from '@playwright/test'
import { askedOn } from './support/consent.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('A chunk of an old release that is missing reloads the page, once, and only for a visitor who waits for it [ROUTE-18]', async ({
  page,
  t,
  expectRefusals,
  expectCrash,
}) => {
  expectRefusals(404)
  expectCrash()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto('/')
  const start = page.getByRole('link', { name: t('landing.web') })
  await expect(start).toBeVisible()
  await page.route(builtPart('prompt.route'), (route) => route.fulfill({ status: 404 }))
  const missed = page.waitForResponse(builtPart('prompt.route'))
  await start.hover()
  await missed
  // As long as a reload would take to begin.
  await page.evaluate(async () => void (await fetch('/livez')))
  expect(loads).toBe(1)
  await start.click()
  await expect.poll(() => loads).toBe(2)
  await expect(heading(page, t('state.offlineTitle'))).toBeVisible()
  await expect(page.getByText(t('notice.blocked'), { exact: true })).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: t('action.retry') }).click()
  await expect(heading(page, t('prompt.heading'))).toBeVisible()
})

test.describe('unasked', () => {
  test.use({ consent: 'unasked' })

  test('An answer in one window applies in the other at once [CONSENT-03]', async ({ page, t, context }) => {
    const other = await context.newPage()
    const [here, there] = [askedOn(page, 'en'), askedOn(other, 'en')]
    for (const [tab, { banner }] of [
      [page, here],
      [other, there],
    ] as const) {
      await tab.goto('/auth/prompt')
      await expect(banner).toBeVisible()
    }
    await there.inBanner.accept.click()
    await expect(here.banner).toBeHidden()
    await expect(page.locator('iframe[title=Matomo]')).toBeAttached()
    await other.getByRole('button', { name: t('layout.cookies') }).click()
    await there.inDialog.refuse.click()
    await expect(page.locator('iframe[title=Matomo]')).toHaveCount(0)
  })
})
