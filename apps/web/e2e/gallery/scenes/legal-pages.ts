import { LEGAL_PAGE_NAMES, LEGAL_PAGES } from '@avouch/contract'
import { expect } from '@playwright/test'
import type { Scene } from '../scene.ts'

export const LEGAL_PAGE_SCENES: Scene[] = LEGAL_PAGE_NAMES.map((name) => ({
  screen: 'pages to read',
  state: name,
  open: async (page, { language }) => {
    await page.goto(LEGAL_PAGES[name][language])
    await expect(page.locator('section h2').first()).toBeVisible()
    for (const question of await page.locator('main summary').all()) await question.click()
  },
}))
