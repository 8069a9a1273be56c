import type { Page } from '@playwright/test'
import type { Addresses } from './world.ts'

/** A reviewer approves the check at the review desk, and waits for the page that answers: to close it would cancel the request. */
export async function approveAtDesk(page: Page, { identity }: Addresses, code: string): Promise<void> {
  const desk = await page.context().newPage()
  await desk.goto(`${identity}/desk`)
  const item = desk.getByRole('listitem').filter({ hasText: code })
  await Promise.all([desk.waitForEvent('load'), item.getByRole('button', { name: 'Approve' }).click()])
  await desk.close()
}
