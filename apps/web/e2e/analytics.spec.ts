import { account, keepSession, keptIn } from './support/account.ts'
import { requestForAge } from './support/age-request.ts'
import { builtPart } from './support/built.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import {
  complete,
  confirmNumber,
  fillLogIn,
  fillRegistration,
  fromLandingToRegister,
  GOOD_PIN,
  passIdentityCheck,
} from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { type Hit, hitsFrom, inAnyOrder, saidBy } from './support/tracker.ts'

const t = textsOf('en')

test.use({ consent: 'unasked' })

const addressOf = (headers: Record<string, string> | undefined) => headers?.['x-forwarded-for'] ?? ''

test('A visitor who agrees is counted by screens and events alone, until consent is withdrawn [ANALYTICS-01 ANALYTICS-02 ANALYTICS-03]', async ({
  page,
  visit,
  request,
  extraHTTPHeaders,
}) => {
  const address = addressOf(extraHTTPHeaders)
  const told = () => hitsFrom(request, visit.world, address)
  const said = async () => inAnyOrder((await told()).map(saidBy))
  const mintid = await requestForAge(visit, { return: 'new_tab' })
  await page.goto(`/?mintid=${mintid}`)
  const { inBanner, inDialog, dialog } = askedOn(page, 'en')
  await expect(inBanner.accept).toBeVisible()
  expect(await told()).toEqual([])
  expect(page.frames()).toHaveLength(1)
  await inBanner.accept.click()
  // The question is about counting: nothing else is allowed with it.
  await expect.poll(() => keptConsent(page)).toMatchObject({ categories: ['necessary', 'analytics'] })
  await expect.poll(said).toEqual(inAnyOrder(['/', 'Access web solution']))

  await fromLandingToRegister(page, visit)
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: t('register.submit') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  // A page view that is sent while its page is left is lost with it: this page is left after it was sent.
  await page.route('**/api/idcheck/init?*', async (route) => {
    if (new URL(page.url()).pathname === '/kyc') await expect.poll(said).toContain('/kyc')
    await route.continue()
  })
  await confirmNumber(page, visit)
  await passIdentityCheck(page, visit)
  await complete(page, visit)
  await expect(page.getByText(t('complete.passedOn'))).toBeVisible()
  const expected = [
    ['/', 'Access web solution', 'Landing page - Select web'],
    ['/auth/prompt', '/auth/register', 'Register', 'Register successfully', '/auth/confirm-code'],
    [
      '/check',
      '/kyc',
      'Kyc initialization',
      '/kyc-check-result',
      'Kyc Verification - Completed',
      '/kyc-result/approved',
    ],
    ['Confirm verification', '/complete-process'],
  ].flat()
  await expect.poll(said).toEqual(inAnyOrder(expected))

  const hits = await told()
  const all = JSON.stringify(hits)
  for (const secret of [mintid, visit.number, visit.number.slice(1), GOOD_PIN, 'mintid'])
    expect(all).not.toContain(secret)
  for (const { fields, cookies, referrer } of hits) {
    expect(fields).toMatchObject({ idsite: '6', urlref: '', cookie: '0' })
    expect(new URL(fields['url'] ?? '').search).toBe('')
    expect(fields['e_c'] ?? 'Web solution').toBe('Web solution')
    expect({ cookies, referrer }).toEqual({ cookies: '', referrer: '' })
  }

  await page.context().addCookies([{ name: '_pk_id.6.1fff', value: 'left', url: visit.world.product }])
  await page.getByRole('button', { name: t('layout.cookies') }).click()
  const outside: string[] = []
  page.on('request', (asked) => {
    if (new URL(asked.url()).origin !== visit.world.product) outside.push(asked.url())
  })
  await inDialog.refuse.click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.frames()).toHaveLength(1)
  expect(await page.evaluate(() => document.cookie)).not.toContain('_pk_')
  await page.goto('/auth/login')
  await fillLogIn(page, visit)
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
  expect(outside).toEqual([])
  expect(await told()).toHaveLength(hits.length)
})

