import { prechangePin, prelogin, signup, verifyCode } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { fillLogIn, fillRegistration, newestCode, register, type Visit, startCheck } from './support/steps.ts'
import { otherThan } from './support/world.ts'

/**
 * The page's next call comes when its browser has sent so many worthless ones that it has no place left, and gets none before
 * the call arrives: places come back one after the other while a form is filled in.
 */
async function exhaustBeforeCall(page: Page, { request, world }: Visit, { path }: { path: string }): Promise<void> {
  const isRefused = async () => {
    const answer = await request.post(world.product + path, { data: {} })
    return answer.status() === 429 && Number(answer.headers()['retry-after']) > 1
  }
  await page.route(`**${path}`, async (route) => {
    while (!(await isRefused()));
    await route.continue()
  })
}

const told = (page: Page, { t }: Visit) =>
  expect(page.getByRole('region', { name: t('layout.notifications') })).toContainText(t('error.too_many_requests'))

for (const language of ONE_LANGUAGE) {
  test.describe(`too much at once (${language})`, () => {
    test.use({ language })

    test('LIMIT-03 ERR-01 is shown on registration', SOAK_ONLY, async ({ page, visit, t, expectRefusals }) => {
      expectRefusals(429)
      await exhaustBeforeCall(page, visit, signup)

      await page.goto('/auth/register')
      await fillRegistration(page, visit)
      await page.getByRole('button', { name: t('register.submit') }).click()
      await told(page, visit)
      await expect(page.getByLabel(t('phone.number'), { exact: true })).toHaveValue(visit.number)
    })

    test(
      'LIMIT-03 ERR-01 is shown on log-in and forgotten PIN',
      SOAK_ONLY,
      async ({ page, visit, t, expectRefusals }) => {
        expectRefusals(429)
        for (const endpoint of [prelogin, prechangePin]) await exhaustBeforeCall(page, visit, endpoint)

        await page.goto('/auth/login')
        await fillLogIn(page, visit)
        await told(page, visit)

        await page.goto('/auth/forgot-pin')
        await page.getByLabel(t('phone.number'), { exact: true }).fill(visit.number)
        await page.getByRole('button', { name: t('action.continue') }).click()
        await told(page, visit)
      },
    )

    test('LIMIT-03 ERR-01 is said where a code is confirmed', SOAK_ONLY, async ({ page, visit, t, expectRefusals }) => {
      expectRefusals(429)
      await page.goto('/auth/register')
      await register(page, visit)
      await exhaustBeforeCall(page, visit, verifyCode)
      const code = await newestCode(visit)
      await page.getByLabel(t('confirmCode.label')).fill(otherThan(code))
      await told(page, visit)
      await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
    })
  })
}

test(
  'LIMIT-08 a visitor who mistypes number, PIN and code repeatedly meets no rate limit',
  SOAK_ONLY,
  async ({ page, visit, t, expectRefusals }) => {
    expectRefusals(401, 404, 422)
    await page.goto('/auth/login')
    for (const pin of ['2580', '2581', '2582', '2583']) {
      await fillLogIn(page, visit, pin)
      await expect(page.getByText(t('error.phone_number_does_not_exist'))).toBeVisible()
    }
    await page.goto('/auth/register')
    await register(page, visit)
    const code = await newestCode(visit)
    for (let i = 1; i < 5; i++) {
      const wrong = String((Number(code) + i) % 1_000_000).padStart(6, '0')
      await page.getByLabel(t('confirmCode.label')).fill(wrong)
      await expect(page.getByText(t('error.wrong_sms_code'))).toBeVisible()
    }
    await page.getByLabel(t('confirmCode.label')).fill(code)
    await startCheck(page, visit)
  },
)
