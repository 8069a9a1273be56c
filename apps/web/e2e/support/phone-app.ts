import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { GOOD_PIN, newestCode, type Visit } from './steps.ts'
import { refusedConsent } from './consent.ts'
import { holdStill } from './still.ts'
import { newAddress } from './world.ts'

/** A visitor's phone: a browser of its own, as wide as a phone. */
export async function newPhone(browser: Browser, { language }: Pick<Visit, 'language'>): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: language === 'de' ? 'de-DE' : 'en-US',
    extraHTTPHeaders: { 'x-forwarded-for': newAddress() },
  })
  await context.addCookies([refusedConsent()])
  await holdStill(context)
  return context
}

/** An account and its session, by the calls that the app's pages make. */
export async function accountInApp(phone: BrowserContext, visit: Visit): Promise<void> {
  const { language, number, world } = visit
  const send = (path: string, form: Record<string, string>) =>
    phone.request.post(`${world.phone}${path}`, {
      headers: { 'sec-fetch-site': 'same-origin', 'accept-language': language },
      form,
      maxRedirects: 0,
    })
  await phone.request.get(`${world.phone}/app/register`)
  const pins = { pin: GOOD_PIN, confirmPin: GOOD_PIN }
  await send('/app/register', { countryCode: '49', phoneNumber: number, ...pins, acceptTerms: 'yes' })
  await send('/app/code', { code: await newestCode(visit) })
}

/** From the link of a code to the question which number is shown, and its answer. */
export async function pasteAndPick(page: Page, { world }: Visit, link: string, number: number): Promise<void> {
  await page.goto(`${world.phone}/app/scan`)
  await page.getByLabel('Paste the link of the code').fill(link)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Which number is on the other screen?' })).toBeVisible()
  await page.getByRole('button', { name: String(number), exact: true }).click()
}