test(
  'Each path is counted once, by a script that reads nothing of the page [ANALYTICS-02 ANALYTICS-05]',
  SOAK_ONLY,
  async ({ page, visit, request, extraHTTPHeaders, expectRefusals }) => {
    expectRefusals(400, 401)
    const address = addressOf(extraHTTPHeaders)
    const told = () => hitsFrom(request, visit.world, address)
    const newest = async (known: readonly Hit[]) => inAnyOrder((await told()).slice(known.length).map(saidBy))
    await account(visit)
    await page.goto('/')
    await askedOn(page, 'en').inBanner.accept.click()
    await expect.poll(async () => (await told()).length).toBe(2)
    const frame = page.frames().find((other) => other !== page.mainFrame())
    const reach = () => frame?.evaluate(() => [window.origin, document.cookie])
    expect(await reach()).toEqual(['null', ''])
    for (const forbidden of ['parent.document', 'localStorage', 'sessionStorage'])
      expect(await frame?.evaluate(`try { ${forbidden}; 'read' } catch { 'refused' }`)).toBe('refused')

    let known = await told()
    await page
      .getByRole('link', { name: t('landing.app') })
      .or(page.getByRole('button', { name: t('landing.app') }))
      .click()
    await expect.poll(() => newest(known)).toEqual(inAnyOrder(['Landing page - Select app', '/verify-age/app']))
    known = await told()
    await page.goto('/auth/login')
    await fillLogIn(page, visit, '1357')
    await expect(page.getByRole('region', { name: t('layout.notifications') })).toContainText(
      t('error.wrong_login_info'),
    )
    await fillLogIn(page, visit)
    await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
    await expect
      .poll(() => newest(known))
      .toEqual(inAnyOrder(['/auth/login', 'Login', 'Login', 'Login successfully', '/auth/confirm-code']))

    known = await told()
    await confirmNumber(page, visit)
    await page.getByText('Other outcomes').click()
    await page.getByRole('button', { name: 'Manual review' }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('reviewing.title') })).toBeVisible()
    await expect.poll(() => newest(known)).toContain('Kyc Verification - Reviewing')
    await page.reload()
    await expect.poll(() => newest(known)).toEqual(expect.arrayContaining(['/kyc-result/reviewing']))
    await expect(page.getByRole('heading', { level: 1, name: t('reviewing.title') })).toBeVisible()
    await expect
      .poll(async () => (await newest(known)).filter((said) => !said.startsWith('/')))
      .toEqual(inAnyOrder(['Kyc initialization', 'Kyc Verification - Reviewing']))
  },
)

test(
  'A check that is denied, an under-age one and a second try are counted as such [ANALYTICS-02 ANALYTICS-06]',
  SOAK_ONLY,
  async ({ page, visit, request, extraHTTPHeaders, expectRefusals }) => {
    expectRefusals(401, 403, 404)
    const events = async () =>
      inAnyOrder((await hitsFrom(request, visit.world, addressOf(extraHTTPHeaders))).map(saidBy)).filter(
        (said) => !said.startsWith('/'),
      )
    await account(visit)
    await page.goto('/auth/login')
    await askedOn(page, 'en').inBanner.accept.click()
    await fillLogIn(page, visit)
    await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
    await confirmNumber(page, visit)
    // A visitor who never comes back has begun a check.
    await expect.poll(events).toContain('Kyc initialization')
    await page.getByText('Other outcomes').click()
    await page.getByRole('button', { name: 'Expired' }).click()
    await expect(page.getByRole('heading', { level: 1, name: t('denied.title') })).toBeVisible()
    const known = ['Login', 'Login successfully', 'Kyc initialization', 'Kyc Verification - Denied']
    await expect.poll(events).toEqual(inAnyOrder(known))
    // The tracker of a page that is left may get to no word any more.
    const frame = page.frames().find((other) => other !== page.mainFrame())
    await frame?.evaluate(() => window.addEventListener('message', (told) => told.stopImmediatePropagation(), true))
    await page.getByRole('button', { name: t('action.retry') }).click()
    await page.waitForURL(`${visit.world.identity}/**`)
    await page.getByText('Other outcomes').click()
    await page.getByRole('button', { name: 'Under 18' }).click()
    await expect(page).toHaveURL(/\/verify-age\/denied/)
    await expect.poll(events).toEqual(inAnyOrder([...known, 'Kyc initialization', 'Anonymize user']))
  },
)

test(
  'Events of a page that redirects before the tracker is loaded are sent by the next page, once [ANALYTICS-06]',
  SOAK_ONLY,
  async ({ page, visit, request, extraHTTPHeaders }) => {
    const told = async () =>
      inAnyOrder((await hitsFrom(request, visit.world, addressOf(extraHTTPHeaders))).map(saidBy)).filter((said) =>
        said.startsWith('Kyc'),
      )
    const tokens = await account(visit)
    const throughTheCheck = async () => {
      await keepSession(page, tokens)
      await page.goto('/kyc')
      await page.waitForURL(`${visit.world.identity}/**`)
    }
    await throughTheCheck()
    await page.goBack()
    expect(await keptIn(page)).not.toContain('kycStarted')

    await page.goto('/auth/login')
    await askedOn(page, 'en').inBanner.accept.click()
    await throughTheCheck()
    await passIdentityCheck(page, visit)
    await expect.poll(told).toEqual(['Kyc Verification - Completed', 'Kyc initialization'])
    expect(await keptIn(page)).not.toContain('kycStarted')
  },
)

test('The way back to the website waits a second, and no longer, for the part that counts [ANALYTICS-06]', async ({
  page,
  visit,
}) => {
  await page.route(builtPart('later'), () => {})
  await page.goto(`/?mintid=${await requestForAge(visit, { return: 'same_tab' })}&mobile=true`)
  // Without that part nothing says that the page is alive, and a click would wait for it.
  await page.waitForFunction(() => document.querySelector('#root[data-alive]') !== null)
  await page.getByRole('link', { name: t('landing.web') }).dispatchEvent('click')
  await page.waitForURL('**/auth/prompt?*')
  await page.getByRole('link', { name: t('visit.notNow', { provider: 'Kino Aurora' }) }).dispatchEvent('click')
  await page.waitForURL(`${visit.world.provider}/**`)
})
