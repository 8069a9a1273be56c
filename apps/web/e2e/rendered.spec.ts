import { LEGAL_PAGES } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { builtPart } from './support/built.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { hold } from './support/hold.ts'
import { keepRequest } from './support/kept-request.ts'
import { EVERY_LANGUAGE } from './support/languages.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { type Texts, textsOf } from './support/texts.ts'
import { translate } from './support/translate.ts'

test.use({ early: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A merchant intent code that does not exist. */
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Opens a page whose script is still on its way. @returns what lets it come */
async function openHeld(page: Page, address: string): Promise<() => void> {
  await page.unrouteAll()
  const release = await hold(page, builtPart('index'))
  await page.goto(address, { waitUntil: 'commit' })
  return release
}

/** Reads what a page says before a script runs: in the title, in the first heading, and in which language. */
const PAGES = [
  ['/', 'landing.title', 'landing.heading'],
  ['/?payment=true', 'landing.paymentHeading', 'landing.paymentHeading'],
  ['/auth/prompt', 'prompt.title', 'prompt.heading'],
  ['/auth/login', 'login.title', 'login.title'],
  ['/auth/register', 'register.title', 'register.title'],
  ['/auth/forgot-pin', 'forgotPin.title', 'forgotPin.title'],
  ['/verify-age/denied/here', 'underage.title', 'underage.title'],
  ['/request-problem', 'requestProblem.title', 'requestProblem.title'],
  ['/no/such/page', 'notFound.title', 'notFound.title'],
] as const

test('Pages arrive with what they say, in the language of the browser [ROUTE-14 LANG-04]', async ({ visit }) => {
  for (const language of EVERY_LANGUAGE) {
    const t = (key: Parameters<Texts>[0]) => textsOf(language)(key as 'landing.title').replaceAll('\u00AD', '')
    const headers = { accept: 'text/html', 'accept-language': language }
    const arrive = async (path: string) => {
      const html = (await (await visit.request.get(path, { headers })).text()).replaceAll('\u00AD', '')
      const textOf = (tag: string) =>
        new RegExp(`<${tag}[ >].*?</${tag}>`, 's').exec(html)?.[0].replaceAll(/<[^>]+>/g, '')
      expect(/<html lang="(\w+)"/.exec(html)?.[1], path).toBe(language)
      return { html, title: textOf('title'), heading: textOf('h1') }
    }
    for (const [path, title, name] of PAGES) {
      const said = await arrive(path)
      expect(said).toMatchObject({ title: `${t(title)} – Avouch`, heading: t(name) })
      expect(said.html).toContain(`>${t('layout.imprint')}</a>`)
    }
    for (const address of Object.values(LEGAL_PAGES)) {
      const { html, title, heading: name } = await arrive(address[language])
      expect(title).toBe(`${name} – Avouch`)
      expect(html.split('<h2').length, address[language]).toBeGreaterThan(3)
    }
  }
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('A page can be read, filled in and left by its links without a script [ROUTE-14]', async ({ page, t }) => {
    await page.goto('/auth/login?expired=true')
    await expect(page.getByText(t('login.expired'))).toBeVisible()
    await expect(page.getByLabel(t('phone.number'), { exact: true })).toBeEditable()
    await page.getByRole('link', { name: t('login.forgotPin') }).click()
    await expect(heading(page, t('forgotPin.title'))).toBeVisible()
    // A page for signed-in visitors has its layout only, until the script knows the visitor.
    await page.goto('/kyc-result/approved')
    await expect(page.getByRole('banner').getByRole('link', { name: t('layout.home') })).toBeVisible()
  })
})

test('Hydration moves nothing and renders nothing again, and keeps what was typed, also to search a country [ROUTE-15]', async ({
  page,
  context,
  t,
  visit,
}) => {
  await watchShifts(context)
  const release = await openHeld(page, '/auth/login')
  const { country, number, pin } = fieldsOf(page, t)
  await number.fill(visit.number)
  await pin.pressSequentially('12 34')
  await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeDisabled()
  // Enter sends nothing before hydration: a form that the browser sent itself would be lost.
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('h1, input, form')) Reflect.set(element, 'wasThere', true)
  })
  await page.evaluate(() => document.fonts.ready)
  const before = await shiftsOf(page)
  release()
  await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeEnabled()
  await expect(number).toHaveValue(visit.number)
  await expect(pin).toHaveValue('1234')
  expect(await pin.evaluate((input) => Reflect.get(input, 'wasThere') === true)).toBe(true)
  expect(await shiftsOf(page)).toEqual(before)
  await expect(page.locator('title')).toHaveCount(1)

  const again = await openHeld(page, '/auth/login')
  await country.fill('austria')
  again()
  await page.getByRole('option', { name: /^Austria/ }).click()
  await expect(country).toHaveValue('Austria (+43)')
})

