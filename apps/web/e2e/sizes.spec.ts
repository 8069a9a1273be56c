import type { Page } from '@playwright/test'
import { account, keepSession } from './support/account.ts'
import { expectAccessible } from './support/accessible.ts'
import { enlarge, misprints, NARROWEST } from './support/boxes.ts'
import { beginCheck, endCheck } from './support/check.ts'
import { expect, test } from './support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, PHONE_ONLY } from './support/languages.ts'
import { fieldsOf } from './support/forms.ts'
import { logIn, type Visit } from './support/steps.ts'

/** Cards, drawings, choices, ends. Other tests of the day read the log-in and the landing page of a payment. */
const READ_BY_AXE = ['/', '/auth/prompt', '/verify-age/denied', '/complete-process']

const UNKNOWN = 'AAAAAAAAAAAAAAAAAAAAAA'
/** A window of 1280 px at 400 %: what WCAG 1.4.10 asks for. */
const ZOOMED = { width: 320, height: 256 }
/** Widths of phones, and the least that there is. */
const PHONES = [430, 412, 411, 393, 390, 375, 374, 360, 320]
/** The fall-back font, each step as wide as the current one, and a scroll bar that takes room. */
const FIRST_VISIT = `li, li * { font-family: Arial, 'Liberation Sans' !important; font-weight: 680 !important }
  body { padding-inline-end: 17px }`
/** A step's bar with the gap below it, 14 px, and twice 16 px of text. */
const TWO_LINES = 46
const STATIC = [
  '/',
  '/?payment=true',
  `/verify-age/app?mintid=${UNKNOWN}`,
  '/auth/prompt',
  '/auth/login?expired=true',
  '/auth/forgot-pin',
  '/verify-age/denied',
  `/check-phone#tc=${UNKNOWN}`,
  '/complete-process',
  '/request-problem',
  '/account',
  '/goodbye',
  '/nowhere',
]

/** Goes through the screens; what has to be true on each is looked at. */
async function eachScreen(page: Page, visit: Visit, paths: readonly string[], look: (screen: string) => Promise<void>) {
  const { t } = visit
  const see = async (screen: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await look(screen)
  }
  for (const path of paths) {
    await page.goto(path)
    await see(path)
  }
  await page.goto('/auth/register')
  const { number, pin, repeat } = fieldsOf(page, t)
  await number.fill('1512345678901')
  await pin.fill('1234')
  await repeat.fill('25')
  await expect(page.getByText(t('error.invalid_pin'))).toBeVisible()
  await see('/auth/register with errors')
  const tokens = await account(visit)
  await page.goto('/auth/login')
  await logIn(page, visit)
  await see('/auth/confirm-code')
  await keepSession(page, tokens)
  await page.goto('/check')
  await expect(page.getByRole('heading', { level: 1, name: t('check.title') })).toBeVisible()
  await see('/check')
  await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
  await page.goto('/kyc-result/approved')
  await expect(page.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
  await see('/kyc-result/approved')
}

/** Finds text and controls that stick out of the window, or of a box that hides what does not fit. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth > clientWidth) {
      const wide = [...document.querySelectorAll('body *')].filter(
        (element) => element.getBoundingClientRect().right > clientWidth,
      )
      const deepest = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
      found.push(`wider than the window: ${deepest.map(({ outerHTML }) => outerHTML.slice(0, 160)).join(' ')}`)
    }
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, position, clip } = getComputedStyle(element)
      const isHidden = clip !== 'auto' || element.closest('.sr-only, svg, [aria-hidden=true]') !== null
      // The text of a field can be scrolled.
      const isField = element instanceof HTMLInputElement
      if (isHidden || isField || element.clientWidth <= 1 || position === 'fixed') continue
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const isCut =
        (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (hides(overflowY) && element.scrollHeight > element.clientHeight + 1)
      if (isCut) found.push(`${element.tagName} "${element.textContent?.slice(0, 40)}"`)
    }
    return found
  })

/** Controls whose place to press is smaller than 44 px, but for links in running text. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44
    const controls = [...document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role=button]')]
    return controls.flatMap((control) => {
      const style = getComputedStyle(control)
      const isInText = style.display === 'inline' && control.closest('p, li, label, dd') !== null
      const isAway = control.closest('[inert], [hidden], [aria-hidden=true]') !== null || !control.checkVisibility()
      if (isInText || isAway || control.matches('a[href="#content"]:not(:focus)')) return []
      const boxes = [control, ...(control instanceof HTMLInputElement ? (control.labels ?? []) : [])]
      const areas = boxes.map((box) => box.getBoundingClientRect())
      // The area around a control for the finger belongs to it.
      const reach = ['::before', '::after'].flatMap((pseudo) => {
        const { content, position, width, height } = getComputedStyle(control, pseudo)
        return content !== 'none' && position === 'absolute'
          ? [{ width: parseFloat(width), height: parseFloat(height) }]
          : []
      })
      const size = [...areas, ...reach]
      const width = Math.max(...size.map((area) => area.width))
      const height = Math.max(...size.map((area) => area.height))
      if (width >= LEAST - 0.5 && height >= LEAST - 0.5) return []
      return [
        `${control.tagName} "${control.ariaLabel ?? control.textContent}" ${Math.round(width)}x${Math.round(height)}`,
      ]
    })
  })

/**
 * Words that go on in the next line without a hyphen, as a browser without a dictionary breaks them, and what one that has it
 * would break although it is short.
 */
const broken = (page: Page) =>
  page.evaluate(() => {
    const topOf = (text: Text, at: number) => {
      const letter = document.createRange()
      letter.setStart(text, at)
      letter.setEnd(text, at + 1)
      // The first one behind a soft hyphen has a box at the end of the line before as well.
      return [...letter.getClientRects()].at(-1)?.top ?? 0
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      const element = text.parentElement
      if (element === null || !element.checkVisibility() || element.closest('script, .sr-only') !== null) continue
      const style = getComputedStyle(element)
      if (style.hyphens === 'auto') {
        const isShort =
          element.closest('h1, h2, h3, ol') !== null ||
          !(parseInt(style.getPropertyValue('hyphenate-limit-chars')) >= 12)
        if (isShort) found.push(`a dictionary breaks "${text.data}"`)
      }
      for (const { index } of text.data.matchAll(/(?<=\p{L})\p{L}/gu))
        if (topOf(text, index) > topOf(text, index - 1) + 5) found.push(text.data.slice(0, index))
    }
    return found
  })

/** German has the longest texts. */
for (const language of IS_SOAK ? EVERY_LANGUAGE : (['de'] as const))
  test.describe(`large and small (${language})`, () => {
    test.use({ language })

    test(
      'At 400 % zoom, and with text of double size, nothing is cut off, and every target is 44 px [A11Y-07 A11Y-09]',
      language === 'de' ? PHONE_ONLY : {},
      async ({ page, visit, isMobile, expectRefusals }) => {
        test.slow()
        expectRefusals(404)
        if (!isMobile) await page.setViewportSize(ZOOMED)
        // The size that the visitor chose in the browser; a phone has the window that it has.
        const text = isMobile ? '200%' : ''
        await eachScreen(page, visit, STATIC, async (screen) => {
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = size
          }, text)
          expect(await cutOff(page), screen).toEqual([])
          expect(await smallTargets(page), screen).toEqual([])
          expect(await broken(page), screen).toEqual([])
          expect(await page.evaluate(misprints), screen).toEqual([])
          if (!isMobile) return
          await enlarge(page, NARROWEST)
          expect(await page.evaluate(misprints), screen).toEqual([])
          await page.setViewportSize({ width: 390, height: 844 })
        })
      },
    )

    test('The name of each step stays on one line [GEN-15]', async ({ page, visit }) => {
      const tokens = await account(visit)
      await endCheck(visit, await beginCheck(visit, tokens), 'COMPLETED')
      await keepSession(page, tokens)
      await page.goto('/kyc-result/approved')
      const steps = page.getByRole('list', { name: visit.t('step.label') }).getByRole('listitem')
      await expect(steps.last()).toContainText(visit.t('step.isDone'))
      const expectOneLine = async (name: string) => {
        for (const width of PHONES) {
          await page.setViewportSize({ width, height: 800 })
          const heights = await steps.evaluateAll((items) => items.map((item) => item.clientHeight))
          expect(Math.max(...heights), `${width} px, ${name}`).toBeLessThan(TWO_LINES)
        }
      }
      await expectOneLine('as usual')
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(rules)
        document.adoptedStyleSheets.push(sheet)
      }, FIRST_VISIT)
      await expectOneLine('first visit')
    })
  })

