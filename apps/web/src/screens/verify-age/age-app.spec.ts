import { PRESENTATION_REASONS } from '@avouch/contract'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { AGE_TEXTS, bringBrowserApi, otherWays, scanWithAgeApp, showProof, takeOtherWay } from '#e2e/support/age-app.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ALSO_ON_PHONE, EVERY_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { hold } from '#e2e/support/hold.ts'
import { press } from '#e2e/support/keyboard.ts'
import { operate } from '#e2e/support/operator.ts'
import { answerWith, problemOf } from '#e2e/support/problems.ts'
import { scan } from '#e2e/support/qr.ts'
import { shiftsOf, watchShifts } from '#e2e/support/shifts.ts'
import { askAtTheCinema, expectUnlocked, type Visit } from '#e2e/support/steps.ts'

const SHORT_LINK = /^https?:\/\/[^/]+\/w\/[\w-]+$/

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

// The browser of the tests has the API, and no app behind it.
test.beforeEach(({ context }) => context.addInitScript(() => Reflect.deleteProperty(window, 'DigitalCredential')))

/** From the cinema to the landing page, and one tap further. */
async function tapAgeApp(cinema: Page, visit: Visit): Promise<Page> {
  const page = await askAtTheCinema(cinema, visit)
  await untilAlive(page)
  await page.getByRole('link', { name: visit.t('landing.ageApp') }).click()
  return page
}

const codeOn = (page: Page, { language }: Visit) =>
  page.getByRole('img', { name: AGE_TEXTS[language]['ageApp.qr'] }).first()

async function shortLink(page: Page, visit: Visit): Promise<string> {
  const code = codeOn(page, visit)
  await expect(code).toBeVisible()
  const link = (await scan(code.locator('..'))) ?? ''
  expect(link).toMatch(SHORT_LINK)
  return link
}

for (const language of EVERY_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })
    const said = AGE_TEXTS[language]

    test('APP-19 APP-20 VP-15 on one phone: one tap, the app, and back in the cinema with a signed yes', {
      tag: ['@phone-only', ...(language === 'en' ? SOAK_ONLY.tag : [])],
    }, async ({ page, visit, isMobile }) => {
      test.skip(!isMobile, 'a desktop shows a code')
      await tapAgeApp(page, visit)
      await page.waitForURL(`${visit.world.phone}/age-app/request`)
      await expectAccessible(page, 'the question of the age app')
      await showProof(page, visit)
      await page.waitForURL(`${visit.world.provider}/**`)
      await expectUnlocked(page, visit)
    })

    test(
      'APP-20 APP-21 VP-16 by QR code: the app on a phone answers, the desktop goes on',
      language === 'de' ? SOAK_ONLY : {},
      async ({ page, browser, visit, t, isMobile }) => {
        test.skip(isMobile, 'a phone has the app, and shows no code')
        const tab = await tapAgeApp(page, visit)
        await expect(heading(tab, said['ageApp.scan'])).toBeVisible()
        await expect(tab.getByRole('button', { name: t('action.back') })).toBeVisible()
        await expectAccessible(tab, 'age app, code')
        const { phone, close } = await scanWithAgeApp(browser, visit, await shortLink(tab, visit))
        await expect(heading(tab, said['ageApp.fetched'])).toBeVisible()
        await showProof(phone, visit)
        await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
        await expectUnlocked(page, visit)
        await close()
      },
    )
  })

test('APP-20 a phone that is unfolded keeps the request that its app may be answering', { tag: '@phone-only' }, async ({
  page,
  visit,
  isMobile,
}) => {
  test.skip(!isMobile, 'a desktop shows a code')
  let requests = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/presentations')) requests += 1
  })
  await page.route(`${visit.world.phone}/age-app/open**`, (route) => route.abort('aborted'))
  const tab = await tapAgeApp(page, visit)
  await expect(tab.getByRole('link', { name: AGE_TEXTS.en['ageApp.open'] })).toBeVisible()
  await tab.setViewportSize({ width: 1_000, height: 900 })
  await expect(tab.getByText(AGE_TEXTS.en['ageApp.noAnswer'])).toBeVisible()
  await expect(tab.getByRole('link', { name: AGE_TEXTS.en['ageApp.open'] })).toBeVisible()
  expect(requests).toBe(1)
})

