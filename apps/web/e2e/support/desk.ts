import type { Locator, Page } from '@playwright/test'
import type { Addresses } from './world.ts'

/** The item of one check at the review desk. */
const itemOf = (desk: Page, code: string) => desk.getByRole('listitem').filter({ hasText: code })

/** Sends a form of the desk, and waits for the page that answers: the next press would cancel the request otherwise. */
async function send(desk: Page, button: Locator): Promise<void> {
  await Promise.all([desk.waitForEvent('load'), button.click()])
}

/** A reviewer takes the check at the review desk. */
async function takeAtDesk(page: Page, { identity }: Addresses, code: string): Promise<Page> {
  const desk = await page.context().newPage()
  await desk.goto(`${identity}/desk`)
  await desk.getByLabel('Your name').fill('Anna')
  await send(desk, desk.getByRole('button', { name: 'Save' }))
  await send(desk, itemOf(desk, code).getByRole('button', { name: 'Take it' }))
  return desk
}

export async function approveAtDesk(page: Page, world: Addresses, code: string): Promise<void> {
  const desk = await takeAtDesk(page, world, code)
  await send(desk, itemOf(desk, code).getByRole('button', { name: 'Approve' }))
  await desk.close()
}

export async function rejectAtDesk(page: Page, world: Addresses, code: string): Promise<void> {
  const desk = await takeAtDesk(page, world, code)
  await itemOf(desk, code).getByLabel('Reason').fill('The photo is blurred.')
  await send(desk, itemOf(desk, code).getByRole('button', { name: 'Reject' }))
  await desk.close()
}
