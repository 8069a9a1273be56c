import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { fillLogIn, newestCode, startCheck } from '#e2e/support/steps.ts'
import { accountWithoutDigits } from '#e2e/support/used-up-codes.ts'

test('Where the digits of a number are used up, a long code logs its holder in, in a field for everybody [CODE-01 CODE-18 A11Y-02]', async ({
  browser,
  page,
  visit,
  t,
}) => {
  test.slow()
  await accountWithoutDigits(browser, visit)
  await page.goto('/auth/login')
  await fillLogIn(page, visit)
  await expect(page.getByText(t('confirmCode.longWhy'))).toBeVisible()
  await expectAccessible(page, 'confirm code, a long one')
  await page.getByLabel(t('confirmCode.label')).fill((await newestCode(visit)).toLowerCase())
  await page.getByRole('button', { name: t('action.confirm') }).click()
  await startCheck(page, visit)
})
