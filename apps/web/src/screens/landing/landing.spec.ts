import { LEGAL_PAGES } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { keepSession, keptIn, SESSION_NAMES, toTheCheck } from '#e2e/support/account.ts'
import { requestForAge, takeBack } from '#e2e/support/age-request.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { keepRequest } from '#e2e/support/kept-request.ts'
import { ALSO_ON_PHONE } from '#e2e/support/languages.ts'
import { problemOf } from '#e2e/support/problems.ts'
import { shiftsOf, watchShifts } from '#e2e/support/shifts.ts'
import { askAtTheCinema, complete, passIdentityCheck } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'
import { ADDRESSES } from '#e2e/support/world.ts'

const t = textsOf('en')

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

test(
  'GEN-03 ROUTE-05 ROUTE-08 the landing page promises, and offers two ways, a start and more to read',
  ALSO_ON_PHONE,
  async ({ page }) => {
    await page.goto('/')
    for (const promise of ['Nothing passed on', 'No call centre', 'fully automated', '2 minutes', 'Server in Germany'])
      await expect(page.getByRole('listitem').filter({ hasText: promise })).toBeVisible()
    const ways = page.getByRole('region', { name: t('landing.ways') })
    await expect(ways.getByRole('heading')).toHaveText([t('landing.web'), t('landing.others'), t('landing.app')])
    await expect(ways.getByRole('link')).toHaveCount(2)
    await expect(page.getByRole('link', { name: t('landing.web') })).toBeEnabled()
    await expect(page.getByRole('link', { name: t('landing.more') })).toHaveAttribute('href', LEGAL_PAGES.more.en)
  },
)

test(
  'PROV-24 PROV-25 a visitor sees who asks, by name, domain and the logo of the website',
  ALSO_ON_PHONE,
  async ({ page: cinema, visit }) => {
    await cinema.goto(visit.world.provider)
    const own = await cinema.getByRole('banner').locator('img').getAttribute('src')
    const page = await askAtTheCinema(cinema, visit)
    const main = page.getByRole('main')
    const provider = main.locator('p', { has: page.getByText('Kino Aurora', { exact: true }) }).first()
    await expect(provider).toHaveText(`Kino Aurora${new URL(visit.world.provider).hostname}`)
    const logo = provider.locator('img')
    await expect(logo).toHaveAttribute('src', /^\/logos\/[0-9a-f]{32}\.svg$/)
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    const drawing = async (address: string) => (await page.request.get(address)).text()
    const shown = await logo.getAttribute('src')
    expect(await drawing(`${visit.world.product}${shown}`)).toBe(await drawing(`${visit.world.provider}${own}`))
  },
)

test('PROV-25 STATE-08 a provider that is still being read has its place, and one without a logo its first letter', async ({
  page,
}) => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const provider = { name: 'Museum', domain: 'museum.example', logo: null }
  const asked = { kind: 'age', minimum_age: 18, accept: ['identity_check'], payment: null }
  const summary = { provider, ...asked, live: true, transaction: 'AB-123' }
  const back = { redirect_uri: 'https://museum.example/back', return: null }
  await page.route('**/summary', async (route) => {
    await answered
    await route.fulfill({ json: { ...summary, ...back, expires_at: '2030-01-01T00:00:00.000Z' } })
  })
  await keepRequest(page, UNKNOWN)
  await page.goto('/')
  await expect(page).toHaveURL(/mintid=/)
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  answer()
  await expect(page.getByText('museum.example')).toBeVisible()
  await expect(page.getByText('M', { exact: true })).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)
})

test(
  'ROUTE-03 ROUTE-06 the query of the visit is stored, and goes along into the app',
  ALSO_ON_PHONE,
  async ({ page, isMobile, visit }) => {
    for (const [query, way] of [
      ['?mobile=true&payment=true&from=cinema', t('landing.payment')],
      ['?mobile=true&from=cinema', t('landing.app')],
    ] as const) {
      await page.goto(`/${query}`)
      if (!isMobile) {
        await page.getByRole('link', { name: way }).click()
        await page.getByRole('heading', { level: 2, name: t('app.here') }).click()
      }
      const app = page.getByRole('link', { name: isMobile ? way : t('app.open') })
      await expect(app).toHaveAttribute('href', `${ADDRESSES.phone}/app${query}`)
    }
    const asked = new URL((await askAtTheCinema(page, visit)).url()).searchParams.get('mintid') ?? ''
    await page.goto(`/?mintid=${asked}&mobile=true&payment=true`)
    await expect(page.getByRole('link', { name: t('landing.payment') })).toBeVisible()
    const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('verification') ?? '{}') as unknown)
    await expect.poll(stored).toMatchObject({
      state: { merchantIntentId: asked, isMobileVerifyUser: true, isPaymentRedirectUrl: true },
    })
  },
)

test('INTENT-06 a request that leads nowhere is not what the next visit begins with', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(404)
  await page.goto(`/?mintid=${UNKNOWN}`)
  await expect(page.getByRole('heading', { level: 1, name: t('landing.intentGone') })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  await expect(page).toHaveURL(/\/\?mobile=false$/)
})

