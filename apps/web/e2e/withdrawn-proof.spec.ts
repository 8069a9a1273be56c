import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { account, keepSession } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { test } from './support/fixtures.ts'
import { operate } from './support/operator.ts'
import { button, enrol, heading, link } from './support/staff.ts'

test('A reviewer withdraws a proof and gives it back; in between its visitor reads that before the check [KYC-58 KYC-60]', async ({
  page,
  visit,
  context,
  expectRefusals,
}) => {
  test.slow()
  expectRefusals(401)
  const tokens = await account(visit)
  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await page.goto(/https?:\S+/.exec(await operate('staff', 'invite', 'reviewer'))?.[0] ?? '')
  await enrol(page, `reviewer-${randomUUID()}@installation.example`)
  const menu = page.getByText('Menu', { exact: true })
  if (await menu.isVisible()) await menu.click()
  await link(page, 'Held accounts').click()
  await expect(heading(page, 'Held accounts')).toBeVisible()
  await page.getByLabel('Id or mobile number').fill(tokens.user_id)
  await button(page, 'Show account').click()
  await expect(button(page, 'Lock')).toHaveCount(0)

  await button(page, 'Withdraw proof').click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this proof?' })
  await dialog.getByLabel('Reason, for the audit trail').selectOption('The document is another person’s')
  await dialog.getByRole('button', { name: 'Withdraw proof' }).click()
  await expect(page.getByText('Not proven', { exact: true })).toBeVisible()
  await expectAccessible(page, 'a withdrawn proof')

  const visitor = await context.newPage()
  await keepSession(visitor, tokens)
  await visitor.goto('/kyc-result/approved')
  await expect(visitor.getByText(visit.t('check.withdrawn'))).toBeVisible()
  await expect(visitor.getByText(visit.t('check.withdrawn.operator'))).toBeVisible()
  await expectAccessible(visitor, 'before the check after a withdrawn proof')

  await button(page, 'Give proof back').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give proof back' }).click()
  await expect(button(page, 'Withdraw proof')).toBeVisible()
  await visitor.goto('/check')
  await expect(visitor).toHaveURL(/\/kyc-result\/approved/)
})
