import { PAPER_NAMES, PAPERS } from '@avouch/contract'
import { expect } from '@playwright/test'
import type { Scene } from '../scene.ts'

export const PAPER_SCENES: Scene[] = PAPER_NAMES.map((name) => ({
  screen: 'pages to read',
  state: name,
  open: async (page, { language }) => {
    await page.goto(PAPERS[name][language])
    await expect(page.locator('section h2').first()).toBeVisible()
    for (const question of await page.locator('main summary').all()) await question.click()
  },
}))
