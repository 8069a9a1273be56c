import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Passes axe, and nothing is wider than the window. */
export async function expectAccessible(page: Page, screen: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Colours are measured when they have arrived, also those that begin to change now; a spinner never does.
  await page.evaluate(() => {
    const atOnce = new CSSStyleSheet()
    atOnce.replaceSync('*, ::before, ::after { transition-duration: 0s !important }')
    document.adoptedStyleSheets.push(atOnce)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  // In the page itself: the other way opens a blank page for each report, for frames of other origins, which no page has.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
  const { violations } = await axe.analyze()
  await page.evaluate(() => void document.adoptedStyleSheets.pop())
  expect(
    violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen}: nothing is wider than the window`).toBeLessThanOrEqual(0)
}
