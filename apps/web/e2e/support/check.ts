import { kycInit, type TokenAnswer, type VendorOutcome } from '@avouch/contract'
import type { Page } from '@playwright/test'
import type { Visit } from './steps.ts'
import type { Addresses } from './world.ts'

/** Begins the identity check of a signed-in visitor, as /kyc does. @returns where the visitor would be sent */
export async function beginCheck({ request, world }: Visit, { access_token }: TokenAnswer): Promise<URL> {
  const headers = { authorization: `Bearer ${access_token}` }
  const answer = await request.get(`${world.product}${kycInit.path}`, { headers })
  const { data } = (await answer.json()) as { data: { url: string } }
  return new URL(data.url)
}

/** The check comes to something, in whatever browser or phone it runs. */
export async function endCheck({ request, world }: Visit, check: URL, status: VendorOutcome): Promise<void> {
  await request.post(`${world.identity}/outcome`, {
    headers: { 'sec-fetch-site': 'same-origin' },
    form: { ...Object.fromEntries(check.searchParams), status, lost: '', document: '' },
    maxRedirects: 0,
  })
}

/** A reviewer approves the check at the review desk, and waits for the page that answers: to close it would cancel the request. */
export async function approveAtDesk(page: Page, { identity }: Addresses, code: string): Promise<void> {
  const desk = await page.context().newPage()
  await desk.goto(`${identity}/desk`)
  const item = desk.getByRole('listitem').filter({ hasText: code })
  await Promise.all([desk.waitForEvent('load'), item.getByRole('button', { name: 'Approve' }).click()])
  await desk.close()
}
