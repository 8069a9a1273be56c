import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { ONE_LANGUAGE, SOAK_ONLY } from '#e2e/support/languages.ts'
import { numberOn, phoneOf, qrCode as code } from '#e2e/support/other-phone.ts'
import { answerWith, problemOf } from '#e2e/support/problems.ts'
import { scan } from '#e2e/support/qr.ts'
import { askAtTheCinema, expectUnlocked, type Visit } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const QR = /^https?:\/\/[^/]+\/a\/[A-Za-z0-9_-]{22}$/

async function toTheCode(cinema: Page, visit: Visit): Promise<Page> {
  const page = await askAtTheCinema(cinema, visit)
  await page.getByRole('link', { name: visit.t('landing.app') }).click()
  await expect(page.getByRole('heading', { level: 1, name: visit.t('app.heading') })).toBeVisible()
  await expect(code(page, visit)).toBeVisible()
  return page
}
for (const language of ONE_LANGUAGE)
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('APP-01 APP-02 APP-03 APP-05 APP-08 the code leads the app to the request, and this page to the end of the visit', async ({
      page,
      browser,
      visit,
      t,
    }) => {
      const tab = await toTheCode(page, visit)
      const shown = code(tab, visit)
      expect(await shown.boundingBox()).toMatchObject({ width: 230, height: 230 })
      const folds = [t('app.download'), t('app.here'), t('app.tips'), t('app.safe'), t('app.faq')]
      const folded = [
        tab.getByRole('link', { name: `App Store ${t('app.storeIos')}` }),
        tab.getByRole('link', { name: `Google Play ${t('app.storeAndroid')}` }),
        tab.getByRole('link', { name: t('app.open') }),
        tab.getByText(t('app.tip1')),
        tab.getByText(t('app.safe1')),
        tab.getByText(t('app.a1')),
      ]
      for (const part of folded) await expect(part).toBeHidden()
      for (const name of folds) await tab.getByRole('heading', { level: 2, name }).click()
      for (const part of folded) await expect(part).toBeVisible()
      await expect(tab.getByRole('link', { name: t('landing.more') })).toBeVisible()
      await expectAccessible(tab, 'app')

      const url = (await scan(shown.locator('..'))) ?? ''
      expect(url).toMatch(QR)
      const phone = await phoneOf(browser, visit)
      expect((await phone.claim(url)).body['provider']).toEqual({ name: 'Kino Aurora' })
      await expect(tab.getByText(t('app.claimed'))).toBeVisible()
      await expect(shown).toBeHidden()
      await expect(tab.getByRole('heading', { level: 1, name: t('app.pick') })).toBeVisible()
      const { body } = await phone.pick(url, await numberOn(tab))
      await expect(tab.getByText(t('app.matched'))).toBeVisible()
      const mintid = String(body['mintid'])
      await phone.prove(mintid)
      await expect.poll(async () => (await phone.confirm(mintid)).status).toBe(200)
      await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
      await expectUnlocked(page, visit)
      await phone.close()
    })

    test(
      'APP-06 APP-08 another number, or a no, ends the code; a new one can be shown',
      SOAK_ONLY,
      async ({ page, browser, visit, t }) => {
        const tab = await toTheCode(page, visit)
        const first = (await scan(code(tab, visit).locator('..'))) ?? ''
        const phone = await phoneOf(browser, visit)
        await phone.claim(first)
        const right = await numberOn(tab)
        expect((await phone.pick(first, right === 99 ? 98 : right + 1)).status).toBe(422)
        await expect(tab.getByText(t('app.refused'))).toBeVisible()
        await tab.getByRole('button', { name: t('app.newCode') }).click()
        await expect(code(tab, visit)).toBeVisible()
        const second = (await scan(code(tab, visit).locator('..'))) ?? ''
        expect(second).toMatch(QR)
        expect(second).not.toBe(first)
        expect((await phone.claim(first)).status).toBe(410)
        expect((await phone.claim(second)).status).toBe(200)
        await phone.refuse(second)
        await expect(tab.getByText(t('app.refused'))).toBeVisible()
        await phone.close()
      },
    )
  })

test(
  'APP-08 AGE-02 without push the page polls, and says once that the account of its visitor was closed as under age',
  SOAK_ONLY,
  async ({ page, browser, visit, t, expectRefusals }) => {
    expectRefusals(503)
    await page.context().route('**/api/app-links/*/events', (route) => route.fulfill({ status: 503, body: '' }))
    const tab = await toTheCode(page, visit)
    const url = (await scan(code(tab, visit).locator('..'))) ?? ''
    const phone = await phoneOf(browser, visit)
    await phone.claim(url)
    await expect(tab.getByText(t('app.claimed'))).toBeVisible()
    const { body } = await phone.pick(url, await numberOn(tab))
    await phone.prove(String(body['mintid']), 'UNDERAGED')
    await expect(tab).toHaveURL(/\/verify-age\/denied/)
    await expect(tab.getByText(t('underage.text'))).toBeVisible()
    await tab.reload()
    await expect(tab.getByText(t('underage.case'))).toBeVisible()
    await phone.close()
  },
)

