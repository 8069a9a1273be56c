import { expect, test } from '#e2e/support/fixtures.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')

test('AGE-02 the under-age page speaks of the case, and not of an account of its reader; it leads to the log-in and to support', async ({
  page,
}) => {
  await page.goto('/verify-age/denied')
  await expect(page.getByText('An account of someone younger is deactivated and its data is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: t('underage.mistake') })).toHaveAttribute('href', /support/)
  await expect(page.getByText('Your account')).toHaveCount(0)
  await page.getByRole('button', { name: t('underage.login') }).click()
  await expect(page).toHaveURL(/\/auth\/login\?mobile=false$/)
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
})
