import { expect, test } from './support/fixtures.ts'
import { expectErrorAt, fieldsOf } from './support/forms.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { fillLogIn, newestCode, register, startCheck } from './support/steps.ts'

test(
  'A visitor who mistypes number, PIN and code repeatedly meets no rate limit [LIMIT-08]',
  SOAK_ONLY,
  async ({ page, visit, t, expectRefusals }) => {
    expectRefusals(401, 404, 422)
    await page.goto('/auth/login')
    for (const pin of ['2580', '2581', '2582', '2583']) {
      await fillLogIn(page, visit, pin)
      await expectErrorAt(fieldsOf(page, t).number, t('error.phone_number_does_not_exist'))
    }
    await page.goto('/auth/register')
    await register(page, visit)
    const code = await newestCode(visit)
    const field = page.getByLabel(t('confirmCode.label'))
    for (let i = 1; i < 5; i++) {
      const wrong = String((Number(code) + i) % 1_000_000).padStart(6, '0')
      await field.fill(wrong)
      await expect(field).toHaveAccessibleDescription(new RegExp(t('error.wrong_sms_code')))
    }
    await field.fill(code)
    await startCheck(page, visit)
  },
)
