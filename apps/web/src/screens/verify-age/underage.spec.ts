import { expect, test } from '#e2e/support/fixtures.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')

test('AGE-02 the under-age page says what happened to the account, and leads to the log-in and to support', async ({
  page,
}) => {
  await page.goto('/verify-age/denied')
  await expect(page.getByText('Your account is deactivated and your data is deleted.')).toBeVisible()
  await expect(page.getByRole('link', { name: t('underage.mistake') })).toHaveAttribute('href', /support/)
  await page.getByRole('button', { name: t('underage.login') }).click()
  await expect(page).toHaveURL(/\/auth\/login\?mobile=false$/)
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
})
