import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { totpCode } from './totp.ts'

export const PASSWORD = 'correct horse battery'

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** Finds what is shown once: a key, a link, codes. */
export const secretOf = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).locator('code').innerText()

/** From e-mail and password to a session. @returns recovery codes */
export async function enrol(page: Page, email: string): Promise<string[]> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Set up your authenticator app')).toBeVisible()
  await expectAccessible(page, 'authenticator')
  await expect(link(page, 'Open in an authenticator app')).toHaveAttribute('href', /^otpauth:/)
  // A phone comes back from the app to a page that was thrown away.
  await page.reload()
  await page.getByLabel('Code from the app').fill(totpCode(await secretOf(page, 'Secret for the authenticator app')))
  await button(page, 'Create account').click()
  await expect(heading(page, 'Your recovery codes')).toBeVisible()
  const codes = (await secretOf(page, 'All recovery codes')).split(/\s+/)
  await button(page, 'I have stored them').click()
  return codes
}
