import { de } from '@avouch/phrases/test-outcome/de'
import { en } from '@avouch/phrases/test-outcome/en'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { account, keepSession, keptIn, SESSION_NAMES } from '#e2e/support/account.ts'
import { requestForAge } from '#e2e/support/age-request.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import type { Visit } from '#e2e/support/steps.ts'
import { cinemaTestKey } from '#e2e/support/world.ts'

const TEXTS = { en, de } as const
const ask = (visit: Visit, wish = {}) => requestForAge(visit, wish, cinemaTestKey())
const saysTest = (page: Page, { t }: Visit) => expect(page.getByText(t('banner.test'))).toBeVisible()
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The product of these tests has the sandbox's check: here it answers as in production. */
const asInProduction = (page: Page) =>
  page.route('**/api/idcheck/init**', async (route) => {
    const answer = await route.fetch()
    const { url: given } = ((await answer.json()) as { data: { url: string | null } }).data
    const { origin, searchParams } = new URL(route.request().url())
    const url = given && `${origin}/kyc?mintid=${searchParams.get('mintid') ?? ''}&mobile=false`
    await route.fulfill({ response: answer, json: { data: { code: '', url } } })
  })

/** A signed-in visitor of a test request, where an outcome is chosen. */
async function choosing(page: Page, visit: Visit) {
  const mintid = await ask(visit)
  await keepSession(page, await account(visit))
  await asInProduction(page)
  await page.goto(`/kyc?mintid=${mintid}`)
  const texts = TEXTS[visit.language]
  await expect(heading(page, texts['testOutcome.title'])).toBeVisible()
  const choose = (outcome: keyof typeof en) =>
    page.getByRole('button', { name: texts[outcome].replace('{{age}}', '18'), exact: true }).click()
  return { texts, choose }
}

test('TEST-01 every page of a test request says that it is a test, also before its script runs', async ({
  page,
  visit,
  request,
}) => {
  const mintid = await ask(visit)
  const said = visit.t('banner.test')
  for (const screen of ['/', '/auth/prompt', '/auth/login', '/verify-age/denied', '/kyc']) {
    const document = await request.get(`${screen}?mintid=${mintid}&lng=${visit.language}`)
    expect(await document.text(), screen).toContain(said)
    await page.goto(`${screen}?mintid=${mintid}`)
    await saysTest(page, visit)
  }
  await page.goto(`/?mintid=${await requestForAge(visit, {})}`)
  await expect(heading(page, visit.t('landing.heading', { age: 18 }))).toBeVisible()
  await expect(page.getByText(said)).toBeHidden()
})

test('TEST-02 a visitor chooses an outcome in place of a check, and sees its page', async ({ page, visit, t }) => {
  const { choose, texts } = await choosing(page, visit)
  await saysTest(page, visit)
  await expectAccessible(page, 'test outcome')
  await choose('testOutcome.MANUAL_REVIEW_REJECTED')
  await expect(heading(page, t('denied.title'))).toBeVisible()
  await page.getByRole('button', { name: t('action.retry') }).click()
  await choose('testOutcome.PENDING_MANUAL_REVIEW')
  await expect(heading(page, t('reviewing.title'))).toBeVisible()
  await page.getByRole('button', { name: t('action.refresh') }).click()
  await expect(heading(page, texts['testOutcome.title'])).toBeVisible()
  await choose('testOutcome.COMPLETED')
  await page.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }).click()
  await expect(page).toHaveURL(/\/complete-process/)
  await saysTest(page, visit)
})

test('TEST-02 under age ends no account: the session stays, and the page does not say otherwise', async ({
  page,
  visit,
  t,
}) => {
  const { choose } = await choosing(page, visit)
  await choose('testOutcome.UNDERAGED')
  await expect(heading(page, t('underage.title', { age: 18 }))).toBeVisible()
  await saysTest(page, visit)
  await expect(page.getByText(t('underage.text', { age: 18 }))).toBeHidden()
  expect(await keptIn(page)).toMatch(SESSION_NAMES)
})

test('TEST-03 what an app would show is chosen without an account', async ({ page, visit }) => {
  const mintid = await ask(visit, { accept: ['proof_of_age'] })
  await page.goto(`/kyc?mintid=${mintid}&by=age_app`)
  const texts = TEXTS[visit.language]
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: texts['testOutcome.COMPLETED'].replace('{{age}}', '18'), exact: true }).click()
  await expect(page).toHaveURL(/\/complete-process/)
})
