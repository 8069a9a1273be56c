import { defineConfig, devices } from '@playwright/test'
import journeys from './playwright.config.ts'

const desktop = { ...devices['Desktop Chrome'], viewport: { width: 1200, height: 900 } }
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 }

/** A picture of every screen in every state, each passed through axe, in Playwright's report. The product runs already: `npm run screens`. */
export default defineConfig({
  ...journeys,
  testDir: 'apps/web/e2e/gallery',
  testMatch: '*.pictures.ts',
  reporter: [['list'], ['html', { open: 'never' }]],
  projects: [
    { name: 'desktop', grep: /@together/, use: desktop },
    { name: 'phone', grep: /@together/, use: phone },
    // Scenes that change the operator's settings change them for everybody.
    { name: 'desktop alone', grep: /@alone/, workers: 1, dependencies: ['desktop', 'phone'], use: desktop },
    { name: 'phone alone', grep: /@alone/, workers: 1, dependencies: ['desktop alone'], use: phone },
  ],
})
