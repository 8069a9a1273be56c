import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { fillLogIn, newestCode, register, startCheck } from './support/steps.ts'

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