test('Before hydration the way out of a request leaves it behind, and a link opens this and another tab with it, in the language that was pressed [ROUTE-02 ROUTE-15 LANG-04]', async ({
  page,
  t,
  context,
  expectRefusals,
}) => {
  expectRefusals(404)
  const atLanding = await openHeld(page, `/?mintid=${UNKNOWN}`)
  await page.getByRole('link', { name: t('action.home') }).click()
  await expect(page).toHaveURL(/\/$/)
  atLanding()
  await untilAlive(page)
  await expect(heading(page, t('landing.heading'))).toBeVisible()
  // The script has said for what window it is, and no more.
  await expect(page).toHaveURL(/\/\?mobile=false$/)

  const atLogin = await openHeld(page, `/auth/login?mintid=${UNKNOWN}&lng=en`)
  const register = page.getByRole('link', { name: t('login.register') })
  const [tab] = await Promise.all([context.waitForEvent('page'), register.click({ button: 'middle' })])
  await expect(tab).toHaveURL(new RegExp(`/auth/register\\?mintid=${UNKNOWN}`))
  await tab.close()
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await register.click()
  atLogin()
  await expect(heading(page, textsOf('de')('register.title'))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`mintid=${UNKNOWN}`))
})

test('A button that is pressed before hydration is pressed by it; a page that is rendered again keeps text, focus and cursor [ROUTE-15]', async ({
  page,
  t,
  expectRefusals,
}) => {
  const early = await openHeld(page, '/auth/prompt')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await page.getByRole('button', { name: t('prompt.again') }).click()
  early()
  await expect(heading(page, textsOf('de')('login.title'))).toBeVisible()

  // The request that the visitor came with is known to the browser alone: the page is rendered again.
  expectRefusals(404)
  await keepRequest(page, UNKNOWN)
  const second = await openHeld(page, '/auth/login?lng=en')
  const number = page.getByLabel(t('phone.number'), { exact: true })
  await number.fill('15112345')
  await number.press('Home')
  await number.press('ArrowRight')
  second()
  await expect(page).toHaveURL(new RegExp(UNKNOWN))
  await page.keyboard.type('9')
  await expect(number).toHaveValue('195112345')
  await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeDisabled()

  // The browser alone renders this page, with more buttons than the server's.
  const third = await openHeld(page, '/verify-age/app')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  third()
  await expect(heading(page, textsOf('de')('app.title'))).toBeVisible()
})

test('A start that is followed before hydration clears credentials as the handler does, and Back clears none [ROUTE-07 ROUTE-15]', async ({
  page,
  t,
}) => {
  const stale = { access_token: 'stale', refresh_token: 'stale', user_id: 'stale' }
  await keepSession(page, stale)
  const release = await openHeld(page, '/')
  await page.getByRole('link', { name: t('landing.web') }).click()
  await page.waitForURL(/auth/, { waitUntil: 'commit' })
  release()
  await expect(page).toHaveURL(/\/auth\/prompt\?mobile=false$/)
  await untilAlive(page)
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)

  await keepSession(page, stale)
  await page.goBack()
  await expect(heading(page, t('prompt.heading'))).toBeVisible()
  await untilAlive(page)
  expect(await keptIn(page)).toMatch(SESSION_NAMES)
})

test.describe('a visitor who was not asked yet', () => {
  test.use({ consent: 'unasked' })

  test('An answer and a language that are pressed before hydration count, also where a link is pressed after them [CONSENT-04 LANG-05 ROUTE-15]', async ({
    page,
    context,
    t,
  }) => {
    const { banner, inBanner } = askedOn(page, 'en')
    const beforeTheLink = await openHeld(page, '/')
    await inBanner.refuse.click()
    await page.getByRole('link', { name: t('landing.web') }).click()
    beforeTheLink()
    await expect(heading(page, t('prompt.heading'))).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary'] })

    await context.clearCookies()
    const release = await openHeld(page, '/')
    // The last answer and the last language.
    await inBanner.accept.click()
    await inBanner.refuse.click()
    await page.getByRole('button', { name: 'EN – English' }).click()
    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(page.locator('[data-early]')).toHaveCount(2)
    release()
    await expect(heading(page, textsOf('de')('landing.heading'))).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary'] })
  })
})

/** Things that come into a page before its script does. */
const FOREIGN: Record<string, (page: Page) => Promise<void>> = {
  'an element of an extension': (page) =>
    page
      .getByRole('checkbox')
      .first()
      .evaluate((box) => box.after(document.createElement('span'))),
  'an element behind the field with the focus': (page) =>
    page.evaluate(() => document.activeElement?.after(document.createElement('span'))),
  'a translation': translate,
}

test('What an extension or a translation adds before the script costs nothing that was typed, ticked or focused [ROUTE-15]', async ({
  page,
  t,
  visit,
  expectCrash,
}) => {
  // React says that it found other words than the server's.
  expectCrash()
  for (const [name, add] of Object.entries(FOREIGN))
    await test.step(name, async () => {
      const release = await openHeld(page, '/auth/register')
      const { number, pin, terms } = fieldsOf(page, t)
      await number.fill(visit.number)
      await terms.check()
      await pin.fill('18')
      await pin.press('Home')
      await pin.press('ArrowRight')
      await add(page)
      release()
      await untilAlive(page)
      await expect(pin).toBeFocused()
      await page.keyboard.type('7')
      await expect(pin, name).toHaveValue('178')
      await expect(number).toHaveValue(visit.number)
      await expect(terms).toBeChecked()
    })
})
