import type { Page } from '@playwright/test'
import type { Addresses } from './world.ts'

/** A reviewer decides the check at the review desk, and waits for the page that answers: to close it would cancel the request. */
async function decide(page: Page, { identity }: Addresses, code: string, press: string, reason = ''): Promise<void> {
  const desk = await page.context().newPage()
  await desk.goto(`${identity}/desk`)
  const item = desk.getByRole('listitem').filter({ hasText: code })
  await item.getByLabel('Reason').fill(reason)
  await Promise.all([desk.waitForEvent('load'), item.getByRole('button', { name: press }).click()])
  await desk.close()
}

export const approveAtDesk = (page: Page, world: Addresses, code: string) => decide(page, world, code, 'Approve')
export const rejectAtDesk = (page: Page, world: Addresses, code: string) =>
  decide(page, world, code, 'Reject', 'The photo is blurred.')
