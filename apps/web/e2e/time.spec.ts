import { MINUTE_MS } from '@avouch/contract'
import { account, keepSession } from './support/account.ts'
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

test('SESSION-04 SESSION-09 X-09 a tab that slept for 35 minutes wakes with one refresh, and is still logged in', async ({
  page,
  visit,
  t,
  expectRefusals,
}) => {
  expectRefusals(401)
  await keepSession(page, await account(visit))
  await page.clock.install()
  await page.goto('/kyc-process')
  const logOut = page.getByRole('button', { name: t('action.logout') })
  await expect(logOut).toBeVisible()
  await page.clock.pauseAt(Date.now() + MINUTE_MS)
  advanceClock(35 * MINUTE_MS)
  let refreshes = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/api/oauth/token')) refreshes += 1
  })
  // Timers that were due fire once, as those of a machine that was asleep.
  await page.clock.fastForward(35 * MINUTE_MS)
  await page.clock.resume()
  await expect.poll(() => refreshes).toBe(1)
  for (let calls = 0; calls < 2; calls++)
    await page.waitForResponse((answer) => answer.ok() && answer.url().endsWith('/api/idcheck/status'))
  expect(refreshes).toBe(1)
  await expect(logOut).toBeVisible()
  await expect(page).toHaveURL(/kyc-process/)
})
