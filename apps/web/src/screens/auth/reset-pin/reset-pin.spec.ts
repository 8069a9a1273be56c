import { account } from '#e2e/support/account.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { newestCode, startCheck } from '#e2e/support/steps.ts'
import { codeIn, smsTo } from '#e2e/support/world.ts'

test('A forgotten PIN needs one SMS and no log-in: the visitor goes on to the identity check [RESET-10]', async ({
  page,
  visit,
  t,
}) => {
  await account(visit)
  const sms = (await smsTo(visit.request, visit.world.phone, visit.number)).length
  await page.goto('/auth/forgot-pin')
  const { number, pin, repeat } = fieldsOf(page, t)
  const goOn = page.getByRole('button', { name: t('action.continue') })
  await number.fill(visit.number)
  await goOn.click()
  for (const field of [pin, repeat]) await field.fill('7319')
  await goOn.click()
  const code = page.getByLabel(t('confirmCode.label'))
  await expect(code).toBeVisible()
  await code.fill(await newestCode(visit))
  await page.getByRole('button', { name: t('complete.goOn') }).click()
  await startCheck(page, visit)
  const texts = (await smsTo(visit.request, visit.world.phone, visit.number)).slice(sms)
  expect(texts.filter((text) => codeIn(text) !== '')).toHaveLength(1)
})