test('TRUST-02 TRUST-06 the trusted list of the age office is in force', async ({ visit }) => {
  expect(await operate('trust', 'refresh')).toContain(`${visit.world.phone}/age-office/trusted-list.xml  number `)
})

test('APP-20 APP-21 VP-02 VP-03 by the browser’s own API: one press, and back in the cinema with a signed yes', async ({
  page,
  visit,
  t,
  expectOutage,
}) => {
  expectOutage()
  const tab = await askAtTheCinema(page, visit)
  await bringBrowserApi(tab, visit)
  await tab.reload()
  await untilAlive(tab)
  await tab.getByRole('link', { name: t('landing.ageApp') }).click()
  const show = tab.getByRole('button', { name: AGE_TEXTS.en['ageApp.show'] })
  await expectAccessible(tab, 'age app, browser')
  // A lost network says nothing of the proof, which can be shown again.
  const answers = '**/api/presentations/*/dc-api'
  await tab.route(answers, (route) => route.abort('internetdisconnected'), { times: 1 })
  await expect(tab.getByRole('button', { name: AGE_TEXTS.en['ageApp.other'] })).toBeHidden()
  await show.click()
  await expect(tab.getByRole('region', { name: t('layout.notifications') })).toContainText(t('notice.offline'))
  await show.click()
  await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
  await expectUnlocked(page, visit)
})

/** Ways in which `navigator.credentials.get` gives no answer in browsers of the field, and the page's words for each. */
const WITHOUT_ANSWER = [
  [{ rejects: 'NotAllowedError' }, 'cancelled', 'ageApp.cancelled'],
  [{ rejects: 'AbortError' }, 'cancelled', 'ageApp.cancelled'],
  [{ gives: null }, 'cancelled', 'ageApp.cancelled'],
  [{ rejects: 'NotSupportedError' }, 'not_possible', 'ageApp.unavailable'],
  [{ rejects: 'OperationError' }, 'not_possible', 'ageApp.unavailable'],
  [{ rejects: 'SecurityError' }, 'not_possible', 'ageApp.unavailable'],
  [{ rejects: 'TypeError' }, 'not_possible', 'ageApp.unavailable'],
  [{ throws: 'TypeError' }, 'not_possible', 'ageApp.unavailable'],
  [{ gives: { protocol: 'openid4vp', data: { response: 'AAAA' } } }, 'malformed', 'ageApp.refused'],
  [{ gives: { protocol: 'org-iso-mdoc', data: {} } }, 'malformed', 'ageApp.refused'],
  [{ gives: {} }, 'malformed', 'ageApp.refused'],
  [{}, 'timed_out', 'ageApp.timedOut'],
] as const

for (const language of EVERY_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test(
      'VP-23 a browser that gets no answer says why, and what to do',
      language === 'de' ? SOAK_ONLY : {},
      async ({ page, context, visit, expectRefusals }) => {
        test.slow()
        expectRefusals(422)
        const said = AGE_TEXTS[language]
        await context.clock.install()
        await context.addInitScript(() => {
          Object.assign(window, { DigitalCredential: { userAgentAllowsProtocol: () => true } })
          type Answer = { rejects?: string; throws?: string; gives?: Credential | null }
          navigator.credentials.get = () => {
            const { rejects, throws, gives } = JSON.parse(sessionStorage.getItem('answer') ?? '{}') as Answer
            if (throws !== undefined) throw new DOMException('x', throws)
            if (rejects !== undefined) return Promise.reject(new DOMException('x', rejects))
            return gives === undefined ? new Promise(() => {}) : Promise.resolve(gives)
          }
        })
        const tab = await tapAgeApp(page, visit)
        for (const [answer, reason, title] of WITHOUT_ANSWER) {
          await tab.evaluate((text) => sessionStorage.setItem('answer', text), JSON.stringify(answer))
          await tab.reload()
          await untilAlive(tab)
          const told = tab.waitForRequest('**/api/presentations/*/dc-api')
          await tab.getByRole('button', { name: said['ageApp.show'] }).click()
          if (reason === 'timed_out') {
            await expect(tab.getByText(said['ageApp.asking'])).toBeVisible()
            await expect(tab.getByRole('button', { name: said['ageApp.show'] })).toHaveAttribute(
              'aria-disabled',
              'true',
            )
            await context.clock.fastForward('03:00')
          }
          await expect(heading(tab, said[title])).toBeVisible()
          await expect(tab.getByText(said[`ageApp.reason.${reason}`])).toBeVisible()
          expect((await told).postDataJSON()).toEqual({ response: '', failed: reason })
          const again = tab.getByRole('button', { name: said['ageApp.again'] })
          await expect(again).toHaveCount(reason === 'not_possible' ? 0 : 1)
          await expect(tab.getByRole('button', { name: said['ageApp.here'] })).toBeVisible()
        }
      },
    )
  })