test('Every screen passes axe; with the colours of a system and without motion all is there, and nothing moves [A11Y-01 A11Y-08]', async ({
  page,
  visit,
  isMobile,
  expectRefusals,
}) => {
  test.skip(isMobile, 'the colours and motion of a system are the same in every window')
  test.slow()
  expectRefusals(404)
  const ofSystem = () => page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await ofSystem()
  await eachScreen(page, visit, IS_SOAK ? STATIC : READ_BY_AXE, async (screen) => {
    if (IS_SOAK) await expectAccessible(page, `${screen} with forced colours`)
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState }) => playState === 'running')
        .map(({ effect }) => effect?.getComputedTiming())
        .filter((timing) => timing?.iterations !== Infinity)
        .map((timing) => Number(timing?.duration ?? 0))
        .filter((duration) => duration > 100),
    )
    expect(moving, screen).toEqual([])
    const edgeless = await page.evaluate(() => {
      const paper = getComputedStyle(document.body).backgroundColor
      // The field for a code lies over boxes that are drawn below it.
      const bordered =
        'main button:not(:has(*), [class*=link]), main input:not([autocomplete=one-time-code], [aria-hidden])'
      return [...document.querySelectorAll<HTMLElement>(bordered)]
        .filter((control) => control.checkVisibility() && getComputedStyle(control).textDecorationLine === 'none')
        .filter((control) => control.closest('h2') === null)
        .filter((control) => {
          const { borderTopWidth, borderTopColor } = getComputedStyle(control)
          return parseFloat(borderTopWidth) === 0 || borderTopColor === paper
        })
        .map((control) => control.outerHTML.slice(0, 80))
    })
    expect(edgeless, screen).toEqual([])
    // The country's cell shows its dial code, and not the beginning of what its field says.
    const code = page.getByText(/^\+\d+$/)
    if ((await code.count()) > 0) await expect(code, screen).toBeVisible()
    await page.emulateMedia({ forcedColors: null, reducedMotion: null })
    await expectAccessible(page, screen)
    if (screen === '/auth/register with errors') {
      await fieldsOf(page, visit.t).country.click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectAccessible(page, 'country picker')
    }
    await ofSystem()
  })
})
