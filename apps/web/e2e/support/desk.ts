import type { Page } from '@playwright/test'
import type { Addresses } from './world.ts'

/** The item of one check at the review desk. */
const itemOf = (desk: Page, code: string) => desk.getByRole('listitem').filter({ hasText: code })

/** A reviewer takes the check at the review desk. */
async function takeAtDesk(page: Page, { identity }: Addresses, code: string): Promise<Page> {
  const desk = await page.context().newPage()
  await desk.goto(`${identity}/desk`)
  await desk.getByLabel('Your name').fill('Anna')
  await desk.getByRole('button', { name: 'Save' }).click()
  await itemOf(desk, code).getByRole('button', { name: 'Take it' }).click()
  return desk
}

export async function approveAtDesk(page: Page, world: Addresses, code: string): Promise<void> {
  const desk = await takeAtDesk(page, world, code)
  await itemOf(desk, code).getByRole('button', { name: 'Approve' }).click()
  await desk.waitForURL(/\/desk/)
  await desk.close()
}

export async function rejectAtDesk(page: Page, world: Addresses, code: string): Promise<void> {
  const desk = await takeAtDesk(page, world, code)
  await itemOf(desk, code).getByLabel('Reason').fill('The photo is blurred.')
  await itemOf(desk, code).getByRole('button', { name: 'Reject' }).click()
  await desk.waitForURL(/\/desk/)
  await desk.close()
}
