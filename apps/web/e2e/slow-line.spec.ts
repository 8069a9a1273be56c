import type { Locator } from '@playwright/test'
import { requestForAge } from './support/age-request.ts'
import { askedOn, keptConsent } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { fieldsOf } from './support/forms.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { GOOD_PIN, newestCode } from './support/steps.ts'
import { WORLD } from './support/texts.ts'

const BYTES_PER_SECOND = 50_000
const LINE = {
  offline: false,
  latency: 400,
  downloadThroughput: BYTES_PER_SECOND,
  uploadThroughput: BYTES_PER_SECOND,
}
const SLOWER_PROCESSOR = 4
/** The slowest page after a press. */
const timeout = 30_000

test.use({ consent: 'unasked', early: true })

test(
  'A first visit on a slow line, whose presses come as soon as each page is painted, ends with the answer [ROUTE-15]',
  SOAK_ONLY,
  async ({ page, context, visit, t, isMobile }) => {
    test.skip(!isMobile, 'a mouse does not tap')
    test.slow()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', LINE)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })

    /** A finger on the glass as soon as the control is painted, whether or not its script is there. */
    const press = async (control: Locator) => {
      await control.waitFor({ timeout })
      await control.evaluate((element) => element.scrollIntoView({ block: 'center' }))
      const box = await control.boundingBox()
      if (box === null) throw new Error('the control went away')
      await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    const type = async (field: Locator, text: string) => {
      await press(field)
      await page.keyboard.type(text)
    }
    const main = page.getByRole('main')
    const { number, pin, repeat, terms } = fieldsOf(page, t)
    const mintid = await requestForAge(visit, { return: 'same_tab' })
    await page.goto(`/?mintid=${mintid}&mobile=true`, { waitUntil: 'commit' })
    await press(askedOn(page, 'en').inBanner.refuse)
    await press(main.getByRole('link', { name: t('landing.web') }))
    await press(main.getByRole('button', { name: t('prompt.first') }))
    await type(number, visit.number)
    await type(pin, GOOD_PIN)
    await type(repeat, GOOD_PIN)
    await press(terms)
    const submit = main.getByRole('button', { name: t('register.submit') })
    await expect(submit).toBeEnabled({ timeout })
    await press(submit)
    await page.getByLabel(t('confirmCode.label')).waitFor({ timeout })
    await type(page.getByLabel(t('confirmCode.label')), await newestCode(visit))
    await press(main.getByRole('link', { name: t('check.start') }))
    await page.waitForURL(`${visit.world.identity}/**`, { timeout })
    await press(page.getByRole('link', { name: WORLD.en.adult }))
    await press(page.getByRole('button', { name: WORLD.en.skip }))
    await press(main.getByRole('button', { name: t('approved.button', { provider: 'Kino Aurora' }) }))
    await page.waitForURL(`${visit.world.provider}/**`, { timeout, waitUntil: 'commit' })
    expect(await keptConsent(page)).toMatchObject({ categories: ['necessary'] })
  },
)
