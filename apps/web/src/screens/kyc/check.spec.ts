import { SECOND_MS } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { account, keepSession, keptIn, SESSION_NAMES } from '#e2e/support/account.ts'
import { requestForAge } from '#e2e/support/age-request.ts'
import { beginCheck, endCheck } from '#e2e/support/check.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { hold } from '#e2e/support/hold.ts'
import { IS_SOAK } from '#e2e/support/languages.ts'
import { scan } from '#e2e/support/qr.ts'
import { askAtTheCinema, complete, expectUnlocked, logIn, newestCode, startCheck } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const qrCode = (page: Page) => page.getByRole('img', { name: t('check.qr') })

test('KYC-39 after the code a visitor reads who checks what; who is proven already, and who tries again, does not', async ({
  page,
  visit,
}) => {
  const tokens = await account(visit)
  await page.goto('/auth/login')
  await logIn(page, visit)
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await expect(heading(page, t('check.title'))).toBeVisible()
  for (const words of [t('check.document'), t('check.face'), t('check.pictures'), t('check.time')])
    await expect(page.getByText(words)).toBeVisible()
  await startCheck(page, visit)
  await page.goto('/kyc')
  await page.waitForURL(`${visit.world.identity}/**`)
  await page.goto('/kyc?retry=1')
  await page.waitForURL(`${visit.world.identity}/**`)

  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await page.goto('/check')
  await expect(heading(page, t('approved.heading'))).toBeVisible()
})

test('KYC-39 KYC-04 the start asks for a code of its own, and leaves with that one: the code of the page before may have ended', async ({
  page,
  visit,
}) => {
  await keepSession(page, await account(visit))
  await page.goto('/check')
  const start = page.getByRole('link', { name: t('check.computer') })
  await expect(start).toBeVisible()
  const left: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(visit.world.identity)) left.push(request.url())
  })
  const release = await hold(page, '**/api/idcheck/init?*')
  const asked = page.waitForRequest('**/api/idcheck/init?*')
  await start.click()
  await asked
  await expect(page).toHaveURL(/\/kyc(?:\?|$)/)
  await expect(page.getByRole('main').getByRole('status').first()).toBeVisible()
  expect(left).toEqual([])
  release()
  await page.waitForURL(`${visit.world.identity}/**`)
  expect(left).toHaveLength(1)
})

test('KYC-40 a phone takes over what was begun on a computer, without the session, and the computer goes on', async ({
  page: cinema,
  visit,
  browser,
}) => {
  const page = await askAtTheCinema(cinema, visit)
  const { search } = new URL(page.url())
  await page.evaluate(
    (tokens) => {
      for (const [name, token] of Object.entries(tokens))
        sessionStorage.setItem(
          name === 'user_id' ? 'userId' : name === 'refresh_token' ? 'refresh_access_token' : name,
          String(token),
        )
    },
    await account(visit),
  )
  await page.goto(`/check${search}`)
  await expect(qrCode(page)).toBeVisible()
  const address = (await scan(qrCode(page).locator('..'))) ?? ''
  expect(new URL(address).origin).toBe(visit.world.product)
  // Servers and their logs get no fragment.
  expect(new URL(address).searchParams.has('tc')).toBe(false)
  expect(address).not.toContain(new URLSearchParams(search).get('mintid') ?? '-')

  const phone = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  // The phone has an older visit of its own.
  await phone.goto(`/?mintid=${await requestForAge(visit, {})}`)
  await phone.goto(address)
  await expect(heading(phone, t('checkPhone.computer'))).toBeVisible()
  await expect(phone.getByText(t('checkPhone.warning'))).toBeVisible()
  expect(await keptIn(phone)).not.toMatch(SESSION_NAMES)
  await phone.getByRole('link', { name: t('checkPhone.go') }).click()
  await phone.waitForURL(`${visit.world.identity}/**`)
  const [there, direct] = [new URL(phone.url()), await beginCheck(visit, { ...(await sessionOf(page)) })]
  for (const name of ['tc', 'lang', 'userConsentDP'])
    expect(there.searchParams.get(name)).toBe(direct.searchParams.get(name))
  const oi = new URL(there.searchParams.get('oi') ?? '')
  expect([oi.origin, oi.pathname]).toEqual([visit.world.product, '/kyc-check-result'])
  await phone.getByRole('button', { name: 'Adult: approve' }).click()
  await expect(phone).toHaveURL(/\/complete-process/)
  await expect(heading(phone, t('complete.heading'))).toBeVisible()
  await expect(phone.getByText(t('complete.elsewhere'))).toBeVisible()
  await expect(phone.getByRole('link', { name: /Kino Aurora/ })).toHaveCount(0)

  await expect(heading(page, t('approved.heading'))).toBeVisible({ timeout: 15_000 })
  await complete(page, visit)
  await expectUnlocked(cinema, visit)
  await phone.context().close()
})

const sessionOf = (page: Page) =>
  page.evaluate(() => ({
    access_token: sessionStorage.getItem('access_token') ?? '',
    token_type: 'Bearer' as const,
    expires_in: 600,
    refresh_token: '',
    user_id: '',
  }))

const TC = 'A'.repeat(22)

