import { codeDelivery, type SmsDelivery } from '@avouch/contract'
import { account } from '#e2e/support/account.ts'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { fillLogIn, newestCode, startCheck } from '#e2e/support/steps.ts'

const DELIVERY = `**${codeDelivery.path.replace(':id', '*')}`

test('Within five seconds of the report the page says that the SMS did not arrive, and a new code logs in [SMS-23 A11Y-01]', async ({
  page,
  visit,
  t,
}) => {
  let said: SmsDelivery = { sms: 'sent', report: 'expected', resend_after: 60, restart: false }
  await page.route(DELIVERY, (route) => route.fulfill({ json: said }))
  await account(visit)
  await page.goto('/auth/login')
  const asked = page.waitForRequest(DELIVERY)
  await fillLogIn(page, visit)
  await asked
  const again = page.getByRole('button', { name: t('confirmCode.resend') })
  await expect(page.getByText(t('confirmCode.label'))).toBeVisible()
  await expect(again).toBeHidden()

  said = { sms: 'sent', report: 'undelivered', why: 'off', resend_after: 0, restart: false }
  const notice = page.getByRole('region', { name: t('layout.notifications') })
  await expect(notice).toContainText(t('confirmCode.phoneOff', { phone: '' }).slice(-20), { timeout: 5_000 })
  await expect(again).toBeEnabled()
  await expectAccessible(page, 'confirm code, an SMS that did not arrive')
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await startCheck(page, visit)
})
