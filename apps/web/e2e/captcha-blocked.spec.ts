import { prelogin } from '@avouch/contract'
import type { PhraseKey } from '@avouch/phrases'
import type { Page } from '@playwright/test'
import { untilAlive } from './support/alive.ts'
import { type Behaviour, behave, withCaptchaService } from './support/captcha-service.ts'
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

const ENDS: readonly (readonly [Behaviour, PhraseKey, waits?: 'waits'])[] = [
  ['is closed', 'notice.captchaClosed'],
  ['is closed by its promise', 'notice.captchaClosed'],
  ['expires', 'error.captcha_failed'],
  ['lets its puzzle expire', 'error.captcha_failed'],
  ['fails', 'notice.captchaSilent'],
  ['throws', 'notice.captchaSilent'],
  ['is silent', 'notice.captchaSilent', 'waits'],
]

test('CAPTCHA-07 however a service ends without an answer, the form is free and the next press tries again', async ({
  page,
}) => {
  await withCaptchaService(page)
  await page.clock.install()
  const sent = await filled(page)
  for (const [behaviour, says, waits] of ENDS) {
    await behave(page, behaviour)
    await submit(page).click()
    if (waits) await expect.poll(() => page.evaluate('window.rendered')).toBe(ENDS.length)
    await page.clock.runFor(waits ? 20_000 : 100)
    await expectFree(page, says)
  }
  expect(sent).toEqual([])
  await behave(page, 'answers')
  await submit(page).click()
  await page.clock.runFor(100)
  await expect.poll(() => sent).toEqual(['solved'])
})

test('CAPTCHA-07 a puzzle that is open has as long as a person needs', SOAK_ONLY, async ({ page }) => {
  await withCaptchaService(page)
  await page.clock.install()
  const sent = await filled(page)
  await behave(page, 'shows a puzzle')
  await submit(page).click()
  await expect.poll(() => page.evaluate('window.rendered')).toBe(1)
  await page.clock.runFor(61_000)
  await expect.poll(() => sent).toEqual(['solved'])
})

for (const how of ['refused', 'not', 'empty', 'late', 'never ready'] as const)
  test(
    `CAPTCHA-07 a service’s script that is ${how} is said to be missing, and loaded again at the next press`,
    how === 'refused' ? {} : SOAK_ONLY,
    async ({ page, expectRefusals, expectOutage }) => {
      expectRefusals(403)
      expectOutage()
      const service = await withCaptchaService(page)
      await page.clock.install()
      if (how === 'never ready') await page.addInitScript(() => Object.assign(window, { behaviour: 'is never ready' }))
      else service.serve(how)
      const sent = await filled(page)
      const asked = page.waitForRequest('https://js.hcaptcha.com/**')
      await submit(page).click()
      await asked
      await expect(async () => {
        await page.clock.runFor(5_000)
        await expect(page.getByText(t('notice.captchaSilent'), { exact: true }).first()).toBeVisible({ timeout: 200 })
      }).toPass()
      await expectFree(page, 'notice.captchaSilent')
      service.serve('well')
      await behave(page, 'answers')
      await submit(page).click()
      await expect(async () => {
        await page.clock.runFor(1_000)
        expect(sent).toEqual(['solved'])
      }).toPass()
    },
  )

test('CAPTCHA-07 PHONE-06 a service shows nothing before a press, also for a number that is whole', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/hcaptcha|validateClientPhoneNumber/.test(request.url())) asked.push(request.url())
  })
  await withCaptchaService(page)
  await page.clock.install()
  await filled(page)
  const { number } = fieldsOf(page, t)
  await number.press('End')
  await number.press('Backspace')
  await number.press('8')
  await expect(number).toHaveValue('15112345678')
  for (let parts = 0; parts < 6; parts += 1) {
    await page.clock.runFor(1_000)
    await page.evaluate(async () => void (await fetch('/livez')))
  }
  expect(asked).toEqual([])
})

const SILENT_WORKER = `
window.Worker = class extends EventTarget { constructor() { super(); window.workers = (window.workers ?? 0) + 1 } postMessage() {} terminate() {} }
`
const WITHOUT = 'window.work = window.Worker; delete window.Worker'
const NULL_WORKER = 'window.Worker = null'
const THROWS = "window.Worker = class { constructor() { throw new DOMException('Denied', 'SecurityError') } }"

for (const [what, before] of [
  ['that never answers', SILENT_WORKER],
  ['that this browser does not have', WITHOUT],
  ['that is null', NULL_WORKER],
  ['that this browser refuses', THROWS],
] as const)
  test(
    `CAPTCHA-07 a worker ${what} leaves the form free`,
    before === SILENT_WORKER ? {} : SOAK_ONLY,
    async ({ page }) => {
      await page.clock.install()
      await page.addInitScript(before)
      const sent = await filled(page)
      await submit(page).click()
      await expect(async () => {
        await page.clock.runFor(5_000)
        await expect(page.getByText(t('notice.captchaSilent'), { exact: true }).first()).toBeVisible({ timeout: 200 })
      }).toPass()
      await expectFree(page, 'notice.captchaSilent')
      expect(sent).toEqual([])
    },
  )

test(
  'CAPTCHA-07 a worker whose script is blocked leaves the form free, and the next press makes a new one',
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

for (const part of ['captcha', 'proof-of-work', 'sign-in'])
  test(
    `ROUTE-18 a log-in whose part ${part} is blocked says so, keeps what was typed, and goes on once it is let through`,
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
