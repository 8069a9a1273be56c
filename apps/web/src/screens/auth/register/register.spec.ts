import { expect, test } from '#e2e/support/fixtures.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { ALSO_ON_PHONE } from '#e2e/support/languages.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const german = textsOf('de')

test(
  'An error stands below its red field, is announced and tied to it, and leaves the focus alone [AUTH-06 ERR-04 A11Y-03]',
  ALSO_ON_PHONE,
  async ({ page }) => {
    await page.goto('/auth/register')
    await untilAlive(page)
    const { number } = fieldsOf(page, t)
    const calm = await number.evaluate((input) => getComputedStyle(input).borderTopColor)
    await number.pressSequentially('1')
    await number.press('Backspace')
    const error = page.getByRole('alert')
    await expect(error).toHaveText('Required')
    await expect(number).toBeFocused()
    await expect(number).toHaveAttribute('aria-invalid', 'true')
    await expect(number).toHaveAccessibleDescription('Required')
    expect(await number.evaluate((input) => getComputedStyle(input).borderTopColor)).not.toBe(calm)
    const [field, message] = [await number.boundingBox(), await error.boundingBox()]
    expect(message?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0))

    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(error).toHaveText('Pflichtangabe - bitte fülle das Feld aus')
    await page.getByLabel(german('phone.number'), { exact: true }).pressSequentially('151')
    await expect(error).toHaveCount(0)
  },
)
