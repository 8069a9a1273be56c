import { de } from '@avouch/phrases/de'
import { en } from '@avouch/phrases/en'
import type { Page } from '@playwright/test'
import { untilAlive } from './support/alive.ts'
import { expect, test } from './support/fixtures.ts'
import { hold } from './support/hold.ts'
import { EVERY_LANGUAGE } from './support/languages.ts'
import { positionsOf, shiftsOf, watchShifts } from './support/shifts.ts'

const TEXTS = [en, de].flatMap((language) => Object.values(language)).filter((text) => !text.includes('{{'))
/** The usual text, and what buttons, headings and steps have. */
const WEIGHTS = [400, 550, 650, 680]
const FONT = '**/*.woff2'
const ADDRESSES = ['/', '/auth/prompt', '/auth/login', '/auth/register', '/auth/forgot-pin']

const WIDTHS = [390, 1200]
/** Rounding, and an edge that is as wide as its text. */
const LEAST = 2
/** A line of one page breaks elsewhere, and the footer is below it. */
const ONE_BREAK = 2

/** Takes our font at any time: by its name, the page has given up on it. */
const useOurs = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const file = document.querySelector<HTMLLinkElement>('link[as=font]')?.href ?? ''
    document.fonts.add(await new FontFace('Ours', `url(${file})`, { weight: '300 900' }).load())
    document.documentElement.style.setProperty('--font-sans', 'Ours')
  })

/** Lists the elements that have another place, or another height. */
const farFrom = (positions: string[], others: string[]): string[] =>
  positions.filter((position, index) => {
    const [, y = 0, , height = 0] = numbersIn(position)
    const [, otherY = 0, , otherHeight = 0] = numbersIn(others[index] ?? '')
    return Math.abs(y - otherY) > LEAST || Math.abs(height - otherHeight) > LEAST
  })
const numbersIn = (position: string) => (position.split(': ').at(-1) ?? '').split(' ').map(Number)

test('Texts in the font of a system are as wide and as high as in ours [ROUTE-15]', async ({ page }) => {
  await page.goto('/')
  await useOurs(page)
  const measured = await page.evaluate(
    async ([texts, weights]) => {
      const canvas = document.createElement('canvas').getContext('2d')
      if (canvas === null) throw new Error('no canvas')
      const boxOf = async (family: string, weight: number) => {
        // Hinting rounds the widths of small letters.
        const font = `${weight} 200px "${family}"`
        await document.fonts.load(font)
        canvas.font = font
        const { fontBoundingBoxAscent: ascent, fontBoundingBoxDescent: descent } = canvas.measureText('x')
        const width = texts.reduce((sum, text) => sum + canvas.measureText(text).width, 0)
        return { ascent, descent, width }
      }
      return Promise.all(
        weights.map(async (weight) => {
          const ours = await boxOf('Ours', weight)
          const system = await boxOf('Arial as Figtree', weight)
          const ratio = (key: keyof typeof ours) => Math.round((1000 * system[key]) / ours[key]) / 1000
          return { weight, width: ratio('width'), ascent: ratio('ascent'), descent: ratio('descent') }
        }),
      )
    },
    [TEXTS, WEIGHTS] as const,
  )
  for (const { weight, width, ascent, descent } of measured) {
    expect(Math.abs(width - 1), `the width at ${weight}: ${width}`).toBeLessThan(0.015)
    expect(Math.abs(ascent - 1), `the ascent at ${weight}: ${ascent}`).toBeLessThan(0.01)
    expect(Math.abs(descent - 1), `the descent at ${weight}: ${descent}`).toBeLessThan(0.02)
  }
})

for (const language of EVERY_LANGUAGE)
  test.describe(`the font comes late (${language})`, () => {
    // As phones have it: a letter may begin between two pixels.
    test.use({ language, deviceScaleFactor: 2 })

    test('A page moves nothing when our font comes late, and has nearly all places already [ROUTE-15 STATE-06]', async ({
      page,
      context,
    }) => {
      await watchShifts(context)
      const differing: string[] = []
      for (const path of ADDRESSES)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 })
          const release = await hold(page, FONT)
          await page.goto(path, { waitUntil: 'commit' })
          await untilAlive(page)
          const without = await positionsOf(page)
          release()
          await page.evaluate(() => document.fonts.load('1em Figtree'))
          expect(await shiftsOf(page), `${path} ${width} px`).toEqual([])
          expect(await positionsOf(page), `${path} ${width} px`).toEqual(without)
          await useOurs(page)
          differing.push(...farFrom(await positionsOf(page), without).map((one) => `${path} ${width} px: ${one}`))
          await page.unroute(FONT)
        }
      expect(differing.length, differing.join('\n')).toBeLessThanOrEqual(ONE_BREAK)
    })
  })
