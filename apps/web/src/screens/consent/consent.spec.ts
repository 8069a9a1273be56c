import { CONSENT_COOKIE } from '@avouch/contract'
import type { Locator } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { requestForAge } from '#e2e/support/age-request.ts'
import { askedOn, coveredBy, keptConsent, overflowing } from '#e2e/support/consent.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { builtPart } from '#e2e/support/built.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, PHONE_ONLY, windowFor } from '#e2e/support/languages.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { press, tabTo } from '#e2e/support/keyboard.ts'
import { fromLandingToRegister, register } from '#e2e/support/steps.ts'
import { textsOf } from '#e2e/support/texts.ts'

const DAY_SECONDS = 24 * 60 * 60
const QUESTION = builtPart('consent-question')
/** A phone, a small one, and one with its keyboard open. */
const WINDOWS = [
  [390, 844],
  [320, 640],
  [390, 500],
] as const
/** Widths of phones, each with text of 150 and 200 %. */
const LARGE = [390, 320].flatMap((width) => [150, 200].map((size) => [width, size] as const))
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The lines of a text that has room for one. */
const linesOf = (place: Locator): Promise<number> =>
  place.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getClientRects().length
  })

/** The longer texts take more room. */
for (const language of IS_SOAK ? EVERY_LANGUAGE : (['de'] as const))
  test.describe(`a visitor who was not asked yet (${language})`, () => {
    test.use({ language, consent: 'unasked' })

    test(
      'On a phone held sideways the next button is in sight below the question about cookies [CONSENT-04 ROUTE-05]',
      windowFor(language),
      async ({ page, visit }) => {
        await page.setViewportSize({ width: 844, height: 390 })
        const t = textsOf(language)
        const { banner } = askedOn(page, language)
        for (const [path, role, name] of [
          ['/', 'link', t('landing.web')],
          [`/?mintid=${await requestForAge(visit, {})}`, 'link', t('landing.web')],
          ['/auth/prompt', 'button', new RegExp(t('prompt.first'))],
        ] as const)
          await test.step(path.slice(0, 9), async () => {
            await page.goto(path)
            await expect(banner).toBeVisible()
            await expect(page.getByRole(role, { name }).first()).toBeInViewport({ ratio: 0.9 })
          })
      },
    )

    test(
      'A visitor refuses as easily as accepts, and then has necessary cookies and our origin alone [CONSENT-01 CONSENT-02 CONSENT-04]',
      windowFor(language),
      async ({ page, visit, context }) => {
        const origins = new Set<string>()
        context.on('request', (request) => origins.add(new URL(request.url()).origin))
        await page.addInitScript(() => {
          const shifts: number[] = []
          Object.assign(window, { shifts })
          const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries().map(() => 1)))
          observer.observe({ type: 'layout-shift', buffered: true })
        })
        const arrived = await (await page.goto('/'))?.text()
        const { banner, inBanner, texts } = askedOn(page, language)
        expect(arrived).toContain(texts['consent.text'])
        await expect(banner).toBeVisible()
        const { height = 0 } = (await banner.boundingBox()) ?? {}
        expect(height).toBeLessThanOrEqual(0.15 * 844)
        const [refuse, accept] = [await inBanner.refuse.boundingBox(), await inBanner.accept.boundingBox()]
        // A browser divides a row in steps of 1/64 px: an odd one goes to one of the two.
        expect(refuse?.width).toBeCloseTo(accept?.width ?? 0, 1)
        expect([refuse?.height, refuse?.y]).toEqual([accept?.height, accept?.y])
        const looks = [inBanner.refuse, inBanner.accept].map((button) =>
          button.evaluate((element) => {
            const { color, backgroundColor, borderTopColor, fontSize, fontWeight } = getComputedStyle(element)
            return [color, backgroundColor, borderTopColor, fontSize, fontWeight].join()
          }),
        )
        expect(await looks[0]).toBe(await looks[1])
        expect(await page.evaluate('shifts')).toEqual([])
        expect(await context.cookies()).toEqual([])

        await inBanner.refuse.click()
        await expect(banner).toHaveCount(0)
        await expect
          .poll(() => keptConsent(page))
          .toEqual({
            categories: ['necessary'],
            services: { necessary: [], analytics: [], targeting: [] },
            revision: 0,
            consentId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            consentTimestamp: expect.stringMatching(TIME),
            lastConsentTimestamp: expect.stringMatching(TIME),
            expirationTime: expect.any(Number),
          })
        const [cookie] = await context.cookies()
        expect(cookie).toMatchObject({ name: CONSENT_COOKIE, domain: 'localhost', path: '/', sameSite: 'Lax' })
        expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1_000 - 182 * DAY_SECONDS)).toBeLessThan(60)

        await fromLandingToRegister(page, visit)
        await register(page, visit)
        await page.reload()
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(banner).toHaveCount(0)
        expect((await context.cookies()).map(({ name }) => name).sort()).toEqual([CONSENT_COOKIE, 'did'])
        expect([...origins]).toEqual([new URL(page.url()).origin])
      },
    )

    test('The question stands where a page begins, fits a small window and text of double size, and covers no control [A11Y-07 CONSENT-04]', async ({
      page,
      expectOutage,
    }) => {
      expectOutage()
      // The font does not come: the one of the system is wider.
      await page.route('**/*.woff2', (route) => route.abort('connectionrefused'))
      const { banner, inBanner } = askedOn(page, language)
      for (const path of ['/', '/auth/register']) {
        await page.goto(path)
        await expect(banner).toBeVisible()
        for (const [width, height] of WINDOWS) {
          await page.setViewportSize({ width, height })
          await expect(banner).toBeInViewport({ ratio: 1 })
          expect(await coveredBy(banner), `${path} ${width} px`).toEqual([])
          // To the page's end and back: it lies over nothing on the way either.
          await page.evaluate(() => window.scrollTo(0, innerHeight / 2))
          expect(await coveredBy(banner), `${path} ${width} px, further down`).toEqual([])
          await page.evaluate(() => window.scrollTo(0, 0))
        }
      }
      await page.setViewportSize({ width: 320, height: 640 })
      const sideways = () => banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
      expect(await sideways()).toBe(0)
      const [refuse, accept] = [await inBanner.refuse.boundingBox(), await inBanner.accept.boundingBox()]
      expect(refuse?.y).toBe(accept?.y)
      expect(refuse?.width).toBeCloseTo(accept?.width ?? 0, 1)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      expect(await sideways()).toBe(0)
    })

    test.describe('before it comes alive', () => {
      test.use({ early: true })

      test('A visitor who is asked about cookies while typing loses no key, and sees all that has the focus [CONSENT-04 A11Y-04]', async ({
        page,
        t,
      }) => {
        await page.setViewportSize({ width: 320, height: 560 })
        let letCome: () => void = () => undefined
        const coming = new Promise<void>((come) => {
          letCome = come
        })
        await page.route(QUESTION, async (route) => {
          await coming
          await route.continue()
        })
        const asked = page.waitForRequest(QUESTION)
        await page.goto('/auth/register')
        await untilAlive(page)
        const { banner, texts } = askedOn(page, language)
        const { number, pin } = fieldsOf(page, t)
        await number.pressSequentially('015')
        await asked
        letCome()
        await page.keyboard.type('1234567', { delay: 40 })
        await expect(banner).toBeVisible()
        await expect(banner.getByRole('status')).toHaveText(texts['consent.announce'])
        await page.keyboard.type('89')
        await expect(number).toBeFocused()
        await expect(number).toHaveValue('015123456789')

        await tabTo(page, pin)
        await tabTo(page, page.getByRole('checkbox').first())
        await press(page, page.getByRole('button', { name: t('layout.cookies') }))
        await expect(askedOn(page, language).dialog).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(page.getByRole('button', { name: t('layout.cookies') })).toBeFocused()
      })
    })

    test(
      `The settings are opened and kept by keyboard, with their buttons at the end [A11Y-01 A11Y-07 CONSENT-03]`,
      PHONE_ONLY,
      async ({ page }) => {
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 390, height: 640 })
        await page.goto('/')
        const { banner, dialog, settings, targeting, save } = askedOn(page, language)
        await expect(banner).toBeVisible()
        await expectAccessible(page, 'the question')
        // Asked at once, before what is on the page.
        await press(page, settings)
        await expect(dialog.getByRole('button').first()).toBeFocused()
        await expect(save).toBeInViewport()
        const isButtons = await dialog.evaluate((box) => {
          const { left, width, bottom } = box.getBoundingClientRect()
          return box.lastElementChild?.contains(document.elementFromPoint(left + width / 2, bottom - 6))
        })
        expect(isButtons).toBe(true)
        await expectAccessible(page, 'the settings')
        await targeting.press('Space')
        await save.press('Enter')
        await expect(dialog).toHaveCount(0)
        await expect(page.getByRole('main')).toBeFocused()
        expect((await keptConsent(page))?.categories).toEqual(['necessary', 'targeting'])
      },
    )
  })

