import { KYC_STATUS_POLL_MS, MINUTE_MS, type VendorOutcome } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { account, keepSession } from '#e2e/support/account.ts'
import { beginCheck, endCheck } from '#e2e/support/check.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ALSO_ON_PHONE, IS_SOAK, SOAK_ONLY } from '#e2e/support/languages.ts'
import { textsOf } from '#e2e/support/texts.ts'
import { newNumber } from '#e2e/support/world.ts'

const t = textsOf('en')
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Moves the clock from question to question: one that was on its way brings the answer from before, the next one does not. */
const untilAsked = (page: Page, says: string) =>
  expect(async () => {
    await page.clock.runFor(KYC_STATUS_POLL_MS)
    await expect(heading(page, says)).toBeVisible({ timeout: 500 })
  }).toPass()

const APPROVED = { page: '/kyc-result/approved', says: t('approved.heading') }
const REVIEWING = { page: '/kyc-result/reviewing', says: t('reviewing.title') }
const DENIED = { page: '/kyc-result/denied', says: t('denied.title') }
const UNDERAGE = { page: '/verify-age/denied', says: t('underage.title') }

const STATUSES: { rule: string; status: VendorOutcome; page: string; says: string }[] = [
  { rule: 'KYC-07', status: 'COMPLETED', ...APPROVED },
  { rule: 'KYC-07', status: 'COMPLETED_FRAUD', ...APPROVED },
  { rule: 'KYC-08', status: 'PENDING_MANUAL_REVIEW', ...REVIEWING },
  { rule: 'KYC-09', status: 'MANUAL_REVIEW_REJECTED', ...DENIED },
  { rule: 'KYC-09', status: 'USER_PROCESS_EXPIRED', ...DENIED },
  { rule: 'KYC-11', status: 'DELETED', ...DENIED },
  { rule: 'KYC-10 AGE-01', status: 'UNDERAGED', ...UNDERAGE },
]

/** A page says its status whichever way a visitor comes: two statuses go all the ways, and in `npm run test:soak` each. */
const allTheWays = STATUSES.filter(({ status }) => IS_SOAK || status === 'COMPLETED' || status === 'UNDERAGED')
const others = STATUSES.filter((one) => !allTheWays.includes(one))

for (const { rule, status, page: path, says } of allTheWays) {
  test(`${rule} KYC-05 KYC-06 ${status} is found by who waits, who comes back, who reloads, and another tab`, async ({
    page,
    visit,
    isMobile,
    expectRefusals,
  }) => {
    // Later requests of the tab of an under-age visitor are refused.
    expectRefusals(401)
    const tokens = await account(visit)
    const check = await beginCheck(visit, tokens)
    await keepSession(page, tokens)
    await page.clock.install()
    await page.goto('/kyc-process')
    await expect(heading(page, t('kyc.process'))).toBeVisible()
    // Another tab, with the session of its opener. On a phone there is no other device that it could wait for.
    const [open, waits] = isMobile
      ? (['/kyc-process', 'kyc.process'] as const)
      : (['/kyc-result/in-progress', 'inProgress.title'] as const)
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((path) => void window.open(path), open),
    ])
    await expect(heading(other, t(waits))).toBeVisible()

    // On the phone.
    await endCheck(visit, check, status)
    await untilAsked(page, says)
    await expect(page).toHaveURL(new RegExp(path))
    await page.reload()
    await expect(heading(page, says)).toBeVisible()
    // The other tab may have heard of it by now, and says the same either way.
    await other.reload()
    await expect(heading(other, says)).toBeVisible()
    await expect(other).toHaveURL(new RegExp(path))
    if (status === 'UNDERAGED') return
    await other.goto('/kyc-check-result')
    await expect(heading(other, says)).toBeVisible()
  })
}

for (const { rule, status, page: path, says } of others)
  test(`${rule} KYC-05 KYC-06 ${status} is found by who comes back`, async ({ page, visit }) => {
    const tokens = await account(visit)
    await endCheck(visit, await beginCheck(visit, tokens), status)
    await keepSession(page, tokens)
    await page.goto('/kyc-check-result')
    await expect(heading(page, says)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(path))
  })

