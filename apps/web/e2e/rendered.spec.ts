import { LEGAL_PAGES } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { builtPart } from './support/built.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { ONE_LANGUAGE } from './support/languages.ts'
import { textsOf } from './support/texts.ts'
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

for (const language of ONE_LANGUAGE)
  test.describe(`without a script (${language})`, () => {
    test.use({ language, javaScriptEnabled: false })

    test('ROUTE-14 LANG-08 pages say what they say, in the language of the browser', async ({
      page,
      t,
      expectRefusals,
    }) => {
      expectRefusals(404)
      for (const [path, title, name] of [
        ['/', 'landing.title', 'landing.heading'],
        ['/?payment=true', 'landing.paymentHeading', 'landing.paymentHeading'],
        ['/auth/prompt', 'prompt.title', 'prompt.heading'],
        ['/auth/login', 'login.title', 'login.title'],
        ['/auth/register', 'register.title', 'register.title'],
        ['/auth/forgot-pin', 'forgotPin.title', 'forgotPin.title'],
        ['/verify-age/denied/here', 'underage.title', 'underage.title'],
        ['/request-problem', 'requestProblem.title', 'requestProblem.title'],
        ['/no/such/page', 'notFound.title', 'notFound.title'],
      ] as const) {
        await page.goto(path)
        await expect(heading(page, t(name))).toBeVisible()
        await expect(page).toHaveTitle(`${t(title)} – Avouch`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.getByRole('contentinfo').getByRole('link', { name: t('layout.imprint') })).toBeVisible()
      }
      await page.goto('/auth/login?expired=true')
      await expect(page.getByText(t('login.expired'))).toBeVisible()
      await expect(page.getByLabel(t('phone.number'), { exact: true })).toBeEditable()
      await page.getByRole('link', { name: t('login.forgotPin') }).click()
      await expect(heading(page, t('forgotPin.title'))).toBeVisible()
      // A page for signed-in visitors has its layout only, until the script knows the visitor.
      await page.goto('/kyc-result/approved')
      await expect(page.getByRole('banner').getByRole('link', { name: t('layout.home') })).toBeVisible()
      for (const address of Object.values(LEGAL_PAGES)) {
        await page.goto(address[language])
        const name = await page.getByRole('heading', { level: 1 }).textContent()
        await expect(page).toHaveTitle(`${name} – Avouch`)
        expect(await page.getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
      }
    })
  })

test('ROUTE-15 hydration moves nothing and renders nothing again, and keeps what was typed', async ({
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
})

test('ROUTE-02 ROUTE-15 before hydration a country can be searched, a box ticked, and a link followed with the request', async ({
  page,
  t,
}) => {
  const script = await holdScript(page)
  await page.goto('/auth/register', { waitUntil: 'commit' })
  await page.getByRole('checkbox').first().check()
  await page.getByRole('combobox', { name: t('phone.country') }).fill('austria')
  script.release()
  await page.getByRole('option', { name: /^Austria/ }).click()
  await expect(page.getByRole('combobox', { name: t('phone.country') })).toHaveValue('Austria (+43)')
  await expect(page.getByRole('checkbox').first()).toBeChecked()

  await page.unrouteAll()
  const held = await holdScript(page)
  await page.goto(`/auth/login?mintid=${UNKNOWN}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('login.register') }).click()
  held.release()
  await expect(page).toHaveURL(new RegExp(`/auth/register\\?mintid=${UNKNOWN}`))
})

test('ROUTE-02 ROUTE-15 LANG-04 before hydration a link opens another tab with the request too, and leads on in the language that was pressed', async ({
  page,
  t,
  context,
  expectRefusals,
}) => {
  expectRefusals(404)
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

test('INTENT-06 ROUTE-15 the way out of a request that is gone leaves it behind before hydration too', async ({
  page,
  t,
}) => {
  const script = await holdScript(page)
  await page.goto(`/?mintid=${UNKNOWN}`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: t('action.home') }).click()
  await expect(page).toHaveURL(/\/$/)
  script.release()
  await untilAlive(page)
  await expect(heading(page, t('landing.heading'))).toBeVisible()
  // The script has said for what window it is, and no more.
  await expect(page).toHaveURL(/\/\?mobile=false$/)
})

test('ROUTE-15 a button that is pressed before hydration is pressed by it; a page that is rendered again keeps text, focus and cursor', async ({
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

test('ROUTE-07 ROUTE-15 a start that is followed before hydration clears credentials as the handler does, and Back clears none', async ({
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

  test('CONSENT-04 LANG-05 ROUTE-15 an answer and a language that are pressed before hydration count', async ({
    page,
  }) => {
    const { banner, inBanner } = askedOn(page, 'en')
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

  test('CONSENT-04 ROUTE-15 an answer that is pressed before hydration counts when a link is pressed after it', async ({
    page,
    t,
  }) => {
    const { banner, inBanner } = askedOn(page, 'en')
    const script = await holdScript(page)
    await page.goto('/', { waitUntil: 'commit' })
    await inBanner.refuse.click()
    await page.getByRole('link', { name: t('landing.web') }).click()
    script.release()
    await expect(heading(page, t('prompt.heading'))).toBeVisible()
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
  'an iframe at the end': (page) =>
    page.evaluate(() => void document.getElementById('root')?.append(document.createElement('iframe'))),
  'a translation': translate,
  'a translation that keeps the nodes': (page) =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.textContent = 'Inscription'
    }),
  'words of the same length': (page) =>
    page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      heading.textContent = heading.textContent.toUpperCase()
    }),
}

test('ROUTE-15 what an extension or a translation adds before the script costs nothing that was typed, ticked or focused', async ({
  page,
  t,
  visit,
  expectCrash,
}) => {
  // React says that it found other words than the server's.
  expectCrash()
  for (const [name, add] of Object.entries(FOREIGN))
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

test('ROUTE-15 COUNTRY-03 a country field that has the focus before hydration opens its list after it', async ({
  page,
  t,
}) => {
  const script = await holdScript(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const country = page.getByRole('combobox', { name: t('phone.country') })
  await country.click()
  script.release()
  await page.getByRole('option', { name: /^Switzerland/ }).click()
  await expect(country).toHaveValue('Switzerland (+41)')
})

test('ROUTE-15 COUNTRY-03 a list that loads between mouse down and click opens as well', async ({ page, t }) => {
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

test('LANG-08 LANG-06 a language that was chosen is the one that the server answers in', async ({ page }) => {
  const german = textsOf('de')
  await page.goto('/auth/prompt')
  await untilAlive(page)
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()
  await expect(heading(page, german('prompt.heading'))).toBeVisible()
  const chosen = async () => (await page.context().cookies()).find(({ name }) => name === 'i18next')
  await expect.poll(chosen).toMatchObject({ value: 'de', sameSite: 'Lax', path: '/' })
  const answer = await page.request.get('/auth/prompt', { headers: { accept: 'text/html', 'accept-language': 'en' } })
  expect(await answer.text()).toContain(german('prompt.heading'))
})
