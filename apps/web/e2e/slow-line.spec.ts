import type { BrowserContext, Locator, Page } from '@playwright/test'
import { requestForAge } from './support/age-request.ts'
import { askedOn } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { EVERY_LANGUAGE, SOAK_ONLY } from './support/languages.ts'
import { GOOD_PIN, newestCode } from './support/steps.ts'
import { WORLD } from './support/texts.ts'
import { keepTranslated } from './support/translate.ts'

const KBIT_PER_SECOND = 400
const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: (KBIT_PER_SECOND * 1_000) / 8,
  uploadThroughput: (KBIT_PER_SECOND * 1_000) / 8,
}
const SLOWER_PROCESSOR = 4
/** The slowest page after a press. */
const PATIENCE_MS = 30_000

async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', LINE)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
}

/** A finger on the glass as soon as the control is painted, whether or not its script is there. */
async function tapAtOnce(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ timeout: PATIENCE_MS })
  await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control went away')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** States of a browser in which visitors come. */
const STATES: Record<string, (context: BrowserContext) => Promise<unknown>> = {
  'as it is': () => Promise.resolve(),
  'that translates each page': (context) => keepTranslated(context, 'at once'),
  'with text of double size': (context) =>
    context.addInitScript(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('html { font-size: 200% }')
      document.adoptedStyleSheets.push(sheet)
    }),
  'whose local storage is blocked': (context) =>
    context.addInitScript(() => Object.defineProperty(window, 'localStorage', { value: null })),
}

for (const language of EVERY_LANGUAGE)
  test.describe(`on a slow line (${language})`, SOAK_ONLY, () => {
    test.use({ language, consent: 'unasked', early: true })

    for (const [state, prepare] of Object.entries(STATES))
      test(`A first visit whose presses come as soon as each page is painted ends with the answer, in a browser ${state} [ROUTE-15]`, async ({
        page,
        context,
        visit,
        t,
        isMobile,
      }, info) => {
        test.skip(!isMobile, 'a mouse does not tap')
        test.slow()
        const { world, number } = visit
        await prepare(context)
        await slowDown(page)
        const begin = performance.now()
        const seen = (what: string) =>
          info.annotations.push({
            type: 'seen',
            description: `${((performance.now() - begin) / 1_000).toFixed(1)} s ${what}`,
          })
        const press = async (control: Locator, what: string) => {
          await control.waitFor({ timeout: PATIENCE_MS })
          seen(`painted: ${what}`)
          await tapAtOnce(page, control)
          seen(`pressed: ${what}`)
        }
        const main = page.getByRole('main')
        const type = async (field: Locator, text: string) => {
          await tapAtOnce(page, field)
          await page.keyboard.type(text)
        }
        const fields = fieldsOf(page, t)

        await page.goto(`/?mintid=${await requestForAge(visit, { return: 'same_tab' })}&mobile=true`, {
          waitUntil: 'commit',
        })
        await press(askedOn(page, language).inBanner.refuse, 'cookies: reject')
        await press(main.getByRole('link', { name: t('landing.web') }), 'landing: start')
        await press(main.getByRole('button', { name: t('prompt.first') }), 'prompt: new here')
        await fields.number.waitFor({ timeout: PATIENCE_MS })
        seen('painted: register')
        await type(fields.number, number)
        await type(fields.pin, GOOD_PIN)
        await type(fields.repeat, GOOD_PIN)
        await tapAtOnce(page, fields.terms)
        seen('filled in: register')
        const submit = main.getByRole('button', { name: t('register.submit') })
        await expect(submit).toBeEnabled({ timeout: PATIENCE_MS })
        await press(submit, 'register: create')
        await page.getByLabel(t('confirmCode.label')).waitFor({ timeout: PATIENCE_MS })
        seen('painted: code')
        await type(page.getByLabel(t('confirmCode.label')), await newestCode(visit))
        seen('typed: code')
        await press(main.getByRole('link', { name: t('check.start') }), 'check: start')
        await page.waitForURL(`${world.identity}/**`, { timeout: PATIENCE_MS })
        seen('painted: the identity check')
        await press(page.getByRole('button', { name: WORLD[language].approve }), 'identity check: approve')
        await press(
          main.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }),
          'approved: send',
        )
        await page.waitForURL(`${world.provider}/**`, { timeout: PATIENCE_MS, waitUntil: 'commit' })
        seen('the website has the answer')
        const cookies = await context.cookies()
        expect(cookies.find(({ name }) => name === 'cc_cookie')?.value).toContain('necessary')
      })
  })
