import type { ErrorCode } from '@avouch/contract'
import type { Locator, Page } from '@playwright/test'
import { account, keepSession } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { answerWith, fulfil, problemOf } from './support/problems.ts'
import { fillLogIn } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')
const STATUS = '**/api/idcheck/status'
const toasts = (page: Page) => page.getByRole('region', { name: t('layout.notifications') })
const cards = (page: Page) => toasts(page).getByRole('listitem')
const refresh = (page: Page) => page.getByRole('button', { name: t('action.refresh') })

/** The page of a review whose status can be read, but for once after each press of Refresh, which leaves a toast. */
async function openReview(page: Page): Promise<(code: ErrorCode) => Promise<void>> {
  let refused: ErrorCode | undefined
  await page.route(STATUS, (route) => {
    const code = refused
    // The page's own calls leave no other.
    refused = undefined
    return fulfil(
      route,
      code === undefined ? { json: { result: { status: 'PENDING_MANUAL_REVIEW' } } } : problemOf(code),
    )
  })
  await page.clock.install()
  await page.goto('/kyc-result/reviewing')
  await expect(refresh(page)).toBeEnabled()
  return async (code) => {
    refused = code
    await refresh(page).click()
    await expect(cards(page).filter({ hasText: t(`error.${code}`) })).toBeVisible()
  }
}

test('A toast stands below the header, and in sight where the page was scrolled [TOAST-01]', async ({
  page,
  visit,
  expectRefusals,
}) => {
  // 404: this account is not under review.
  expectRefusals(404, 429, 500)
  await keepSession(page, await account(visit))
  await page.setViewportSize({ width: 1200, height: 320 })
  const fail = await openReview(page)
  const scroll = (top: number) => page.evaluate((y) => globalThis.scrollTo({ top: y }), top)
  await fail('internal_error')
  await scroll(0)
  const edge = (of: Locator, side: 'top' | 'bottom') =>
    of.evaluate((it, which) => it.getBoundingClientRect()[which], side)
  const headersEnd = await edge(page.getByRole('banner'), 'bottom')
  await expect.poll(() => edge(cards(page), 'top')).toBeGreaterThanOrEqual(headersEnd)
  await expect(cards(page)).toBeInViewport({ ratio: 1 })

  await scroll(10_000)
  await expect(page.getByRole('banner')).not.toBeInViewport()
  await expect(cards(page)).toBeInViewport({ ratio: 1 })
  await fail('too_many_requests')
  await expect(cards(page).nth(1)).toBeInViewport({ ratio: 1 })
})

test('On a phone the newest card lies between header and heading, and a touch opens it [TOAST-01]', {
  tag: '@phone-only',
}, async ({ page, visit, isMobile, expectRefusals }) => {
  test.skip(!isMobile, 'a window that is wider has a corner')
  expectRefusals(404, 500, 503)
  const boxOf = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return { top: y, bottom: y + height }
  }
  const expectBetween = async () => {
    const card = cards(page).last()
    await expect(card).toBeVisible()
    await expect.poll(() => card.evaluate((one) => getComputedStyle(one).opacity)).toBe('1')
    const [{ top, bottom }, heading, language] = [
      await boxOf(card),
      await boxOf(page.getByRole('heading', { level: 1 })),
      await boxOf(page.getByRole('button', { name: 'DE – Deutsch' })),
    ]
    expect(top).toBeGreaterThanOrEqual(language.bottom)
    expect(bottom).toBeLessThanOrEqual(heading.top)
  }
  // A page with a step bar, and one without.
  await answerWith(page, '**/auth/public/app/prelogin', problemOf('service_unavailable'))
  await page.goto('/auth/login')
  await fillLogIn(page, visit)
  await expectBetween()
  await keepSession(page, await account(visit))
  const fail = await openReview(page)
  await fail('service_unavailable')
  await expectBetween()
  const upright = page.viewportSize()
  await page.setViewportSize({ width: 844, height: 390 })
  await expectBetween()
  if (upright !== null) await page.setViewportSize(upright)
  await cards(page).getByRole('button').click()

  // A touch opens a long card, until another part of the page is touched.
  await page.route(STATUS, (route) => route.fulfill({ status: 500, json: { message: 'It is long. '.repeat(20) } }))
  await refresh(page).click()
  const text = cards(page).getByText('It is long.').locator('..')
  const isWhole = () => text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
  await expect.poll(isWhole).toBe(false)
  await text.tap()
  // Browsers differ in how long a touch counts as a pointer.
  await page.mouse.move(5, 5)
  await expect.poll(isWhole).toBe(true)
  await page.getByRole('heading', { level: 1 }).tap()
  await expect.poll(isWhole).toBe(false)

  await page.setViewportSize({ width: 320, height: 480 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await text.tap()
  const canBeRead = () =>
    toasts(page).evaluate((region) => {
      region.scrollTo(0, region.scrollHeight)
      return region.scrollTop > 0 && region.getBoundingClientRect().bottom <= innerHeight
    })
  await expect.poll(canBeRead, 'the end of a card that is longer than the window').toBe(true)
})
