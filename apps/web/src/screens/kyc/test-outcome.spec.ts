import { de } from '@avouch/phrases/test-outcome/de'
import { en } from '@avouch/phrases/test-outcome/en'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { account, keepSession } from '#e2e/support/account.ts'
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

test('Every page of a test request says that it is a test, also before its script runs [TEST-01]', async ({
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
  await keepSession(page, await account(visit))
  await asInProduction(page)
  await page.goto(`/kyc?mintid=${mintid}`)
  await expect(heading(page, TEXTS[visit.language]['testOutcome.title'])).toBeVisible()
  await expectAccessible(page, 'test outcome')
  await page.goto(`/?mintid=${await requestForAge(visit, {})}`)
  await expect(heading(page, visit.t('landing.heading', { age: 18 }))).toBeVisible()
  await expect(page.getByText(said)).toBeHidden()
})
