import type { Page } from '@playwright/test'
import { account, keepSession, keptIn, SESSION_NAMES, toTheCheck } from '#e2e/support/account.ts'
import { requestForAge } from '#e2e/support/age-request.ts'
import { approveAtDesk, beginCheck, endCheck } from '#e2e/support/check.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { SOAK_ONLY } from '#e2e/support/languages.ts'
import { scan } from '#e2e/support/qr.ts'
import {
  askAtTheCinema,
  complete,
  expectUnlocked,
  fillLogIn,
  logIn,
  newestCode,
  showDocument,
} from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'
import { smsTo } from '#e2e/support/world.ts'

const t = textsOf('en')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const qrCode = (page: Page) => page.getByRole('img', { name: t('check.qr') })

const sessionOf = (page: Page) =>
  page.evaluate(() => ({
    access_token: sessionStorage.getItem('access_token') ?? '',
    token_type: 'Bearer' as const,
    expires_in: 600,
    refresh_token: '',
    user_id: '',
  }))

test('A blurred picture is wanted once more: the page says what helps and leads to the same check, which is then passed [KYC-55 KYC-49]', async ({
  page,
  visit,
}) => {
  await toTheCheck(page, visit)
  const codeOf = () => new URL(page.url()).searchParams.get('tc')
  const check = codeOf()
  await page.getByRole('link', { name: 'For testers' }).click()
  await page.getByRole('button', { name: 'Once more: picture blurred' }).click()
  await expect(heading(page, t('again.picture'))).toBeVisible()
  await expect(page.getByText(t('again.pictureHelp'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('again.go') }).click()
  await expect(page.getByText('Once more: picture blurred')).toBeVisible()
  expect(codeOf()).toBe(check)
  await showDocument(page, visit)
  await expect(heading(page, t('approved.heading'))).toBeVisible()
})

test('A phone takes over what was begun on a computer, without the session, and the computer goes on [KYC-40]', async ({
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
  await showDocument(phone, visit)
  await expect(phone).toHaveURL(/\/complete-process/)
  await expect(heading(phone, t('complete.toComputer'))).toBeVisible()
  await expect(phone.getByText(t('complete.toAppText'))).toBeVisible()
  await expect(phone.getByRole('link', { name: /Kino Aurora/ })).toHaveCount(0)

  // It hears so by itself within ten seconds: a reload is sooner.
  await page.reload()
  await expect(heading(page, t('approved.heading'))).toBeVisible()
  await complete(page, visit)
  await expectUnlocked(cinema, visit)
  await phone.context().close()
})

test('The new tab gets a new code, and no hold on the page that opened it', async ({ page, visit, isMobile }) => {
  test.skip(isMobile, 'a phone goes on where it is')
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  await keepSession(page, tokens)
  await page.goto('/kyc-result/in-progress')
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: t('kyc.restart') }).click(),
  ])
  await tab.waitForURL(`${visit.world.identity}/**`)
  expect(new URL(tab.url()).searchParams.get('tc')).not.toBe(check.searchParams.get('tc'))
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
})

test('Under age, the page says so, nothing of the account stays in the tab, and the number has none [KYC-07 AGE-03 AGE-02]', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(404)
  await toTheCheck(page, visit)
  await showDocument(page, visit, 'Jo, 16')
  await expect(page).toHaveURL(/\/verify-age\/denied/)
  await expect(heading(page, t('underage.title'))).toBeVisible()
  await expect(page.getByText(t('underage.text'))).toBeVisible()
  expect(await keptIn(page)).not.toMatch(SESSION_NAMES)
  await page.getByRole('button', { name: t('underage.login') }).click()
  await fillLogIn(page, visit)
  await expect(page.getByRole('form').getByText(t('error.phone_number_does_not_exist'))).toBeVisible()
})

test(
  'The link in the SMS about a review leads back to the same request, in a browser without a session [KYC-27 INTENT-09]',
  SOAK_ONLY,
  async ({ page, visit, browser }) => {
    const cinema = await askAtTheCinema(page, visit)
    const mintid = new URL(cinema.url()).searchParams.get('mintid')
    await toTheCheck(cinema, visit, new URL(cinema.url()).search)
    const code = new URL(cinema.url()).searchParams.get('tc') ?? ''
    await showDocument(cinema, visit, 'Sam, blurred')
    await expect(cinema.getByText(t('reviewing.mayClose'))).toBeVisible()
    await cinema.close()

    await approveAtDesk(page, visit.world, code)
    const linkOf = async () =>
      /http\S+kyc-check-result\S+/.exec((await smsTo(visit.request, visit.world.phone, visit.number)).at(-1) ?? '')?.[0]
    await expect.poll(linkOf).toBeDefined()
    const phone = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await phone.goto((await linkOf()) ?? '')
    await phone.getByRole('button', { name: t('action.login'), exact: true }).click()
    await logIn(phone, visit)
    await phone.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(heading(phone, t('approved.heading'))).toBeVisible()
    expect(new URL(phone.url()).searchParams.get('mintid')).toBe(mintid)
    await phone.context().close()
  },
)

test(
  'Answers that never come are given up, and the next ones are followed [KYC-22]',
  SOAK_ONLY,
  async ({ page, visit, expectOutage }) => {
    expectOutage()
    const tokens = await account(visit)
    await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
    await keepSession(page, tokens)
    for (const path of ['/kyc-process', '/kyc-check-result']) {
      for (const address of ['**/api/idcheck/status', '**/api/user/me'])
        await page.route(address, () => undefined, { times: 1 })
      await page.goto(path)
      await expect(heading(page, t('approved.heading'))).toBeVisible({ timeout: 25_000 })
    }
  },
)
