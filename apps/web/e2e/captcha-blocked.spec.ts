import { prelogin } from '@avouch/contract'
import type { PhraseKey } from '@avouch/phrases'
import type { Page } from '@playwright/test'
import { untilAlive } from './support/alive.ts'
import { withCaptchaService } from './support/captcha-service.ts'
import { builtPart } from './support/built.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { GOOD_PIN } from './support/steps.ts'
import { textsOf } from './support/texts.ts'

const t = textsOf('en')
const NUMBER = '15112345678'
const submit = (page: Page) => page.getByRole('button', { name: t('action.login'), exact: true })

/** The log-in with a number and a PIN; what is sent for it, once something is. */
async function filled(page: Page): Promise<string[]> {
  const sent: string[] = []
  await page.route(`**${prelogin.path}`, (route) => {
    sent.push((route.request().postDataJSON() as { recaptchaResponse: string }).recaptchaResponse)
    return route.fulfill({ status: 204 })
  })
  await page.goto('/auth/login')
  await untilAlive(page)
  const { number, pin } = fieldsOf(page, t)
  await number.fill(NUMBER)
  await pin.fill(GOOD_PIN)
  return sent
}

/** The form is free, has what was typed, and says why nothing was sent. */
async function expectFree(page: Page, says: PhraseKey): Promise<void> {
  await expect(page.getByText(t(says), { exact: true }).first()).toBeVisible()
  await expect(submit(page)).toBeEnabled()
  await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true')
  const { number, pin } = fieldsOf(page, t)
  await expect(number).toHaveValue(NUMBER)
  await expect(pin).toHaveValue(GOOD_PIN)
}

test('A service’s script that is refused is said to be missing, and loaded again at the next press [CAPTCHA-07]', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(403)
  const service = await withCaptchaService(page)
  service.serve('refused')
  const sent = await filled(page)
  await submit(page).click()
  await expectFree(page, 'notice.captchaSilent')
  service.serve('well')
  await submit(page).click()
  await expect.poll(() => sent).toEqual(['solved'])
})

test(
  'A worker whose script is blocked leaves the form free, and the next press makes a new one [CAPTCHA-07]',
  SOAK_ONLY,
  async ({ page, expectOutage }) => {
    expectOutage()
    const begun = page.waitForEvent('worker')
    await filled(page)
    const script = (await begun).url()
    await page.context().route(script, (route) => route.abort('connectionrefused'))
    const sent = await filled(page)
    await submit(page).click()
    await expectFree(page, 'notice.captchaSilent')
    await page.context().unroute(script)
    await submit(page).click()
    await expect.poll(() => sent).toEqual([expect.stringMatching(/./)])
  },
)

for (const part of ['captcha', 'proof-of-work'])
  test(
    `A log-in whose part ${part} is blocked says so, keeps what was typed, and goes on once it is let through [ROUTE-18]`,
    part === 'captcha' ? {} : SOAK_ONLY,
    async ({ page, expectOutage }) => {
      expectOutage()
      const address = builtPart(part)
      await page.route(address, (route) => route.abort('connectionrefused'))
      const sent = await filled(page)
      await submit(page).click()
      await expectFree(page, 'notice.blocked')
      await page.unroute(address)
      await submit(page).click()
      await expect.poll(() => sent).toHaveLength(1)
    },
  )