test('KYC-40 an address for the phone leads to the configured service alone, and with a whole code alone', async ({
  page,
  visit,
}) => {
  const elsewhere = 'https://elsewhere.example/'
  const wishes = new URLSearchParams({
    lang: 'en',
    lng: 'en',
    oi: elsewhere,
    url: elsewhere,
    userConsentDP: elsewhere,
  })
  await page.goto(`/check-phone?${wishes}#tc=${TC}`)
  const target = new URL((await page.getByRole('link', { name: t('checkPhone.go') }).getAttribute('href')) ?? '')
  expect(target.origin).toBe(visit.world.identity)
  expect(Object.fromEntries(target.searchParams)).toEqual({
    tc: TC,
    lang: 'en',
    oi: `${visit.world.product}/kyc-check-result?mobile=false`,
    userConsentDP: 'no',
  })
  for (const bad of [
    '?',
    `?tc=${TC}`,
    '?from=1#tc=short',
    `?from=2#tc=${TC.replace('AA', 'A%3CA')}`,
    `?return=%3Cb%3E#tc=${TC}`,
    `?from=3#tc=${'A'.repeat(200)}`,
  ]) {
    await page.goto(`/check-phone${bad}`)
    await expect(heading(page, t('checkPhone.incomplete'))).toBeVisible()
    await expect(page.getByRole('link', { name: t('checkPhone.go') })).toHaveCount(0)
  }
})

test('KYC-40 a second code that the same tab scans leads to its own check, and the link to the content to the one before', async ({
  page,
}) => {
  const go = page.getByRole('link', { name: t('checkPhone.go') })
  const code = async () => new URL((await go.getAttribute('href')) ?? '').searchParams.get('tc')
  await page.goto(`/check-phone?lng=en#tc=${TC}`)
  await expect.poll(code).toBe(TC)
  await page.getByRole('link', { name: t('layout.skip') }).press('Enter')
  await expect(page).toHaveURL(/#content$/)
  expect(await code()).toBe(TC)
  const second = 'B'.repeat(22)
  await page.evaluate((hash) => window.location.assign(hash), `#tc=${second}`)
  await expect.poll(code).toBe(second)
})

/** Browsers without a camera, by their name or by what they lack. */
const BLIND = {
  Instagram:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 380.0.0.28.104',
  Facebook:
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/136.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/510.0.0.1;]',
  TikTok:
    'Mozilla/5.0 (Linux; Android 14; SM-A536B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/135.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview',
} as const

test('KYC-41 where no camera is to be had, ways without one come first, then the address for another browser', async ({
  browser,
  visit,
  page,
}) => {
  const tokens = await account(visit)
  const mintid = await requestForAge(visit, { accept: ['identity_check', 'proof_of_age'] })
  const open = async (userAgent: string | undefined) => {
    const context = await browser.newContext({
      locale: 'en-US',
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
      permissions: ['clipboard-write'],
      ...(userAgent !== undefined && { userAgent }),
    })
    if (userAgent === undefined)
      await context.addInitScript(() => Reflect.deleteProperty(MediaDevices.prototype, 'getUserMedia'))
    const tab = await context.newPage()
    await keepSession(tab, tokens)
    await tab.goto(`${visit.world.product}/check?mintid=${mintid}`)
    return tab
  }
  for (const userAgent of IS_SOAK ? [...Object.values(BLIND), undefined] : [BLIND.Instagram, undefined]) {
    const tab = await open(userAgent)
    await expect(tab.getByText(t('check.noCamera'))).toBeVisible()
    await expect(tab.getByRole('link', { name: t('landing.ageApp') })).toBeVisible()
    await expect(tab.getByRole('link', { name: t('check.anyway') })).toBeVisible()
    await tab.getByRole('button', { name: t('check.copy') }).click()
    await expect(tab.getByText(t('check.copied'))).toBeVisible()
    const address = await tab.getByLabel(t('check.address')).inputValue()
    if (userAgent === BLIND.Instagram) {
      await page.goto(address)
      await expect(heading(page, t('checkPhone.app'))).toBeVisible()
    }
    await tab.context().close()
  }
})

test('KYC-42 where nothing arrives for 20 seconds the page says so, and what can be done', async ({ page, visit }) => {
  const product = await askAtTheCinema(page, visit)
  const { search } = new URL(product.url())
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  await keepSession(product, tokens)
  await product.clock.install()
  await product.goto(`/kyc-process${search}`)
  await expect(heading(product, t('kyc.process'))).toBeVisible()
  await product.clock.runFor(19 * SECOND_MS)
  await expect(product.getByRole('button', { name: t('process.again') })).toHaveCount(0)
  await product.clock.runFor(SECOND_MS)
  await expect(heading(product, t('process.nothing'))).toBeVisible()
  await expect(product.getByRole('link', { name: t('visit.notNow', { provider: 'Kino Aurora' }) })).toBeVisible()
  await expect(product.getByRole('link', { name: t('process.support') })).toBeVisible()
  await expect(product.getByRole('button', { name: t('process.again') })).toBeVisible()
  // It still asks.
  await endCheck(visit, check, 'COMPLETED')
  await expect(async () => {
    await product.clock.runFor(3 * SECOND_MS)
    await expect(heading(product, t('approved.heading'))).toBeVisible({ timeout: 500 })
  }).toPass()
})