for (const reason of PRESENTATION_REASONS)
  test(`VP-23 a refusal for ${reason} reaches the page`, SOAK_ONLY, async ({ page, visit, expectRefusals }) => {
    expectRefusals(422)
    const tab = await askAtTheCinema(page, visit)
    await bringBrowserApi(tab, visit)
    await answerWith(tab, '**/api/presentations/*/dc-api', problemOf('presentation_refused', { reason }))
    await tab.reload()
    await untilAlive(tab)
    await tab.getByRole('link', { name: visit.t('landing.ageApp') }).click()
    await tab.getByRole('button', { name: AGE_TEXTS.en['ageApp.show'] }).click()
    await expect(tab.getByText(AGE_TEXTS.en[`ageApp.reason.${reason}`].replace('{{age}}', '18'))).toBeVisible()
  })

test(
  'APP-21 VP-15 an answer in another browser finishes nothing; its six digits do',
  SOAK_ONLY,
  async ({ page, browser, visit, t, expectRefusals, isMobile }) => {
    test.skip(isMobile, 'a phone has the app, and shows no code')
    test.slow()
    expectRefusals(422)
    const said = AGE_TEXTS.en
    const tab = await tapAgeApp(page, visit)
    // The link of this device, opened on another one.
    await tab.route(`${visit.world.phone}/age-app/open**`, (route) => route.abort('aborted'))
    const opened = tab.waitForRequest(`${visit.world.phone}/age-app/open**`)
    await takeOtherWay(tab, visit, 'ageApp.here')
    const { phone, close } = await scanWithAgeApp(browser, visit, (await opened).url())
    await showProof(phone, visit)
    await phone.waitForURL(`${visit.world.product}/verify-age/age-app**`)
    await expect(heading(phone, said['ageApp.elsewhere'])).toBeVisible()
    expect(phone.url()).not.toContain('#')
    await expectAccessible(phone, 'age app, digits to read')
    const digits = (await phone.getByText(/^[0-9]{6}$/).textContent()) ?? ''
    const field = tab.getByLabel(said['ageApp.digitsLabel'])
    await expect(tab.getByRole('button', { name: t('action.continue') })).toBeDisabled()
    await field.fill(digits === '000000' ? '111111' : '000000')
    await expect(field).toHaveAccessibleDescription(new RegExp(t('error.presentation_digits')))
    await expectAccessible(tab, 'age app, digits to type')
    await field.fill(digits)
    await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
    await expectUnlocked(page, visit)
    await close()
  },
)

test(
  'APP-21 a proof of an office that is not listed is refused, another one then answers no, and no account is touched',
  SOAK_ONLY,
  async ({ page, browser, visit, isMobile }) => {
    test.skip(isMobile, 'a phone has the app, and shows no code')
    test.slow()
    const said = AGE_TEXTS.en
    const tab = await tapAgeApp(page, visit)
    const first = await scanWithAgeApp(browser, visit, await shortLink(tab, visit))
    await showProof(first.phone, visit, 'unlisted')
    await expect(tab.getByText(said['ageApp.reason.not_trusted'])).toBeVisible()
    await expectAccessible(tab, 'age app, refused')
    await tab.getByRole('button', { name: said['ageApp.again'] }).click()
    const second = await scanWithAgeApp(browser, visit, await shortLink(tab, visit))
    await showProof(second.phone, visit, 'teenager')
    await expect(heading(tab, said['ageApp.under'])).toBeVisible()
    await expectAccessible(tab, 'age app, under age')
    await Promise.all([first.close(), second.close()])
  },
)