for (const falls of ['silent after its first event', 'silent at once', 'hidden with its tab'] as const)
  test(
    `APP-08 the page learns what the app answered where the push is ${falls}`,
    falls === 'silent after its first event' ? {} : SOAK_ONLY,
    async ({ page, browser, visit, t }) => {
      await page.context().addInitScript((first) => {
        class SilentSource extends EventTarget {
          constructor() {
            super()
            const data = JSON.stringify({ state: 'waiting', redirect_uri: null })
            if (first) setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
          }
          close() {}
        }
        Object.assign(window, { EventSource: SilentSource })
      }, falls !== 'silent at once')
      const tab = await toTheCode(page, visit)
      const url = (await scan(code(tab, visit).locator('..'))) ?? ''
      if (falls === 'hidden with its tab') await tab.clock.install()
      const phone = await phoneOf(browser, visit)
      await phone.claim(url)
      const mintid = String((await phone.pick(url, await numberOn(tab))).body['mintid'])
      await phone.prove(mintid)
      await expect.poll(async () => (await phone.confirm(mintid)).status).toBe(200)
      if (falls === 'hidden with its tab')
        await tab.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(tab.getByText(t('complete.passedOn'))).toBeVisible()
      await phone.close()
    },
  )

test('APP-08 a hidden page lets go of its push, and a page that is seen again takes it up', async ({ page, visit }) => {
  await page.context().addInitScript(() => {
    const open: EventSource[] = []
    const Source = window.EventSource
    Object.assign(window, {
      EventSource: class extends Source {
        constructor(url: string) {
          super(url)
          open.push(this)
        }
      },
      openPushes: () => open.filter(({ readyState }) => readyState !== Source.CLOSED).length,
    })
  })
  const tab = await toTheCode(page, visit)
  const isHidden = (hidden: boolean) =>
    tab.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const pushes = () => tab.evaluate('openPushes()')
  expect(await pushes()).toBe(1)
  await isHidden(true)
  expect(await pushes()).toBe(0)
  await isHidden(false)
  expect(await pushes()).toBe(1)
})

test('APP-02 on the phone itself there is nothing to scan', async ({ browser, visit, t }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    locale: 'en-US',
  })
  const page = await context.newPage()
  await page.goto(`${visit.world.product}/verify-age/app?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true`)
  await expect(page.getByRole('heading', { level: 1, name: t('app.title') })).toBeVisible()
  await expect(code(page, visit)).toBeHidden()
  const open = page.getByRole('link', { name: t('app.open') })
  await expect(open).toHaveAttribute('href', `${visit.world.phone}/app?mintid=AAAAAAAAAAAAAAAAAAAAAA&mobile=true`)
  // A phone whose app takes the link leaves the page where it is; here nothing takes it.
  await page.route(`${visit.world.phone}/app**`, (route) => route.fulfill({ status: 204 }))
  await open.click()
  await expect(page.getByText(t('app.noAnswer'))).toBeVisible()
  await context.close()
})

test('APP-02 GEN-06 Back leads from the code to where the visit began, and the code is a new one after that', async ({
  page,
  visit,
  t,
}) => {
  const tab = await toTheCode(page, visit)
  await tab.getByRole('button', { name: t('action.back') }).click()
  await expect(tab.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  await tab.goForward()
  await expect(code(tab, visit)).toBeVisible()
})

test('APP-05 scanned with the phone’s own camera, the link leads into the app', async ({ page, visit, t }) => {
  await page.goto('/a/AAAAAAAAAAAAAAAAAAAAAA')
  await expect(page.getByRole('heading', { level: 1, name: t('app.linkHeading') })).toBeVisible()
  const link = encodeURIComponent(`${visit.world.product}/a/AAAAAAAAAAAAAAAAAAAAAA`)
  await expect(page.getByRole('link', { name: t('app.open') })).toHaveAttribute(
    'href',
    `${visit.world.phone}/app?link=${link}`,
  )
  await expectAccessible(page, 'scanned')
})

test('LANG-11 what a page says of a failure is in the language that it is switched to', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(404, 429, 503)
  await page.addInitScript(() => localStorage.setItem('presentation', 'prs_AAAAAAAAAAAAAAAAAAAAAA'))
  const [english, german] = [textsOf('en'), textsOf('de')]
  for (const [call, address, code, says] of [
    ['app-links', '/verify-age/app?mintid=AAAAAAAAAAAAAAAAAAAAAA', 'too_many_requests', 'error.too_many_requests'],
    ['presentations', '/verify-age/age-app?mintid=AAAAAAAAAAAAAAAAAAAAAA', 'service_unavailable', 'notice.unexpected'],
    ['presentations/*/finish', '/verify-age/age-app#rc=A&digits=1', 'too_many_requests', 'error.too_many_requests'],
  ] as const) {
    await answerWith(page, `**/api/${call}`, problemOf(code))
    await page.goto(address)
    await page.getByRole('button', { name: 'DE – Deutsch' }).click()
    await expect(page.getByText(german(says))).toBeVisible()
    await page.getByRole('button', { name: 'EN – English' }).click()
    await expect(page.getByText(english(`error.${code}`))).toBeVisible()
  }
})
