import type { Page } from '@playwright/test'
import { account, keptIn } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { fillRegistration, fromLandingToRegister, logIn, newestCode, startCheck } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const language = 'en'
const t = textsOf(language)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
test('A reload while the SMS is read goes on with the log-in, and shows only parts of the number [AUTH-11]', async ({
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
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await startCheck(page, visit)
})

test('Back goes one step, and what was typed is still there [GEN-04]', async ({ page, visit }) => {
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
