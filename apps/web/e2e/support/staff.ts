import { randomUUID } from 'node:crypto'
import { adminConfirmEnrolment, adminEnrol, type Endpoint } from '@avouch/contract'
import { expect, type Page } from '@playwright/test'
import { totpCode } from './totp.ts'
import { ADDRESSES } from './world.ts'

export const PASSWORD = 'correct horse battery'

export const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
/** Finds what is shown once: a key, a link, codes. */
export const secretOf = (page: Page, name: string) =>
  page.getByRole('group', { name, exact: true }).locator('code').innerText()

/** From e-mail and password to a session, past a look at the page of the authenticator. @returns recovery codes */
export async function enrol(page: Page, email: string, look = async () => {}): Promise<string[]> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await button(page, 'Continue').click()
  await expect(heading(page, 'Set up your authenticator app')).toBeVisible()
  await look()
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

/** One call of the consoles, with the cookie of the page's browser. */
export async function callConsole<Data>(
  page: Page,
  { method, path }: Pick<Endpoint, 'method'> & { path: string },
  data: object = {},
): Promise<Data> {
  const answer = await page.request.fetch(ADDRESSES.product + path, {
    method,
    headers: { origin: ADDRESSES.product },
    ...(method !== 'GET' && { data }),
  })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
  return (await answer.json()) as Data
}

/** A person with an account, signed in by calls: with a new test project, or by an invitation. */
export async function signedIn(page: Page, given: { project: string } | { invitation: string }) {
  const email = `${randomUUID().slice(0, 8)}@shop.example`
  const body = { email, password: PASSWORD, invitation: null, project: null, ...given }
  const begun = await callConsole<{ enrolment: string; totp_secret: string }>(page, adminEnrol, body)
  const confirmed = { enrolment: begun.enrolment, code: totpCode(begun.totp_secret) }
  const { person } = await callConsole<{ person: { projects: { id: string }[] } }>(
    page,
    adminConfirmEnrolment,
    confirmed,
  )
  return { email, project: person.projects[0]?.id ?? '' }
}