test('INTENT-06 a request that was taken back or answered leads back to its website, on the first page and above a form', async ({
  page,
  visit,
}) => {
  const { world } = visit
  const back = page.getByRole('link', { name: t('complete.back', { provider: 'Kino Aurora' }) })
  const expectOver = async (mintid: string, how: string) => {
    await page.goto(`/?mintid=${mintid}`)
    await expect(page.getByRole('heading', { level: 1, name: how })).toBeVisible()
    await expect(back).toHaveAttribute('href', new RegExp(`^${world.provider}/`))
    await expect(page.getByRole('main').getByRole('link', { name: t('layout.faq') })).toBeVisible()
    await page.goto(`/auth/login?mintid=${mintid}`)
    await expect(page.getByText(how)).toBeVisible()
    await expect(back).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
  }
  const takenBack = await requestForAge(visit, {})
  await takeBack(visit, takenBack)
  await expectOver(takenBack, t('ended.cancelled'))
  await page.goto(`/complete-process?mintid=${takenBack}`)
  await expect(page.getByRole('heading', { level: 1, name: t('ended.cancelled') })).toBeVisible()

  const answered = await requestForAge(visit, {})
  await toTheCheck(page, visit, `?mintid=${answered}`)
  await passIdentityCheck(page, visit)
  await complete(page, visit)
  await expect(page).not.toHaveURL(/approved/)
  await expectOver(answered, t('ended.answered'))
})

test('INTENT-06 the first page says its end by itself: at that moment, and when it is looked at again', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(503)
  const says = (how: string) => expect(page.getByRole('heading', { level: 1, name: how })).toBeVisible()
  const lookAgain = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.install()
  const [first, second] = [await requestForAge(visit, {}), await requestForAge(visit, {})]
  await page.goto(`/?mintid=${first}`)
  await says(t('landing.heading'))
  // An answer that does not come takes nothing away.
  const back = page.getByRole('link', { name: t('visit.notNow', { provider: 'Kino Aurora' }) })
  await page.route('**/summary', (route) => route.fulfill({ status: 503 }))
  const failed = page.waitForResponse('**/summary')
  await lookAgain()
  await failed
  await expect(back).toBeVisible()
  await page.unroute('**/summary')
  await takeBack(visit, first)
  await lookAgain()
  await says(t('ended.cancelled'))

  await page.goto(`/?mintid=${second}`)
  await says(t('landing.heading'))
  // A clock that is fast asks too early.
  const asked = page.waitForResponse('**/summary')
  await page.clock.fastForward(31 * 60_000)
  await asked
  await takeBack(visit, second)
  await page.clock.fastForward(10_000)
  await says(t('ended.cancelled'))
})

test('INTENT-06 a first page that says its end in one tab leaves the request of another tab alone', async ({
  page,
  context,
  visit,
}) => {
  const [ended, open] = [await requestForAge(visit, {}), await requestForAge(visit, {})]
  const says = (tab: Page, how: string) => expect(tab.getByRole('heading', { level: 1, name: how })).toBeVisible()
  await page.goto(`/?mintid=${ended}`)
  await says(page, t('landing.heading'))
  const other = await context.newPage()
  await other.goto(`/?mintid=${open}`)
  await says(other, t('landing.heading'))
  await takeBack(visit, ended)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await says(page, t('ended.cancelled'))
  await other.goto('/auth/prompt')
  await expect(other).toHaveURL(new RegExp(`mintid=${open}`))
})

test('ROUTE-07 ROUTE-09 ROUTE-10 without the app, credentials are cleared and the sign-in is loaded, for first and later visits', async ({
  page,
}) => {
  await keepSession(page, { access_token: 'stale', refresh_token: 'stale', user_id: 'stale' })
  await page.goto('/')
  expect(await keptIn(page)).toMatch(SESSION_NAMES)
  const loaded = page.waitForRequest(/\/assets\/.*\.js$/)
  await page.getByRole('link', { name: t('landing.web') }).click()
  await expect(page).toHaveURL(/\/auth\/prompt\?mobile=false$/)
  await loaded
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)

  await page.getByRole('button', { name: t('prompt.again') }).click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await page.goBack()
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await expect(page).toHaveURL(/\/auth\/register\?/)
})

test('GEN-04 ERR-03 when the provider cannot be read the page works all the same, without a notice for visitors without a session', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(503)
  await page.route('**/summary', (route) => route.fulfill(problemOf('service_unavailable')))
  await keepRequest(page, 'AAAAAAAAAAAAAAAAAAAAAA')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('link', { name: t('landing.web') })).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
  // No reason to forget the request.
  expect(await page.evaluate(() => localStorage.getItem('verification'))).toContain('AAAAAAAAAAAAAAAAAAAAAA')
})

test('APP-19 METHOD-05 STATE-08 a request without an age app, or for it or an ID wallet alone, says so and moves nothing on its page', async ({
  page,
  visit,
}) => {
  await watchShifts(page.context())
  for (const [minimum_age, method] of [
    [18, 'identity_check'],
    [21, 'proof_of_age'],
    [18, 'id_wallet'],
  ] as const) {
    await page.goto(`/?mintid=${await requestForAge(visit, { minimum_age, accept: [method] })}`)
    await untilAlive(page)
    const byAccount = method === 'identity_check'
    const app = { identity_check: '', proof_of_age: t('landing.ageApp'), id_wallet: t('landing.idWallet') }[method]
    const row = page.getByRole('region', { name: t('landing.ways') }).getByText(t('landing.ageAppText'))
    await expect(row).toHaveCount(byAccount ? 0 : 1)
    if (app !== '') await expect(page.getByRole('link', { name: app })).toHaveCount(1)
    await expect(page.getByRole('link', { name: t('landing.web') })).toHaveCount(byAccount ? 1 : 0)
    expect(await shiftsOf(page)).toEqual([])
  }
})
