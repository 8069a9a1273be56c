import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { GOOD_PIN, newestCode, type Visit } from './steps.ts'
import { WORLD } from './texts.ts'
import { refusedConsent } from './consent.ts'
import { holdStill } from './still.ts'
import { newAddress } from './world.ts'

/** The words of the app on the sandbox's phone. */
export const APP = {
  en: {
    register: 'Create an account',
    logIn: 'Log in',
    code: 'Code from the SMS',
    national: 'Mobile number',
    pin: 'PIN',
    pinAgain: 'PIN again',
    terms: 'I accept the terms and conditions and the privacy policy.',
    banner: 'Messages · now',
    scan: 'Scan a code',
    camera: 'Use the camera',
    screen: 'Scan the desktop',
    paste: 'Paste the link of the code',
    open: 'Open',
    badLink: 'This is no code of Avouch.',
    compare: 'Which number is on the other screen?',
    check: 'To the identity check',
    ready: 'Confirm that you are 18 or over?',
    confirm: 'Confirm',
    done: 'Done',
    otherNumber: 'That was another number',
    waits: 'A request waits for you',
    none: 'None of these',
    refused: 'Refused',
  },
  de: {
    register: 'Konto anlegen',
    logIn: 'Einloggen',
    code: 'Code aus der SMS',
    national: 'Handynummer',
    pin: 'PIN',
    pinAgain: 'PIN noch einmal',
    terms: 'Ich akzeptiere die AGB und die Datenschutzerklärung.',
    banner: 'Nachrichten · jetzt',
    scan: 'Code scannen',
    camera: 'Kamera verwenden',
    screen: 'Bildschirm scannen',
    paste: 'Link des Codes einfügen',
    open: 'Öffnen',
    badLink: 'Das ist kein Code von Avouch.',
    compare: 'Welche Zahl steht auf dem anderen Bildschirm?',
    check: 'Zur Identitätsprüfung',
    ready: 'Bestätigen, dass du mindestens 18 bist?',
    confirm: 'Bestätigen',
    done: 'Fertig',
    otherNumber: 'Das war eine andere Zahl',
    waits: 'Eine Anfrage wartet auf dich',
    none: 'Keine davon',
    refused: 'Abgelehnt',
  },
} as const

/** A visitor's phone: a browser of its own, as wide as a phone. */
export async function newPhone(browser: Browser, { language }: Visit): Promise<BrowserContext> {
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

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** From the app's register page to a session, with the code that the same phone receives. */
export async function registerInApp(page: Page, visit: Visit): Promise<void> {
  const a = APP[visit.language]
  await page.goto(`${visit.world.phone}/app/register`)
  await page.getByLabel(a.national).fill(visit.number)
  await page.getByLabel(a.pin, { exact: true }).fill(GOOD_PIN)
  await page.getByLabel(a.pinAgain).fill(GOOD_PIN)
  await page.getByLabel(a.terms).check()
  await page.getByRole('button', { name: a.register }).click()
  const banner = page.getByRole('button', { name: a.banner })
  await expect(banner).toContainText(await newestCode(visit))
  await banner.click()
}

/** The same by the calls that the app's pages make. */
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

export async function paste(page: Page, visit: Visit, link: string): Promise<void> {
  const a = APP[visit.language]
  await page.goto(`${visit.world.phone}/app/scan`)
  await page.getByLabel(a.paste).fill(link)
  await page.getByRole('button', { name: a.open }).click()
}

export async function pick(page: Page, visit: Visit, number: number): Promise<void> {
  await expect(heading(page, APP[visit.language].compare)).toBeVisible()
  await page.getByRole('button', { name: String(number), exact: true }).click()
}

/** The identity check has a window of its own, which is closed when it is over. */
export async function passCheckBeside(page: Page, visit: Visit): Promise<void> {
  const { language, world } = visit
  const door = page.getByRole('link', { name: APP[language].check })
  const [check] = await Promise.all([page.context().waitForEvent('page'), door.click()])
  await check.waitForURL(`${world.identity}/**`)
  await check.getByRole('button', { name: WORLD[language].approve }).click()
  await check.waitForURL(`${world.product}/complete-process**`)
  await check.close()
}

export async function confirmInApp(page: Page, visit: Visit): Promise<void> {
  const a = APP[visit.language]
  await expect(heading(page, a.ready)).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: a.confirm }).click()
}
