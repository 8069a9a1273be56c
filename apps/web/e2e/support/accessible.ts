import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Passes axe, and nothing is wider than the window. */
export async function expectAccessible(page: Page, screen: string) {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // Colours are measured when they have arrived; a spinner never does.
  await page.evaluate(() => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  expect(
    violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, `${screen}: nothing is wider than the window`).toBeLessThanOrEqual(0)
}
