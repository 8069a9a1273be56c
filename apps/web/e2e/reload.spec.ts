import type { Page } from '@playwright/test'
import { account, keptIn } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  fillRegistration,
  fromLandingToRegister,
  logIn,
  newestCode,
  passIdentityCheck,
  register,
  startCheck,
} from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { newNumber } from './support/world.ts'

const language = 'en'
const t = textsOf(language)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const newPin = async (page: Page) => {
  await page.getByLabel(t('pin.label'), { exact: true }).fill('7319')
  await page.getByLabel(t('pin.repeat'), { exact: true }).fill('7319')
  await page.getByRole('button', { name: t('action.continue') }).click()
}
const queryOf = (page: Page) => new URL(page.url()).search

test('X-09 AUTH-11 ROUTE-02 a reload on any screen keeps the visitor on the way, with the same query', async ({
  page,
  visit,
  isMobile,
}) => {
  const product = await askAtTheCinema(page, visit)
  await expect(product).toHaveURL(/\?mintid=[\w-]+&mobile=(true|false)$/)
  const query = queryOf(product)
  const reloaded = async (name: string) => {
    await product.reload()
    await expect(heading(product, name)).toBeVisible()
    expect(queryOf(product)).toBe(query)
  }

  await reloaded(t('landing.heading'))
  await fromLandingToRegister(product, visit)
  await reloaded(t('register.title'))
  await register(product, visit)
  await reloaded(t('confirmCode.title'))
  await confirmNumber(product, visit)
  await product.reload()
  await passIdentityCheck(product, visit)
  await reloaded(t('approved.heading'))
  if (isMobile) return
  await complete(product, visit)
  await expect(heading(product, t('complete.done', { provider: 'Kino Aurora' }))).toBeVisible()
  await reloaded(t('complete.done', { provider: 'Kino Aurora' }))
})

test('AUTH-11 a reload while the SMS is read goes on with the log-in, and shows only parts of the number', async ({
  page,
  visit,
}) => {
  await account(visit)
  await page.goto('/auth/login')
  await logIn(page, visit)
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(`•••\u00a0${visit.number.slice(-3)}`)).toBeVisible()
  expect(await keptIn(page)).not.toContain(visit.number)
  // It gives no other PIN a number.
  await page.goto('/auth/reset-pin')
  await expect(heading(page, t('forgotPin.title'))).toBeVisible()
  await page.goBack()
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await startCheck(page, visit)
})

test('AUTH-11 RESET-02 after a reload while the SMS is read a reset asks for the new PIN after the code, and after another reload again', async ({
  page,
  visit,
}) => {
  await account(visit)
  await page.goto('/auth/forgot-pin')
  await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
  await page.getByRole('button', { name: t('action.continue') }).click()
  await newPin(page)
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
  await page.reload()
  const code = await newestCode(visit)
  await page.getByLabel(t('confirmCode.label')).fill(code)
  await expect(heading(page, t('resetPin.title'))).toBeVisible()
  await expect(page.getByText(/SMS/)).toHaveCount(0)

  // Another one forgets the proof as well: the new PIN is asked for again, then another code.
  await page.reload()
  await expect(heading(page, t('resetPin.title'))).toBeVisible()
  await newPin(page)
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
  await expect.poll(() => newestCode(visit)).not.toBe(code)
  await page.reload()
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await newPin(page)
  await expect(heading(page, t('pinChanged.title'))).toBeVisible()
})

test('AUTH-11 CODE-04 a number that is corrected after a reload is the one that the page names', async ({
  page,
  visit,
}) => {
  await page.goto('/auth/register')
  await register(page, visit)
  await page.reload()
  await page.getByRole('button', { name: t('confirmCode.wrongNumber') }).click()
  const other = { ...visit, number: newNumber() }
  await register(page, other)
  await expect(page.getByText(`•••\u00a0${other.number.slice(-3)}`)).toBeVisible()
})

test('AUTH-11 where the code is over, its form is there again after a reload and says why', async ({
  page,
  visit,
  expectRefusals,
}) => {
  expectRefusals(422)
  await page.goto('/auth/register')
  await register(page, visit)
  // As much as another browser.
  await page.context().clearCookies({ name: /did$/ })
  await page.reload()
  await expect(heading(page, t('register.title'))).toBeVisible()
  await expect(page.getByText(t('confirmCode.restart')).first()).toBeVisible()
})

test('GEN-06 Back goes one step, and what was typed is still there', async ({ page, visit }) => {
  await page.goto('/')
  await fromLandingToRegister(page, visit)
  await fillRegistration(page, visit)
  await page.getByRole('button', { name: t('register.submit') }).click()
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()

  await page.goBack()
  await expect(heading(page, t('register.title'))).toBeVisible()
  await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
  await page.getByRole('button', { name: t('action.back') }).click()
  await expect(heading(page, t('prompt.heading'))).toBeVisible()
  await page.getByRole('button', { name: t('action.back') }).click()
  await expect(heading(page, t('landing.heading'))).toBeVisible()
})

test('LANG-06 another language keeps what was typed', async ({ page, visit }) => {
  const german = textsOf('de')
  await page.goto('/')
  await fromLandingToRegister(page, visit)
  await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
  await page.getByLabel(t('pin.label'), { exact: true }).fill('1234')
  await page.getByRole('button', { name: 'DE – Deutsch' }).click()

  await expect(heading(page, german('register.title'))).toBeVisible()
  await expect(page.getByLabel(german('phone.number'), { exact: true })).toHaveValue(visit.number)
  await expect(page.getByText(german('error.invalid_pin'))).toBeVisible()
})

test('ROUTE-11 an address that does not exist says so', async ({ page, expectRefusals }) => {
  expectRefusals(404)
  for (const path of ['/no/such/page', '/%']) {
    const answer = await page.goto(path)
    expect([path, answer?.status()]).toEqual([path, 404])
    await expect(heading(page, t('notFound.title'))).toBeVisible()
  }
})

test('ROUTE-01 the pages of the check are open without a session: they say what they can, and lead to the log-in with the same query', async ({
  page,
  expectRefusals,
}) => {
  // This request does not exist: its summary is not found.
  expectRefusals(404)
  const pages = [
    ['/check', 'kyc.title'],
    ['/kyc', 'kyc.title'],
    ['/kyc-result/approved', 'kyc.title'],
    ['/kyc-result/reviewing', 'signedOut.reviewing'],
    ['/kyc-result/denied', 'signedOut.denied'],
  ] as const
  for (const [path, title] of pages) {
    await page.goto(`${path}?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true`)
    await expect(heading(page, t(title))).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('button', { name: t('action.login'), exact: true }).click()
    await expect(heading(page, t('login.title'))).toBeVisible()
    expect(queryOf(page)).toBe('?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true')
  }
})
