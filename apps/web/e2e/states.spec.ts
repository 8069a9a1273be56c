import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'
import { hold } from './support/hold.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { untilAlive } from './support/alive.ts'
import { fieldsOf } from './support/forms.ts'
import { shiftsOf, watchShifts } from './support/shifts.ts'
import { GOOD_PIN } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const shown = (page: Page, text: string) =>
  page.getByText(text, { exact: true }).and(page.locator(':not([aria-live] *)'))
const said = (page: Page) => page.locator('[aria-live=polite]')

for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('A screen that comes late says so [STATE-01 STATE-02]', async ({ page, t }) => {
      await page.clock.install()
      await page.goto('/auth/prompt')
      await expect(heading(page, t('prompt.heading'))).toBeVisible()
      await expect(said(page)).toBeAttached()
      const chunk = await hold(page, builtPart('login.route'))
      await page.getByRole('button', { name: t('prompt.again') }).click()
      await page.clock.runFor(1_000)
      await expect(page.getByRole('status').filter({ hasText: t('layout.loading') })).toBeVisible()
      await expect(shown(page, t('state.slow'))).toHaveCount(0)
      await page.clock.runFor(2_000)
      await expect(shown(page, t('state.slow'))).toBeVisible()
      await expect(said(page)).toContainText(t('state.slow'))
      await expect(page.getByRole('status').filter({ hasText: t('layout.loading') })).toBeVisible()
      chunk()
      await expect(heading(page, t('login.title'))).toBeVisible()
      await expect(shown(page, t('state.slow'))).toHaveCount(0)
    })

    test('Without a network a form keeps what was typed, says so, and can be sent when it is back [STATE-03 STATE-05]', async ({
      page,
      context,
      t,
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
      await expect(said(page)).toBeAttached()
      await context.setOffline(true)
      await expect(shown(page, t('state.offline'))).toBeVisible()
      await expect(said(page)).toContainText(t('state.offline'))
      await expectAccessible(page, 'log-in without a network')
      expect(await shiftsOf(page)).toEqual([])
      // It moves away from the focus in the footer.
      const notice = page.getByRole('region', { name: t('state.label') })
      const imprint = page.getByRole('contentinfo').getByRole('link').first()
      const below = await notice.boundingBox()
      await imprint.focus()
      await expect.poll(async () => (await notice.boundingBox())?.y).toBe(0)
      await fields.pin.focus()
      await expect.poll(() => notice.boundingBox()).toEqual(below)

      await fields.pin.press('Enter')
      // Seen in one place.
      await expect(page.locator('[aria-live=assertive]')).toContainText(t('notice.offline'))
      await expect(page.getByRole('region', { name: t('layout.notifications') }).getByRole('listitem')).toHaveCount(0)
      await expect(notice).toContainText(t('state.offline'))
      await expect(fields.number).toHaveValue(visit.number)
      await expect(fields.pin).toHaveValue(GOOD_PIN)
      await context.setOffline(false)
      await expect(shown(page, t('state.offline'))).toHaveCount(0)
      await expect(said(page)).toContainText(t('state.online'))
      await fields.pin.press('Enter')
      await expect(heading(page, t('confirmCode.title'))).toBeVisible()
    })
  })

const t = textsOf('en')

test('A screen that cannot be fetched comes when the network is back [STATE-04]', async ({
  page,
  context,
  expectOutage,
}) => {
  expectOutage()
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.goto('/auth/prompt')
  await expect(heading(page, t('prompt.heading'))).toBeVisible()
  await expect(said(page)).toBeAttached()
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

test('A screen whose fetch fails just before the outage ends comes at once, without a reload [STATE-04]', async ({
  page,
  expectOutage,
}) => {
  expectOutage()
  let loads = 0
  let away = true
  page.on('load', () => (loads += 1))
  await page.route(builtPart('register.route'), (route) =>
    away ? route.abort('internetdisconnected') : route.continue(),
  )
  await page.route('**/livez', (route) => {
    away = false
    return route.continue()
  })
  await page.goto('/auth/prompt')
  await expect(heading(page, t('prompt.heading'))).toBeVisible()
  await untilAlive(page)
  await page.getByRole('button', { name: t('prompt.first') }).click()
  await expect(heading(page, t('register.title'))).toBeVisible()
  expect(loads).toBe(1)
})

test(
  'A form whose part cannot be fetched keeps what was typed, and can be sent when the network is back [STATE-03 STATE-04]',
  SOAK_ONLY,
  async ({ page, visit, expectOutage }) => {
    expectOutage()
    await account(visit)
    let away = true
    for (const address of [builtPart('sign-in'), '**/livez'])
      await page.route(address, (route) => (away ? route.abort('internetdisconnected') : route.continue()))
    await page.goto('/auth/login')
    await untilAlive(page)
    const fields = fieldsOf(page, t)
    await fields.number.fill(visit.number)
    await fields.pin.fill(GOOD_PIN)
    await fields.pin.press('Enter')
    await expect(shown(page, t('state.offline'))).toBeVisible()
    away = false
    await expect(shown(page, t('state.offline'))).toHaveCount(0)
    await expect(fields.number).toHaveValue(visit.number)
    await fields.pin.press('Enter')
    await expect(heading(page, t('confirmCode.title'))).toBeVisible()
  },
)

test('An Enter that comes before the rules of a form sends it once they are there [STATE-04]', async ({
  page,
  visit,
}) => {
  await account(visit)
  const rules = await hold(page, builtPart('form-schemas'))
  await page.goto('/auth/login')
  await untilAlive(page)
  const fields = fieldsOf(page, t)
  await fields.number.fill(visit.number)
  await fields.pin.fill(GOOD_PIN)
  await fields.pin.press('Enter')
  await expect(page.getByRole('button', { name: t('action.login') })).toBeDisabled()
  rules()
  await expect(heading(page, t('confirmCode.title'))).toBeVisible()
})