test('APP-20 A11Y-02 the code on the desktop, another way and the digits are reached by keyboard alone', async ({
  page,
  browser,
  visit,
  t,
  isMobile,
}) => {
  test.skip(isMobile, 'phones have no Tab key')
  test.slow()
  const said = AGE_TEXTS.en
  const tab = await askAtTheCinema(page, visit)
  await untilAlive(tab)
  await press(tab, tab.getByRole('link', { name: t('landing.ageApp') }))
  await expect(heading(tab, said['ageApp.scan'])).toBeFocused()
  await press(tab, tab.locator('summary').filter({ hasText: said['ageApp.whole'] }))
  await expect(tab.getByText(said['ageApp.wholeText'])).toBeVisible()
  // The link of this device, opened on another one.
  await tab.route(`${visit.world.phone}/age-app/open**`, (route) => route.abort('aborted'))
  const opened = tab.waitForRequest(`${visit.world.phone}/age-app/open**`)
  await press(tab, otherWays(tab, visit))
  await press(tab, tab.getByRole('button', { name: said['ageApp.here'] }))
  const { phone, close } = await scanWithAgeApp(browser, visit, (await opened).url())
  await showProof(phone, visit)
  const digits = phone.getByText(/^[0-9]{6}$/)
  await expect(digits).toBeVisible()
  const field = tab.getByLabel(said['ageApp.digitsLabel'])
  await expect(field).toBeFocused()
  // The last one sends them.
  await tab.keyboard.type((await digits.textContent()) ?? '')
  await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
  await expectUnlocked(page, visit)
  await close()
})

test('APP-21 the page learns what an age app answered where the push is silent after its first event', async ({
  page,
  browser,
  visit,
  t,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has the app, and shows no code')
  await page.context().addInitScript(() => {
    class SilentSource extends EventTarget {
      constructor() {
        super()
        const data = JSON.stringify({ state: 'waiting', reason: null, redirect_uri: null })
        setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
      }
      close() {}
    }
    Object.assign(window, { EventSource: SilentSource })
  })
  const tab = await tapAgeApp(page, visit)
  const { phone, close } = await scanWithAgeApp(browser, visit, await shortLink(tab, visit))
  await showProof(phone, visit)
  await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
  await close()
})

test('VP-18 the address of a code, opened on a desktop, says that it is for a phone', async ({ page, t, isMobile }) => {
  test.skip(isMobile, 'a phone has the app')
  await page.goto('/w/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(heading(page, t('requestProblem.phone'))).toBeVisible()
  await expectAccessible(page, 'code for a phone, on a desktop')
})

test('APP-21 a request that could not be made is made again at a press', async ({
  page,
  visit,
  t,
  expectRefusals,
  isMobile,
}) => {
  test.skip(isMobile, 'a phone has the app, and shows no code')
  expectRefusals(503)
  const said = AGE_TEXTS.en
  const tab = await askAtTheCinema(page, visit)
  await untilAlive(tab)
  const end = await answerWith(tab, '**/api/presentations', problemOf('service_unavailable'))
  await tab.getByRole('link', { name: t('landing.ageApp') }).click()
  await expect(tab.getByText(t('error.service_unavailable'))).toBeVisible()
  await end()
  await tab.getByRole('button', { name: said['ageApp.again'] }).click()
  await expect(heading(tab, said['ageApp.scan'])).toBeVisible()
})

test(
  'STATE-10 APP-20 a request that comes to a page which was opened directly moves nothing on it',
  ALSO_ON_PHONE,
  async ({ page: cinema, visit, context, isMobile }) => {
    await watchShifts(context)
    const page = await askAtTheCinema(cinema, visit)
    await untilAlive(page)
    const release = await hold(page, '**/api/presentations')
    await page.goto(page.url().replace('/?', '/verify-age/age-app?'))
    const said = AGE_TEXTS[visit.language]
    await expect(heading(page, said[isMobile ? 'ageApp.title' : 'ageApp.scan'])).toBeVisible()
    await expect(otherWays(page, visit)).toBeVisible()
    release()
    await expect(isMobile ? page.getByRole('link', { name: said['ageApp.open'] }) : codeOn(page, visit)).toBeVisible()
    expect(await shiftsOf(page)).toEqual([])
  },
)
