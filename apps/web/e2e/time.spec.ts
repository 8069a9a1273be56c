import { createIntent, HOUR_MS, KYC_STATUS_POLL_MS, MINUTE_MS, type ProviderIntent } from '@avouch/contract'
import { account, keepSession, signIn } from './support/account.ts'
import { beginCheck, endCheck } from './support/check.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { advanceClock, cinemaKey } from './support/world.ts'

// These move the time of the product that all tests share: they run last, and one after the other.
test.describe.configure({ mode: 'serial' })

test(
  'A tab that slept for 35 minutes wakes with one refresh, and is still logged in [SESSION-04 SESSION-09 X-09]',
  SOAK_ONLY,
  async ({ page, visit, t, expectRefusals }) => {
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
  },
)

// Days go by here: it stays the last one.
test(
  'A proof that is too old is renewed while two tabs are open, and both continue [PROV-09 KYC-06 KYC-24]',
  SOAK_ONLY,
  async ({ page, visit, t }) => {
    const { world, request } = visit
    const heading = (tab: Page, name: string) => tab.getByRole('heading', { level: 1, name })
    const headers = { authorization: `Bearer ${cinemaKey()}` }
    await endCheck(visit, await beginCheck(visit, await account(visit)), 'COMPLETED')
    advanceClock(48 * HOUR_MS)
    await keepSession(page, await signIn(visit))
    const data = { redirect_uri: `${world.provider}/return`, max_proof_age_days: 1 }
    const made = await request.post(`${world.product}${createIntent.path}`, { headers, data })
    const intent = (await made.json()) as ProviderIntent
    const readIntent = async () =>
      (await (
        await request.get(`${world.product}${createIntent.path}/${intent.id}`, { headers })
      ).json()) as ProviderIntent

    const query = `mintid=${intent.mintid}&mobile=false`
    await page.clock.install()
    await page.goto(`/kyc?${query}`)
    await page.waitForURL(`${world.identity}/**`)
    const check = new URL(page.url())
    await page.goBack()
    // An approval of before is none for this request.
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate((path) => void window.open(path), `/kyc-result/approved?${query}`),
    ])
    await expect(heading(other, t('kyc.process'))).toBeVisible()
    expect((await readIntent()).status).toBe('bound')

    // The report gets lost, and the product has to ask.
    await page.goto(`/kyc-process?${query}`)
    await expect(heading(page, t('kyc.process'))).toBeVisible()
    await endCheck(visit, check, 'COMPLETED', { isLost: true })
    advanceClock(6 * MINUTE_MS)
    await expect(async () => {
      await page.clock.runFor(KYC_STATUS_POLL_MS)
      for (const tab of [page, other]) await expect(heading(tab, t('approved.heading'))).toBeVisible({ timeout: 500 })
    }).toPass()
    const passOn = (tab: Page) =>
      tab.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }).click()
    // Both go back to the website: the second tab began where the first one was (RETURN-01).
    for (const tab of [page, other]) {
      await passOn(tab)
      await tab.waitForURL(`${world.provider}/**`)
    }
    expect(await readIntent()).toMatchObject({ status: 'confirmed', result: 'yes' })
  },
)