test('KYC-11 KYC-22 an unknown status leads to the denied page, and is logged as a bug', async ({
  page,
  visit,
  expectCrash,
}) => {
  expectCrash()
  const warnings: string[] = []
  page.on('console', (message) => warnings.push(message.text()))
  await keepSession(page, await account(visit))
  await page.route('**/api/idcheck/status', (route) =>
    route.fulfill({ json: { result: { status: 'APPROVED_TWICE' } } }),
  )
  await page.goto('/kyc-check-result')
  await expect(heading(page, t('denied.title'))).toBeVisible()
  await expect.poll(() => warnings.join()).toContain('unknown KYC status "APPROVED_TWICE"')
})

test(
  'KYC-05 KYC-06 KYC-22 answers that never come are given up, and the next ones are followed',
  SOAK_ONLY,
  async ({ page, visit, expectOutage }) => {
    expectOutage()
    const tokens = await account(visit)
    await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
    await keepSession(page, tokens)
    for (const path of ['/kyc-process', '/kyc-check-result']) {
      for (const address of ['**/api/idcheck/status', '**/api/user/me'])
        await page.route(address, () => undefined, { times: 1 })
      await page.goto(path)
      await expect(heading(page, APPROVED.says)).toBeVisible({ timeout: 25_000 })
    }
  },
)

test('ROUTE-12 KYC-21 /kyc-resolve leads to the open check, whatever address its query names', async ({
  page,
  visit,
}) => {
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  await keepSession(page, tokens)
  const wishes = new URLSearchParams({ url: 'https://elsewhere.example/', redirect_uri: 'https://elsewhere.example/' })
  await page.goto(`/kyc-resolve?${wishes}`)
  await page.waitForURL(`${visit.world.identity}/**`)
  expect(new URL(page.url()).searchParams.get('tc')).toBe(check.searchParams.get('tc'))
})

test('ROUTE-12 /kyc-resolve keeps a visitor without a session on the site', async ({ page }) => {
  await page.goto('/kyc-resolve?url=https://elsewhere.example/')
  await expect(heading(page, t('landing.heading'))).toBeVisible()
})

test('KYC-30 KYC-06 an open page hears that the document proved another account, and leads to a check of its own', async ({
  page,
  visit,
}) => {
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  const document = `card of ${visit.number}`
  await endCheck(visit, check, 'COMPLETED', { document })
  await keepSession(page, tokens)
  await page.clock.install()
  await page.goto('/kyc-result/approved')
  await expect(heading(page, t('approved.heading'))).toBeVisible()

  const other = { ...visit, number: newNumber() }
  await endCheck(other, await beginCheck(other, await account(other)), 'COMPLETED', { document })
  await untilAsked(page, t('kyc.process'))
  await page.clock.runFor(20_000)
  await page.getByRole('button', { name: t('process.again') }).click()
  await page.waitForURL(`${visit.world.identity}/**`)
  expect(new URL(page.url()).searchParams.get('tc')).not.toBe(check.searchParams.get('tc'))
})

test('KYC-16 the new tab gets a new code, and no hold on the page that opened it', async ({
  page,
  visit,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone goes on where it is (KYC-17)')
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  await keepSession(page, tokens)
  await page.goto('/kyc-result/in-progress')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: t('kyc.restart') }).click(),
  ])
  await tab.waitForURL(`${visit.world.identity}/**`)
  expect(new URL(tab.url()).searchParams.get('tc')).not.toBe(check.searchParams.get('tc'))
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
})

test('KYC-14 KYC-28 a tab asks every 10 seconds while it is seen, and not while it is hidden', async ({
  page,
  visit,
}) => {
  await keepSession(page, await account(visit))
  await page.clock.install()
  // Answers are counted: while one is awaited the page asks for no second one.
  let asked = 0
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('/api/idcheck/status')) asked += 1
  })
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => value })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  await page.goto('/kyc-result/reviewing')
  await expect(heading(page, t('reviewing.title'))).toBeVisible()
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(10_000)
  await expect.poll(() => asked).toBe(2)
  await show('hidden')
  await page.clock.runFor(2 * MINUTE_MS)
  expect(asked).toBe(2)
  await show('visible')
  await page.clock.runFor(10_000)
  await expect.poll(() => asked).toBe(3)
})

test(
  'ROUTE-13 KYC-17 a visitor who continues on a phone may close this window',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    const query = isMobile ? '' : '?mobile=true'
    await page.goto(`/kyc-result/in-progress${query}`)
    await expect(page).toHaveURL(/\/complete-process\?mobile=/)
    await expect(page.getByRole('heading', { level: 1, name: t('complete.heading') })).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: t('layout.loading') })).toBeAttached()
    await expect(page.getByText('You can close this window')).toBeVisible()
  },
)
