import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { type TestLanguage, type Texts, WORLD } from './texts.ts'
import { type Addresses, codeIn, smsTo } from './world.ts'

export const GOOD_PIN = '2580'

/** A test's visitor: one person, one number, one language. */
export type Visit = {
  language: TestLanguage
  t: Texts
  /** National part, for +49. */
  number: string
  request: APIRequestContext
  isMobile: boolean
  world: Addresses
}

/** From a film to the landing page of what its button asks: a new tab on a desktop, the same tab on a phone. */
async function fromTheFilm(cinema: Page, { isMobile, world }: Visit, film: string, name: string): Promise<Page> {
  await cinema.goto(`${world.provider}/films/${film}`)
  const button = cinema.getByRole('button', { name })
  const opened = isMobile ? Promise.resolve(cinema) : cinema.context().waitForEvent('page')
  const [tab] = await Promise.all([opened, button.click()])
  await tab.waitForURL(`${world.product}/**`)
  return tab
}

/** The cinema asks for the age. */
export const askAtTheCinema = (cinema: Page, visit: Visit): Promise<Page> =>
  fromTheFilm(cinema, visit, 'red-corridor', WORLD[visit.language].askAge)

/** The cinema sells a ticket, for money from a wallet. */
export const buyTicket = (cinema: Page, visit: Visit): Promise<Page> =>
  fromTheFilm(cinema, visit, 'low-tide', WORLD[visit.language].buy)

export async function fromLandingToRegister(page: Page, { t }: Visit): Promise<void> {
  await page
    .getByRole('link', { name: t('landing.web') })
    .or(page.getByRole('button', { name: t('landing.web') }))
    .click()
  await page
    .getByRole('link', { name: t('prompt.first') })
    .or(page.getByRole('button', { name: t('prompt.first') }))
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('register.title') })).toBeVisible()
}

async function pickGermany(page: Page, { t, language }: Visit): Promise<void> {
  const country = page.getByRole('combobox', { name: t('phone.country') })
  await country.fill(WORLD[language].germany)
  await page.getByRole('option', { name: new RegExp(`^${WORLD[language].germany}`) }).click()
}

export async function fillRegistration(page: Page, visit: Visit, pin = GOOD_PIN): Promise<void> {
  const { t, number } = visit
  await pickGermany(page, visit)
  await page.getByLabel(t('phone.number'), { exact: true }).fill(number)
  await page.getByLabel(t('pin.label'), { exact: true }).fill(pin)
  await page.getByLabel(t('pin.repeat'), { exact: true }).fill(pin)
  await page.getByRole('checkbox').first().check()
}

export async function register(page: Page, visit: Visit): Promise<void> {
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: visit.t('register.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: visit.t('confirmCode.title') })).toBeVisible()
}

export async function fillLogIn(page: Page, visit: Visit, pin = GOOD_PIN): Promise<void> {
  const { t, number } = visit
  await pickGermany(page, visit)
  await page.getByLabel(t('phone.number'), { exact: true }).fill(number)
  await page.getByLabel(t('pin.label'), { exact: true }).fill(pin)
  await page.getByRole('button', { name: t('action.login'), exact: true }).click()
}

export async function logIn(page: Page, visit: Visit, pin = GOOD_PIN): Promise<void> {
  const { t } = visit
  await fillLogIn(page, visit, pin)
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
}

/** The page waits for the gateway, but not for as long as the gateway may take. */
export async function newestCode({ request, number, world }: Visit): Promise<string> {
  const arrived = async () => (await smsTo(request, world.phone, number)).map(codeIn).findLast((code) => code !== '')
  await expect.poll(arrived, 'an SMS with a code').toBeDefined()
  return (await arrived()) ?? ''
}

/** From the words before the identity check to the service. */
export async function startCheck(page: Page, { t, isMobile, world }: Visit): Promise<void> {
  await page.getByRole('link', { name: t(isMobile ? 'check.start' : 'check.computer') }).click()
  await page.waitForURL(`${world.identity}/**`)
}

/** Types the code from the newest SMS, whose last digit sends it, and goes on to the identity check. */
export async function confirmNumber(page: Page, visit: Visit): Promise<void> {
  await page.getByLabel(visit.t('confirmCode.label')).fill(await newestCode(visit))
  await startCheck(page, visit)
}

/** Chooses a sample person at the identity check, the adult unless named, and skips the look. */
export async function showDocument(page: Page, { language }: Visit, person?: string): Promise<void> {
  await page.getByRole('link', { name: person ?? WORLD[language].adult }).click()
  await page.getByRole('button', { name: WORLD[language].skip }).click()
}

export async function passIdentityCheck(page: Page, visit: Visit): Promise<void> {
  const { t } = visit
  await showDocument(page, visit)
  await expect(page.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
}

/** The approved page's button; it names the provider. */
export const complete = (page: Page, { t }: Visit): Promise<void> =>
  page.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }).click()

/** The cinema has verified the signed answer and plays. */
export async function expectUnlocked(cinema: Page, { language }: Visit, timeout = 10_000): Promise<void> {
  await expect(cinema.getByRole('heading', { name: WORLD[language].unlocked })).toBeVisible({ timeout })
  await expect(cinema.getByText(WORLD[language].verified)).toBeVisible()
}
