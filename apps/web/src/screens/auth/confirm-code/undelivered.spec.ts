import { account } from '#e2e/support/account.ts'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { fillLogIn, newestCode, startCheck } from '#e2e/support/steps.ts'
import { smsTo } from '#e2e/support/world.ts'

test('Within five seconds of the report the page says that the SMS did not arrive, and a new code logs in [SMS-23 A11Y-01]', async ({
  page,
  visit,
  t,
}) => {
  await account(visit)
  const phone = await page.context().newPage()
  await phone.goto(`${visit.world.phone}/?number=%2B49${visit.number}`)
  await phone.getByRole('button', { name: 'Switch off reception' }).click()
  await expectAccessible(phone, 'a phone without reception')
  await page.bringToFront()
  await page.goto('/auth/login')
  await fillLogIn(page, visit)

  const again = page.getByRole('button', { name: t('confirmCode.resend') })
  await expect(page.getByLabel(t('confirmCode.label'))).toBeVisible()
  await expect(page.getByRole('main')).toContainText(t('confirmCode.phoneOff', { phone: '' }).slice(-20), {
    timeout: 5_000,
  })
  await expect(again).toBeEnabled()
  await expectAccessible(page, 'confirm code, an SMS that did not arrive')
  await phone.getByRole('button', { name: 'Switch on reception' }).click()
  await expect(phone.getByRole('button', { name: 'Switch off reception' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: t('confirmCode.notArrived') })).toBeInViewport({ ratio: 1 })
  await again.click()
  await expect.poll(async () => (await smsTo(visit.request, visit.world.phone, visit.number)).length).toBe(2)
  await page.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
  await startCheck(page, visit)
})
