import { CONSENT_COOKIE } from '@avouch/contract'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { askedOn, coveredBy, keptConsent } from '#e2e/support/consent.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { builtPart } from '#e2e/support/built.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, PHONE_ONLY, SOAK_ONLY, windowFor } from '#e2e/support/languages.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { press, tabTo } from '#e2e/support/keyboard.ts'
import { fromLandingToRegister, register } from '#e2e/support/steps.ts'
import type { TestLanguage } from '#e2e/support/texts.ts'

const DAY_SECONDS = 24 * 60 * 60
const QUESTION = builtPart('consent-question')
const SCREENS = ['/', '/auth/register', ...(IS_SOAK ? ['/?payment=true', '/auth/prompt', '/complete-process'] : [])]
/** A phone, a small one, and one with its keyboard open. */
const WINDOWS = [
  [390, 844],
  [320, 640],
  [390, 500],
] as const
/** Each scheme is looked at once: colours are the same in every language. */
const SCHEMES = { en: 'light', de: 'dark' } as const
const schemesOf = (language: TestLanguage) => (IS_SOAK ? Object.values(SCHEMES) : [SCHEMES[language]])
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

for (const language of EVERY_LANGUAGE)
  test.describe(`a visitor who was not asked yet (${language})`, () => {
    test.use({ language, consent: 'unasked' })

    test(
      'CONSENT-01 CONSENT-02 CONSENT-04 CONSENT-05 CONSENT-07 refuses as easily as accepts, and has necessary cookies and our origin alone',
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

    if (language === 'de' || IS_SOAK) {
      test('A11Y-07 CONSENT-04 fits a window of 320 px, also with text of double size', async ({ page }) => {
        await page.setViewportSize({ width: 320, height: 640 })
        // The font does not come in time: the one of the system is wider.
        await page.route('**/*.woff2', () => {})
        await page.goto('/', { waitUntil: 'domcontentloaded' })
        const { banner, inBanner } = askedOn(page, language)
        await expect(banner).toBeVisible()
        const sideways = () => banner.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
        expect(await sideways()).toBe(0)
        const boxOf = (button: typeof inBanner.refuse) =>
          button.boundingBox().then((box) => box && { width: box.width, y: box.y })
        expect(await boxOf(inBanner.refuse)).toEqual(await boxOf(inBanner.accept))
        await page.evaluate(() => {
          document.documentElement.style.fontSize = '200%'
        })
        expect(await sideways()).toBe(0)
      })

      test('A11Y-07 CONSENT-04 the buttons of the dialog stand at its end, and no text shows below them', async ({
        page,
      }) => {
        await page.setViewportSize({ width: 390, height: 640 })
        await page.goto('/')
        const { dialog, save, settings } = askedOn(page, language)
        await settings.click()
        await expect(save).toBeInViewport()
        const isButtons = await dialog.evaluate((box) => {
          const { left, width, bottom } = box.getBoundingClientRect()
          return box.lastElementChild?.contains(document.elementFromPoint(left + width / 2, bottom - 6))
        })
        expect(isButtons).toBe(true)
      })
    }

    if (language === 'de' || IS_SOAK)
      test('CONSENT-04 CONSENT-07 is asked where a page begins, on every screen, and covers no control of it', async ({
        page,
      }) => {
        const { banner } = askedOn(page, language)
        for (const path of SCREENS) {
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
      })

    // The longer texts take more room.
    if (language === 'de' || IS_SOAK)
      test.describe('before it comes alive', () => {
        test.use({ early: true })

        test('CONSENT-04 A11Y-04 is asked while typing, loses no key, and sees all that has the focus', async ({
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

    for (const colorScheme of schemesOf(language))
      test(
        `A11Y-01 CONSENT-03 chooses in the settings, and changes it later, by keyboard (${colorScheme})`,
        language === 'de' ? PHONE_ONLY : SOAK_ONLY,
        async ({ page, t }) => {
          await page.emulateMedia({ colorScheme })
          await page.goto('/')
          const { banner, dialog, settings, analytics, targeting, save, inDialog } = askedOn(page, language)
          await expect(banner).toBeVisible()
          await expectAccessible(page, 'the question')
          // Asked at once, before what is on the page.
          await press(page, settings)
          await expect(dialog).toBeVisible()
          await expectAccessible(page, 'the settings')
          await expect(analytics).not.toBeChecked()
          await expect(targeting).not.toBeChecked()
          await targeting.press('Space')
          await save.press('Enter')
          await expect(dialog).toHaveCount(0)
          await expect(banner).toHaveCount(0)
          await expect(page.getByRole('main')).toBeFocused()
          const first = await keptConsent(page)
          expect(first?.categories).toEqual(['necessary', 'targeting'])

          await page.goto('/auth/login')
          const change = page.getByRole('button', { name: t('layout.cookies') })
          await change.click()
          await expect(targeting).toBeChecked()
          await inDialog.refuse.click()
          await expect(change).toBeFocused()
          const later = await keptConsent(page)
          expect(later?.categories).toEqual(['necessary'])
          expect(later).toMatchObject({ consentId: first?.consentId, consentTimestamp: first?.consentTimestamp })
          expect(later?.expirationTime).toBeGreaterThan(first?.expirationTime ?? Infinity)
        },
      )
  })

test('CONSENT-02 an answer that can not be read is asked for again, in the language that this browser has stored', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: CONSENT_COOKIE, value: '%7Byes', url: baseURL ?? '' }])
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'de'))
  await page.goto('/auth/login')
  const { banner, inBanner } = askedOn(page, 'de')
  await expect(banner).toHaveCount(1)
  await inBanner.refuse.click()
  await expect(banner).toHaveCount(0)
})
