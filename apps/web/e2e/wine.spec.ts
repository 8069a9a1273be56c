import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { keptIn, SESSION_NAMES, toTheCheck } from './support/account.ts'
import { untilAlive } from './support/alive.ts'
import { endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, SOAK_ONLY, windowFor } from './support/languages.ts'
import { RelyingParty } from './support/relying-party.ts'
import { confirmNumber, fromLandingToRegister, passIdentityCheck, register, type Visit } from './support/steps.ts'

const SHOP = {
  en: {
    ask: /^(Confirm that you are 18 or over|Ask again)$/,
    learned: 'All that we learned',
    asItCame: 'ID token and userinfo as they came',
    refused: 'We cannot show you our wines',
    errorAsItCame: 'As it came',
  },
  de: {
    ask: /^(Bestätige, dass du 18 oder älter bist|Noch einmal fragen)$/,
    learned: 'Alles, was wir erfahren haben',
    asItCame: 'ID-Token und Userinfo, wie sie kamen',
    refused: 'Wir können dir unsere Weine nicht zeigen',
    errorAsItCame: 'Wie es kam',
  },
} as const
const NAME = { provider: 'Weinkontor' }

/** From the wine shop to the landing page, in the same tab. */
async function askAtTheShop(page: Page, { language, world, t }: Visit): Promise<void> {
  await page.goto(`${world.provider}/wine`)
  await page.getByRole('button', { name: SHOP[language].ask }).click()
  await page.waitForURL(`${world.product}/**`)
  await untilAlive(page)
  await expect(page.getByRole('link', { name: t('visit.notNow', NAME) })).toBeVisible()
}

async function expectOpen(page: Page, { language, world }: Visit): Promise<void> {
  await page.waitForURL(`${world.provider}/wine`)
  await expect(page.getByRole('heading', { name: SHOP[language].learned })).toBeVisible()
  await page.getByText(SHOP[language].asItCame).click()
  await expect(page.getByText('age_over_18').first()).toBeVisible()
}

async function expectRefused(page: Page, { language, world }: Visit): Promise<void> {
  await page.waitForURL(`${world.provider}/wine`)
  await expect(page.getByRole('heading', { name: SHOP[language].refused })).toBeVisible()
  await page.getByText(SHOP[language].errorAsItCame).click()
  await expect(page.getByText('access_denied: not_proven')).toBeVisible()
}

/** Phone windows alone by day: desktop is seen where the app answers, and where two websites ask. */
for (const language of IS_SOAK ? EVERY_LANGUAGE : (['de'] as const))
  test.describe(`the wine shop in ${language}`, windowFor(language), () => {
    test.use({ language })

    test('A new visitor proves it once and is back in the shop, which shows all that it learned [OIDC-15 OIDC-23]', async ({
      page,
      visit,
    }) => {
      test.slow()
      await askAtTheShop(page, visit)
      await fromLandingToRegister(page, visit)
      await register(page, visit)
      await confirmNumber(page, visit)
      await passIdentityCheck(page, visit)
      await page.getByRole('button', { name: visit.t('approved.button', NAME) }).click()
      await expectOpen(page, visit)
      await expectAccessible(page, 'the open wine shop')
    })

    test('"not now" and being too young look alike to the shop [OIDC-16]', SOAK_ONLY, async ({ page, visit }) => {
      test.slow()
      const { t } = visit
      await askAtTheShop(page, visit)
      await page.getByRole('link', { name: t('visit.notNow', NAME) }).click()
      await expectRefused(page, visit)
      const turnedBack = await page.getByRole('main').innerText()

      await askAtTheShop(page, visit)
      await toTheCheck(page, visit, `?mintid=${new URL(page.url()).searchParams.get('mintid') ?? ''}`)
      await endCheck(visit, new URL(page.url()), 'UNDERAGED')
      await page.goto('/kyc-check-result')
      await page.getByRole('link', { name: t('complete.back', NAME) }).click()
      await expectRefused(page, visit)
      expect(await page.getByRole('main').innerText()).toBe(turnedBack)
    })
  })

test('A request that is opened in another browser says so before anything is typed [OIDC-05]', async ({
  page,
  browser,
  visit,
}) => {
  await askAtTheShop(page, visit)
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage()
  await other.goto(page.url())
  await expect(other.getByRole('heading', { level: 1, name: visit.t('requestProblem.browser') })).toBeVisible()
  await expect(other.getByText(visit.t('requestProblem.browserText'))).toBeVisible()
  await other.context().close()
})

test(
  'One browser answers two websites one after the other: still signed in, no foreign page, two subjects [OIDC-07 OIDC-11 OIDC-15]',
  SOAK_ONLY,
  async ({ page, visit }) => {
    test.slow()
    const { t, world } = visit
    const pages: string[] = []
    page.on('framenavigated', (frame) => pages.push(frame.url()))
    const first = await RelyingParty.register(world, 'Vinothek')
    const redeemFirst = await first.ask(page)
    await page.waitForURL(`${world.product}/?**`)
    await toTheCheck(page, visit, new URL(page.url()).search)
    await passIdentityCheck(page, visit)
    await page.getByRole('button', { name: t('approved.button', { provider: 'Vinothek' }) }).click()
    const atFirst = await redeemFirst()

    const second = await RelyingParty.register(world, 'Brennerei')
    const redeemSecond = await second.ask(page)
    await page.waitForURL(`${world.product}/?**`)
    expect(await keptIn(page)).toMatch(SESSION_NAMES)
    await page.goto(`/kyc${new URL(page.url()).search}`)
    await page.getByRole('button', { name: t('approved.button', { provider: 'Brennerei' }) }).click()
    const atSecond = await redeemSecond()

    expect([atFirst.age_over_18, atSecond.age_over_18]).toEqual([true, true])
    expect(atFirst.sub).not.toBe(atSecond.sub)
    expect(pages.filter((url) => new URL(url).pathname.startsWith('/oidc'))).toEqual([])
    await page.goto(`${world.product}/`)
    expect(await keptIn(page)).toMatch(SESSION_NAMES)
  },
)
