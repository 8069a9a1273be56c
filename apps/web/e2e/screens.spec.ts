import { PAPERS } from '@avouch/contract'
import { keepSession, keptIn, SESSION_NAMES } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { askAtTheCinema } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { ADDRESSES } from './support/world.ts'

const t = textsOf('en')
const german = textsOf('de')

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'

test('GEN-03 ROUTE-05 ROUTE-08 the landing page promises, and offers two ways, a start and more to read', async ({
  page,
}) => {
  await page.goto('/')
  for (const promise of ['Nothing passed on', 'No call centre', 'fully automated', '2 minutes', 'Server in Germany'])
    await expect(page.getByRole('listitem').filter({ hasText: promise })).toBeVisible()
  const ways = page.getByRole('region', { name: t('landing.ways') })
  await expect(ways.getByRole('heading', { level: 2 })).toHaveText([t('landing.app'), t('landing.web')])
  await expect(page.getByRole('button', { name: t('landing.start') })).toBeEnabled()
  await expect(page.getByRole('link', { name: t('landing.more') })).toHaveAttribute('href', PAPERS.more.en)
})

test('ROUTE-03 ROUTE-06 the query of the visit is stored, and goes along into the app', async ({
  page,
  isMobile,
  visit,
}) => {
  for (const [query, way] of [
    ['?mobile=true&payment=true&from=cinema', t('landing.payment')],
    ['?mobile=true&from=cinema', t('landing.app')],
  ] as const) {
    await page.goto(`/${query}`)
    if (!isMobile) await page.getByRole('link', { name: way }).click()
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
})

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

test('ROUTE-07 ROUTE-09 ROUTE-10 without the app, credentials are cleared and the sign-in is loaded, for first and later visits', async ({
  page,
}) => {
  await keepSession(page, { access_token: 'stale', refresh_token: 'stale', user_id: 'stale' })
  await page.goto('/')
  expect(await keptIn(page)).toMatch(SESSION_NAMES)
  const loaded = page.waitForRequest(/\/assets\/.*\.js$/)
  await page.getByRole('button', { name: t('landing.web') }).click()
  await expect(page).toHaveURL(/\/auth\/prompt\?mobile=false$/)
  await loaded
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)

  await page.getByRole('button', { name: t('prompt.again') }).click()
  await expect(page).toHaveURL(/\/auth\/login\?/)
  await page.goBack()
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await expect(page).toHaveURL(/\/auth\/register\?/)
})

test('GEN-04 GEN-05 GEN-09 GEN-10 every page has the header, a main area of 1000 px at most and the footer at the end of the window', async ({
  page,
  isMobile,
}) => {
  if (!isMobile) await page.setViewportSize({ width: 1600, height: 1300 })
  await page.goto('/auth/prompt')
  for (const landmark of ['banner', 'main', 'contentinfo'] as const)
    await expect(page.getByRole(landmark)).toBeVisible()
  await expect(page).toHaveTitle(`${t('prompt.title')} – Avouch`)
  const window = page.viewportSize() ?? { width: 0, height: 0 }
  const main = await page.getByRole('main').boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(main?.width).toBe(isMobile ? window.width - 40 : 1000)
  expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeGreaterThanOrEqual(window.height - 1)

  await page.getByRole('link', { name: t('layout.home') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  await expect(page).toHaveTitle(`${t('landing.title')} – Avouch`)
  await expect(page).toHaveURL(/\/\?mobile=false$/)
})

test('GEN-07 GEN-08 LANG-05 the switch shows flags, or EN and DE alone on a phone, and the footer leads to pages of the language', async ({
  page,
  isMobile,
}) => {
  await page.goto('/auth/prompt')
  const english = page.getByRole('button', { name: t('layout.english') })
  await expect(english).toHaveText('EN')
  await expect(english.locator('svg')).toBeVisible({ visible: !isMobile })

  const links = page.getByRole('contentinfo').getByRole('link')
  const targets = () => links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  const before = await targets()
  await page.getByRole('button', { name: t('layout.german') }).click()
  await expect(links).toHaveText([
    german('layout.imprint'),
    german('layout.privacy'),
    german('layout.terms'),
    german('layout.faq'),
    german('layout.accessibility'),
  ])
  const after = await targets()
  expect(before).toHaveLength(5)
  for (const [i, target] of after.entries()) expect(target).not.toBe(before[i])
  await expect(page.getByRole('button', { name: german('layout.german') }).locator('svg')).toBeVisible({
    visible: !isMobile,
  })
})

test('GEN-11 the About box is open at first and can be folded', async ({ page }) => {
  await page.goto('/auth/login')
  const box = page.getByRole('complementary')
  await expect(box.getByRole('heading', { name: t('login.aboutTitle') })).toBeVisible()
  await expect(box.getByText(t('login.aboutText'))).toBeVisible()
  await box.locator('summary').click()
  await expect(box.getByText(t('login.aboutText'))).toBeHidden()
})

test('ROUTE-13 KYC-17 whoever continues on a phone may close this window', async ({ page, isMobile }) => {
  const query = isMobile ? '' : '?mobile=true'
  await page.goto(`/kyc-result/in-progress${query}`)
  await expect(page).toHaveURL(/\/complete-process\?mobile=/)
  await expect(page.getByRole('heading', { level: 1, name: t('complete.heading') })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: t('layout.loading') })).toBeAttached()
  await expect(page.getByText('You can close this window')).toBeVisible()
})

test('AGE-02 the under-age page says what happened to the account, and leads to the log-in', async ({ page }) => {
  await page.goto('/verify-age/denied')
  await expect(page.getByText('Your account is deactivated and your data is deleted.')).toBeVisible()
  await page.getByRole('button', { name: t('underage.login') }).click()
  await expect(page).toHaveURL(/\/auth\/login\?mobile=false$/)
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
})

test('LANG-04 LANG-06 the address chooses the language until the visitor does', async ({ page }) => {
  await page.goto('/auth/prompt?lng=de&mobile=true')
  await expect(page.getByRole('heading', { level: 1, name: german('prompt.heading') })).toBeVisible()
  await page.getByRole('button', { name: german('layout.english') }).click()
  await expect(page).toHaveURL(/\/auth\/prompt\?mobile=true$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: t('prompt.heading') })).toBeVisible()
})
