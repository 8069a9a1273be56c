import { LEGAL_PAGES } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { builtPart } from './support/built.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { EVERY_LANGUAGE, IS_SOAK } from './support/languages.ts'
import { type Texts, textsOf } from './support/texts.ts'
import { translate } from './support/translate.ts'

test.use({ early: true })

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A merchant intent code that does not exist. */
const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

/** The page is there, and its script still on its way. */
async function holdScript(page: Page): Promise<{ release: () => void }> {
  const held = Promise.withResolvers<void>()
  await page.route(builtPart('index'), async (route) => {
    await held.promise
    await route.continue()
  })
  return { release: held.resolve }
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

test('Pages arrive with what they say, in the language of the browser [ROUTE-14 LANG-08]', async ({ visit }) => {
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

test('Hydration moves nothing and renders nothing again, and keeps what was typed and where the focus is [ROUTE-15 COUNTRY-03]', async ({
  page,
  t,
  visit,
}) => {
  const script = await holdScript(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const number = page.getByLabel(t('phone.number'), { exact: true })
  await number.fill(visit.number)
  await page.getByLabel(t('pin.label'), { exact: true }).pressSequentially('12 34')
  await expect(page.getByRole('button', { name: t('action.login') })).toBeDisabled()
  // Enter sends nothing before hydration: a form that the browser sent itself would be lost.
  await page.keyboard.press('Enter')
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('h1, input, form')) Reflect.set(element, 'wasThere', true)
    Reflect.set(window, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        Reflect.set(window, 'moved', Number(Reflect.get(window, 'moved')) + value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  script.release()
  await expect(page.getByRole('button', { name: t('action.login') })).toBeEnabled()
  await expect(number).toHaveValue(visit.number)
  await expect(page.getByLabel(t('pin.label'), { exact: true })).toHaveValue('1234')
  const isNew = () => page.evaluate(() => Reflect.get(document.querySelector('[name=pin]') ?? {}, 'wasThere') !== true)
  expect(await isNew()).toBe(false)
  expect(await page.evaluate(() => Number(Reflect.get(window, 'moved')))).toBeLessThan(0.01)
  await expect(page.locator('title')).toHaveCount(1)

  // A country field that has the focus before hydration opens its list after it.
  await page.unrouteAll()
  const again = await holdScript(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const country = page.getByRole('combobox', { name: t('phone.country') })
  await country.click()
  again.release()
  await page.getByRole('option', { name: /^Switzerland/ }).click()
  await expect(country).toHaveValue('Switzerland (+41)')
})

test('Before hydration a country can be searched and a box ticked [ROUTE-15]', async ({ page, t }) => {
  const script = await holdScript(page)
  await page.goto('/auth/register', { waitUntil: 'commit' })
  await page.getByRole('checkbox').first().check()
  await page.getByRole('combobox', { name: t('phone.country') }).fill('austria')
  script.release()
  await page.getByRole('option', { name: /^Austria/ }).click()
  await expect(page.getByRole('combobox', { name: t('phone.country') })).toHaveValue('Austria (+43)')
  await expect(page.getByRole('checkbox').first()).toBeChecked()
})

test('Before hydration the way out of a request leaves it behind, and a link opens this and another tab with it, in the language that was pressed [ROUTE-02 ROUTE-15 LANG-04]', async ({
  page,
  t,
  context,
  expectRefusals,
}) => {
  expectRefusals(404)
  const held = await holdScript(page)
  await page.goto(`/?mintid=${UNKNOWN}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('action.home') }).click()
  await expect(page).toHaveURL(/\/$/)
  held.release()
  await untilAlive(page)
  await expect(heading(page, t('landing.heading'))).toBeVisible()
  // The script has said for what window it is, and no more.
  await expect(page).toHaveURL(/\/\?mobile=false$/)

  await page.unrouteAll()
  const script = await holdScript(page)
  await page.goto(`/auth/login?mintid=${UNKNOWN}&lng=en`, { waitUntil: 'commit' })
  const register = page.getByRole('link', { name: t('login.register') })
  const [tab] = await Promise.all([context.waitForEvent('page'), register.click({ button: 'middle' })])
  await expect(tab).toHaveURL(new RegExp(`/auth/register\\?mintid=${UNKNOWN}`))
  await tab.close()
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await register.click()
  script.release()
  await expect(heading(page, textsOf('de')('register.title'))).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`mintid=${UNKNOWN}`))
})

test('A button that is pressed before hydration is pressed by it; a page that is rendered again keeps text, focus and cursor [ROUTE-15]', async ({
  page,
  t,
  expectRefusals,
}) => {
  const openHeld = async (address: string) => {
    await page.unrouteAll()
    const script = await holdScript(page)
    await page.goto(address, { waitUntil: 'commit' })
    return script
  }
  const early = await openHeld('/auth/prompt')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await page.getByRole('button', { name: t('prompt.again') }).click()
  early.release()
  await expect(heading(page, textsOf('de')('login.title'))).toBeVisible()

  // The request that the visitor came with is known to the browser alone: the page is rendered again.
  expectRefusals(404)
  const visit = { merchantIntentId: UNKNOWN, merchantUserId: '', transactionCode: '' }
  const state = { ...visit, isMobileVerifyUser: false, isPaymentRedirectUrl: false }
  await page.evaluate((kept) => localStorage.setItem('verification', kept), JSON.stringify({ state, version: 1 }))
  const second = await openHeld('/auth/login?lng=en')
  const number = page.getByLabel(t('phone.number'), { exact: true })
  await number.fill('15112345')
  await number.press('Home')
  await number.press('ArrowRight')
  second.release()
  await expect(page).toHaveURL(new RegExp(UNKNOWN))
  await page.keyboard.type('9')
  await expect(number).toHaveValue('195112345')
  await expect(page.getByRole('button', { name: t('action.login') })).toBeDisabled()

  // The browser alone renders this page, with more buttons than the server's.
  const third = await openHeld('/verify-age/app')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  third.release()
  await expect(heading(page, textsOf('de')('app.title'))).toBeVisible()
})

test('A start that is followed before hydration clears credentials as the handler does, and Back clears none [ROUTE-07 ROUTE-15]', async ({
  page,
  t,
}) => {
  const stale = { access_token: 'stale', refresh_token: 'stale', user_id: 'stale' }
  await keepSession(page, stale)
  const script = await holdScript(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('landing.web') }).click()
  await page.waitForURL(/auth/, { waitUntil: 'commit' })
  script.release()
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
    const held = await holdScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await inBanner.refuse.click()
    await page.getByRole('link', { name: t('landing.web') }).click()
    held.release()
    await expect(heading(page, t('prompt.heading'))).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary'] })

    await page.unrouteAll()
    await context.clearCookies()
    const script = await holdScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    // The last answer and the last language.
    await inBanner.accept.click()
    await inBanner.refuse.click()
    await page.getByRole('button', { name: 'EN – English' }).click()
    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(page.locator('[data-early]')).toHaveCount(2)
    script.release()
    await expect(heading(page, textsOf('de')('landing.heading'))).toBeVisible()
    await expect(banner).toHaveCount(0)
    await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary'] })
  })
})

/** Things that come into a page before its script does; the first three by day. */
const FOREIGN: Record<string, (page: Page) => Promise<void>> = {
  'an element of an extension': (page) =>
    page
      .getByRole('checkbox')
      .first()
      .evaluate((box) => box.after(document.createElement('span'))),
  'an element behind the field with the focus': (page) =>
    page.evaluate(() => document.activeElement?.after(document.createElement('span'))),
  'a translation': translate,
  'an iframe at the end': (page) =>
    page.evaluate(() => void document.getElementById('root')?.append(document.createElement('iframe'))),
  'a translation that keeps the nodes': (page) =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.textContent = 'Inscription'
    }),
  'words of the same length': (page) =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.textContent = heading.textContent.toUpperCase()
    }),
}

test('What an extension or a translation adds before the script costs nothing that was typed, ticked or focused [ROUTE-15]', async ({
  page,
  t,
  visit,
  expectCrash,
}) => {
  // React says that it found other words than the server's.
  expectCrash()
  for (const [name, add] of Object.entries(FOREIGN).slice(0, IS_SOAK ? undefined : 3))
    await test.step(name, async () => {
      await page.unrouteAll()
      const script = await holdScript(page)
      await page.goto('/auth/register', { waitUntil: 'commit' })
      const { number, pin, terms } = fieldsOf(page, t)
      await number.fill(visit.number)
      await terms.check()
      await pin.fill('18')
      await pin.press('Home')
      await pin.press('ArrowRight')
      await add(page)
      script.release()
      await untilAlive(page)
      await expect(pin).toBeFocused()
      await page.keyboard.type('7')
      await expect(pin, name).toHaveValue('178')
      await expect(number).toHaveValue(visit.number)
      await expect(terms).toBeChecked()
    })
  await page.unrouteAll()
  const script = await holdScript(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const link = page.getByRole('link', { name: t('login.forgotPin') })
  await link.focus()
  await translate(page)
  script.release()
  await untilAlive(page)
  await expect(link).toBeFocused()
})

test('A list that loads between mouse down and click opens as well [ROUTE-15 COUNTRY-03]', async ({ page, t }) => {
  const held = Promise.withResolvers<void>()
  await page.route(builtPart('country-list'), async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/auth/login')
  const country = page.getByRole('combobox', { name: t('phone.country') })
  await country.hover()
  await page.mouse.down()
  await expect(country).toBeFocused()
  held.resolve()
  await expect(page.getByRole('option', { name: /^Switzerland/ })).toBeVisible()
  await page.mouse.up()
  await page.getByRole('option', { name: /^Switzerland/ }).click()
  await expect(country).toHaveValue('Switzerland (+41)')
})
