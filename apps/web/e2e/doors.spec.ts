import { en } from '@avouch/phrases/age-app/en'
import { type Browser, type BrowserContext, devices } from '@playwright/test'
import { refusedConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { accountInApp } from './support/phone-app.ts'
import { RelyingParty } from './support/relying-party.ts'
import { textsOf } from './support/texts.ts'
import { newAddress } from './support/world.ts'

const t = textsOf('en')

/** A phone with both apps, and a browser without an API for apps. */
async function phoneOf(browser: Browser): Promise<BrowserContext> {
  const extraHTTPHeaders = { 'x-forwarded-for': newAddress() }
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'en-US', extraHTTPHeaders })
  await context.addCookies([refusedConsent()])
  await context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential'))
  return context
}

test('A website with OpenID Connect gets its answer at the door of the app, of an age app and of the first page [RETURN-04]', async ({
  browser,
  visit,
  expectRefusals,
}) => {
  expectRefusals(404)
  const website = await RelyingParty.register(visit.world, 'Vinothek')
  const context = await phoneOf(browser)
  const page = await context.newPage()
  await accountInApp(context, visit)
  const tap = (name: string) => page.getByRole('button', { name }).click()
  const ways = [
    async (mintid: string) => {
      await page.goto(`${visit.world.phone}/app?mintid=${mintid}&mobile=true`)
      await tap('Refuse')
      await expect(page.getByText('Refused').first()).toBeVisible()
      await expect(
        page
          .getByRole('main')
          .getByText(/passed on/)
          .first(),
      ).toBeVisible()
    },
    async () => {
      await page.getByRole('link', { name: t('landing.ageApp') }).click()
      await tap('Do not show')
      await expect(page.getByText(en['ageApp.cancelled']).first()).toBeVisible()
    },
    async () => undefined,
  ]
  for (const go of ways) {
    await website.ask(page)
    await page.waitForURL(`${visit.world.product}/?**`)
    await go(new URL(page.url()).searchParams.get('mintid') ?? '')
    await page.getByRole('link', { name: /^(?:Not now: back|Return|Back) to Vinothek$/ }).click()
    await page.waitForURL(`${website.callback}?**`)
    expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied')
  }
  await context.close()
})