for (const language of EVERY_LANGUAGE)
  test.describe(`large text (${language})`, () => {
    test.use({ language, consent: 'unasked' })

    test('The two answers of the settings share a row, each on one line [CONSENT-04]', async ({ page }) => {
      await page.setViewportSize({ width: 1200, height: 800 })
      await page.goto('/')
      const { settings, inDialog, save } = askedOn(page, language)
      await settings.click()
      const whole = await save.boundingBox()
      for (const answer of [inDialog.refuse, inDialog.accept]) {
        expect(await linesOf(answer)).toBe(1)
        expect((await answer.boundingBox())?.width).toBeGreaterThan(0.45 * (whole?.width ?? 0))
      }
    })

    test('Large text of the question and of its settings stays in its own box, and the last category is seen with the focus [A11Y-02 A11Y-07]', async ({
      page,
    }) => {
      await page.goto('/')
      const { banner, dialog, inBanner, settings, targeting } = askedOn(page, language)
      await expect(banner).toBeVisible()
      const found: string[] = []
      for (const [width, size] of LARGE) {
        await page.setViewportSize({ width, height: 700 })
        await page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`
        }, size)
        const where = `${width} px at ${size} %`
        found.push(...(await overflowing(banner)).map((text) => `${where}: ${text}`))
        for (const answer of [inBanner.refuse, inBanner.accept])
          if ((await linesOf(answer)) > 1) found.push(`${where}: an answer is broken`)
        await settings.click()
        found.push(...(await overflowing(dialog)).map((text) => `${where}, settings: ${text}`))
        await targeting.focus()
        const isSeen = await targeting.evaluate((control) => {
          const { left, top, width: wide, height } = control.getBoundingClientRect()
          return [top + 2, top + height - 2].every((y) => document.elementFromPoint(left + wide / 2, y) === control)
        })
        if (!isSeen) found.push(`${where}: the last switch is covered`)
        await page.keyboard.press('Escape')
      }
      expect(found).toEqual([])
    })
  })
