import type { Page } from '@playwright/test'
import { untilAlive } from './support/alive.ts'
import { account, keepSession, toTheCheck } from './support/account.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { requestForAge, takeBack } from './support/age-request.ts'
import { askAtTheCinema, complete, expectUnlocked, logIn, newestCode, passIdentityCheck } from './support/steps.ts'
import { textsOf, WORLD } from './support/texts.ts'
import { ADDRESSES, newNumber } from './support/world.ts'

const language = 'en'
const t = textsOf(language)

test('INTENT-06 INTENT-07 KYC-04 a request that another visitor has taken can’t be used, and the page says where to start again', async ({
  page,
  visit,
  browser,
  expectRefusals,
}) => {
  const first = await askAtTheCinema(page, visit)
  const query = new URL(first.url()).search
  await toTheCheck(first, visit, query)

  expectRefusals(404)
  const stranger = await (await browser.newContext({ locale: 'en-US', baseURL: visit.world.product })).newPage()
  const other = { ...visit, request: stranger.request, number: newNumber() }
  await keepSession(stranger, await account(other))
  await stranger.goto(`/kyc${query}`)
  await expect(stranger.getByText(t('error.mintid_used')).first()).toBeVisible()
  await stranger.context().close()

  await passIdentityCheck(first, visit)
})

test('INTENT-06 APP-03 a link with an unknown code is called unknown, and leads to the start', async ({
  page,
  expectRefusals,
  isMobile,
}) => {
  expectRefusals(404)
  await page.goto('/?mintid=AAAAAAAAAAAAAAAAAAAAAA')
  await expect(
    page
      .getByText(t('landing.intentGone'))
      .or(page.getByText(t('error.mintid_not_exist')))
      .first(),
  ).toBeVisible()
  // No dead end: the start without the request.
  await page.getByRole('link', { name: t('action.home') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('mintid')).toBeNull()

  // There a phone asks for no code: the app says that the request is unknown.
  if (isMobile) return
  await page.goto('/verify-age/app?mintid=AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('link', { name: t('action.home') })).toBeVisible()
  // Nothing to scan: neither the heading nor the tips speak of a code.
  await expect(page.getByRole('heading', { level: 1, name: t('app.title') })).toBeVisible()
  await expect(page.getByText(t('app.tip1'))).toHaveCount(0)
})

for (const { when, minutes, tab } of [
  { when: 'at once', minutes: 0, tab: 'same_tab' },
  { when: 'and is asked for again, whatever tab it asked for', minutes: 6, tab: 'new_tab' },
] as const)
  test(`INTENT-06 a request that its website takes back while its page is open leads back to it, ${when}`, async ({
    page,
    visit,
    expectRefusals,
  }) => {
    expectRefusals(404)
    await account(visit)
    const mintid = await requestForAge(visit, { return: tab })
    await page.clock.install()
    await page.goto(`/auth/login?mintid=${mintid}`)
    // A clock that jumps while React starts leaves its own timers behind.
    await untilAlive(page)
    await takeBack(visit, mintid)
    await page.clock.fastForward(minutes * 60_000)
    await logIn(page, visit)
    await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(page.getByRole('heading', { level: 1, name: t('landing.intentGone') })).toBeVisible()
    await expect(page.getByRole('link', { name: t('action.home') })).toBeVisible()
    await page.getByRole('link', { name: t('complete.back', { provider: 'Kino Aurora' }) }).click()
    await page.waitForURL(`${visit.world.provider}/**`)
  })

test(
  'INTENT-08 two tabs confirm the same request: both arrive, and the cinema hears it once',
  SOAK_ONLY,
  async ({ page, visit, isMobile }) => {
    test.skip(isMobile, 'tabs side by side are a matter of desktops')
    const product = await askAtTheCinema(page, visit)
    await toTheCheck(product, visit, new URL(product.url()).search)
    await passIdentityCheck(product, visit)

    // A duplicated tab takes the session along; so does a window that the page opens.
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      product.evaluate(() => void window.open(window.location.href)),
    ])
    await expect(copy.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
    // The copy was opened by a script, and closes itself soon after it has said so.
    const arrives = async (tab: Page) => {
      await complete(tab, visit)
      await expect(
        tab.getByRole('heading', { level: 1, name: t('complete.done', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    }
    await Promise.all([arrives(product), arrives(copy)])
    await expectUnlocked(page, visit)
  },
)

test(
  'KYC-34 the identity check learns no request, and coming back leads to it: in this tab, and elsewhere after a log-in',
  SOAK_ONLY,
  async ({ page, visit, browser, isMobile }) => {
    const product = await askAtTheCinema(page, visit)
    const mintid = new URL(product.url()).searchParams.get('mintid') ?? ''
    expect(mintid).not.toBe('')
    await toTheCheck(product, visit, new URL(product.url()).search)
    expect(decodeURIComponent(product.url())).not.toContain(mintid)
    const wayBack = new URL(product.url()).searchParams.get('oi') ?? ''
    await passIdentityCheck(product, visit)
    expect(new URL(product.url()).searchParams.get('mintid')).toBe(mintid)

    const elsewhere = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await elsewhere.goto(wayBack)
    await elsewhere.getByRole('link', { name: t('action.login'), exact: true }).click()
    await logIn(elsewhere, visit)
    await elsewhere.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(elsewhere.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
    const { searchParams } = new URL(elsewhere.url())
    expect([searchParams.get('mintid'), searchParams.get('return')]).toEqual([mintid, null])
    await complete(elsewhere, visit)
    // On a phone the one tab is still where it came back to.
    if (isMobile) await page.goto(`${ADDRESSES.provider}/films/red-corridor`)
    await expectUnlocked(page, visit)
    await elsewhere.context().close()
  },
)

test(
  'KYC-19 LOGIN-03 who is approved logs in with number, PIN and code, and needs no second check',
  SOAK_ONLY,
  async ({ visit, browser, viewport, userAgent, isMobile, hasTouch }) => {
    await endCheck(visit, await beginCheck(visit, await account(visit)), 'COMPLETED')

    // Another browser of the same kind, which has never been here.
    const device = { viewport, isMobile, hasTouch, ...(userAgent !== undefined && { userAgent }) }
    const again = await (await browser.newContext({ locale: 'en-US', ...device })).newPage()
    const cinema = await askAtTheCinema(again, visit)
    await cinema
      .getByRole('button', { name: t('landing.web') })
      .or(cinema.getByRole('link', { name: t('landing.web') }))
      .click()
    await cinema
      .getByRole('button', { name: t('prompt.again') })
      .or(cinema.getByRole('link', { name: t('prompt.again') }))
      .click()
    await logIn(cinema, visit)
    await cinema.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(cinema.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
    await complete(cinema, visit)
    await expectUnlocked(again, visit)
    await again.context().close()
  },
)

test(
  'KYC-10 PROV-03 a visitor who is under age reads so, and the cinema hears no',
  SOAK_ONLY,
  async ({ page, visit, isMobile }) => {
    const product = await askAtTheCinema(page, visit)
    await toTheCheck(product, visit, new URL(product.url()).search)
    await product.locator('summary', { hasText: 'Other outcomes' }).click()
    await product.getByRole('button', { name: /under/i }).click()
    await expect(product.getByRole('heading', { level: 1, name: t('underage.title') })).toBeVisible()
    expect(await product.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull()
    if (isMobile) await page.goto(`${ADDRESSES.provider}/films/red-corridor`)
    await expect(page.getByRole('heading', { name: WORLD[language].refused })).toBeVisible()
  },
)
