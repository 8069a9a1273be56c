import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'
import { hold } from './support/hold.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { GOOD_PIN } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('Without a network a form keeps what was typed, says so beside what has the focus, and can be sent when it is back [STATE-03 STATE-06]', async ({
  page,
  context,
  visit,
  expectOutage,
}) => {
  expectOutage()
  await account(visit)
  await watchShifts(context)
  await page.goto('/auth/login')
  const fields = fieldsOf(page, t)
  await fields.number.fill(visit.number)
  await fields.pin.fill(GOOD_PIN)
  await context.setOffline(true)
  const notice = page.getByRole('region', { name: t('state.label') })
  await expect(notice).toContainText(t('state.offline'))
  await expectAccessible(page, 'log-in without a network')
  expect(await shiftsOf(page)).toEqual([])
  // It moves away from the focus in the footer.
  const below = await notice.boundingBox()
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  await expect.poll(async () => (await notice.boundingBox())?.y).toBe(0)
  await fields.pin.focus()
  await expect.poll(() => notice.boundingBox()).toEqual(below)

  await fields.pin.press('Enter')
  await expect(page.locator('[aria-live=assertive]')).toContainText(t('notice.offline'))
  await expect(fields.number).toHaveValue(visit.number)
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
  await fields.pin.press('Enter')
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
})

test('A screen that cannot be fetched comes when the network is back, without a reload [STATE-04]', async ({
  page,
  context,
  expectOutage,
}) => {
  expectOutage()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto('/auth/prompt')
  await untilAlive(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await expect(heading(page, t('state.offlineTitle'))).toBeVisible()
  await page.getByRole('button', { name: t('action.retry') }).click()
  await expect(heading(page, t('state.offlineTitle'))).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, t('register.title'))).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/register/)
  expect(loads).toBe(1)
})

test('An Enter that comes before the rules of a form sends it once they are there [STATE-04]', async ({
  page,
  visit,
}) => {
  await account(visit)
  const rules = await hold(page, builtPart('form-schemas'))
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page, t)
  await number.fill(visit.number)
  await pin.fill(GOOD_PIN)
  await pin.press('Enter')
  await expect(page.getByRole('button', { name: t('action.login'), exact: true })).toBeDisabled()
  rules()
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
})
