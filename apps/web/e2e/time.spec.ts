import { MINUTE_MS } from '@avouch/contract'
import { expect, test } from './support/fixtures.ts'
import { askAtTheCinema, fromLandingToRegister, newestCode, register } from './support/steps.ts'
import { advanceClock } from './support/world.ts'

// These move the time of the product that all tests share: they run last, and one after the other.
test.describe.configure({ mode: 'serial' })

test('CODE-06 CODE-08 a code that is five minutes old is answered like a wrong one', async ({
  page,
  visit,
  t,
  expectRefusals,
}) => {
  expectRefusals(422)
  await page.goto('/')
  await fromLandingToRegister(page, visit)
  await register(page, visit)
  const code = await newestCode(visit)
  advanceClock(5 * MINUTE_MS)
  await page.getByLabel(t('confirmCode.label')).fill(code)
  await expect(page.getByText(t('error.wrong_sms_code'))).toBeVisible()
})

test('INTENT-06 INTENT-09 a request that is half an hour old is over, and the page says where to start again', async ({
  page,
  visit,
  t,
  expectRefusals,
}) => {
  expectRefusals(404)
  const product = await askAtTheCinema(page, visit)
  await expect(product.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  advanceClock(30 * MINUTE_MS)
  await product.reload()
  await expect(product.getByText(t('error.mintid_used')).first()).toBeVisible()
})
