import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { account } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { test } from './support/fixtures.ts'
import { press } from './support/keyboard.ts'
import { operate } from './support/operator.ts'
import { button, enrol, heading, link } from './support/staff.ts'
import { newNumber, smsTo } from './support/world.ts'

test('A reviewer opens the document at the identity check, and decides by keyboard [ADMIN-23 A11Y-01]', async ({
  page,
  visit,
  expectRefusals,
}) => {
  test.slow()
  expectRefusals(401)
  // One that stays in the list when the other one is decided.
  const other = { ...visit, number: newNumber() }
  await endCheck(other, await beginCheck(other, await account(other)), 'PENDING_MANUAL_REVIEW')
  const tokens = await account(visit)
  const check = await beginCheck(visit, tokens)
  await endCheck(visit, check, 'PENDING_MANUAL_REVIEW')
  const invitation = /https?:\S+/.exec(await operate('staff', 'invite', 'reviewer'))?.[0] ?? ''
  await page.goto(invitation)
  await enrol(page, `reviewer-${randomUUID()}@installation.example`)
  const menu = page.getByText('Menu', { exact: true })
  if (await menu.isVisible()) await menu.click()
  await link(page, 'Held accounts').click()
  await expect(heading(page, 'Held accounts')).toBeVisible()

  const row = page.getByRole('row', { name: tokens.user_id })
  await expect(row).toBeVisible()
  await expect(row.getByRole('link', { name: 'Look' })).toHaveAttribute(
    'href',
    `${visit.world.identity}/desk#${check.searchParams.get('tc')}`,
  )
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'review desk, narrow and dark')
  const sms = await smsTo(visit.request, visit.world.phone, visit.number)

  await press(page, row.getByRole('button', { name: 'Approve' }))
  await expect(page.getByRole('dialog', { name: 'Is this person 18 or over?' })).toBeVisible()
  await expect(button(page, 'Cancel')).toBeFocused()
  await expectAccessible(page, 'review desk, asked')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const status = await visit.request.get(`${visit.world.product}/api/idcheck/status`, { headers })
  expect(await status.json()).toEqual({ result: { status: 'COMPLETED' } })
  await expect
    .poll(async () => (await smsTo(visit.request, visit.world.phone, visit.number)).length)
    .toBe(sms.length + 1)
})
