import { LEGAL_PAGE_NAMES, LEGAL_PAGES } from '@avouch/contract'
import { SCENES } from './gallery/scenes.ts'
import { enlarge, LARGE_TEXTS, misprints, NARROWEST } from './support/boxes.ts'
import { expect, test } from './support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, SOAK_ONLY } from './support/languages.ts'

/** The pages that anybody may open; sizes.spec.ts has those behind them. */
const ADDRESSES = [
  '/',
  '/?payment=true',
  '/auth/prompt',
  '/auth/login?expired=true',
  '/auth/forgot-pin',
  '/auth/register',
  '/verify-age/denied',
  '/complete-process',
  '/request-problem',
  '/account',
  '/goodbye',
  '/nowhere',
]
/** Prose, code, tables and a reference. */
const DOCS = ['/', '/ten-minutes/', '/languages/', '/errors/', '/reference/app/'].map((path) => `/docs${path}`)
const SIZES = IS_SOAK ? LARGE_TEXTS : [NARROWEST]

/** German has the longest texts. */
for (const language of IS_SOAK ? EVERY_LANGUAGE : (['de'] as const))
  test.describe(`large text (${language})`, () => {
    test.use({ language, consent: 'unasked' })

    test('Large text stays in its own box, over no other, below the question about cookies [A11Y-07]', async ({
      page,
      expectRefusals,
    }) => {
      test.slow()
      expectRefusals(404)
      const found: string[] = []
      for (const path of [...ADDRESSES, ...LEGAL_PAGE_NAMES.map((name) => LEGAL_PAGES[name][language]), ...DOCS]) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        for (const size of SIZES) {
          await enlarge(page, size)
          const where = `${path} ${size.width} px ${size.percent} %`
          found.push(...(await page.evaluate(misprints)).map((one) => `${where}: ${one}`))
        }
      }
      expect(found).toEqual([])
    })

    for (const { screen, state, open } of SCENES.filter(({ only, alone }) => only !== 'phone' && alone === undefined))
      test(
        `Large text stays in its own box on ${screen}: ${state} [A11Y-07]`,
        SOAK_ONLY,
        async ({ page, visit, expectRefusals, expectOutage, expectCrash }) => {
          // Scenes show failures, too.
          expectRefusals(400, 401, 403, 404, 409, 410, 422, 429, 500, 503)
          expectOutage()
          expectCrash()
          const shown = (await open(page, visit)) ?? page
          const found: string[] = []
          for (const size of LARGE_TEXTS) {
            await enlarge(shown, size)
            const where = `${size.width} px ${size.percent} %`
            found.push(...(await shown.evaluate(misprints)).map((one) => `${where}: ${one}`))
          }
          expect(found).toEqual([])
        },
      )
  })
