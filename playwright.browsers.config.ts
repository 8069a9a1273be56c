import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

type Options = { engine: string; language: string; width: number; height: number; phone: boolean }

const ENGINES = ['firefox', 'webkit'] as const
const WINDOWS = [
  { width: 390, height: 844 },
  { width: 1200, height: 800 },
]

/** The main journeys in engines that Playwright does not drive. The product runs already: `npm run test:soak`. */
export default defineConfig<Options>({
  ...journeys,
  testDir: 'apps/web/e2e/browsers',
  testMatch: '*.journeys.ts',
  workers: 2,
  timeout: 240_000,
  projects: ENGINES.flatMap((engine) =>
    (['en', 'de'] as const).flatMap((language) =>
      WINDOWS.map((window) => ({
        name: `${engine} ${language} ${window.width}`,
        use: { engine, language, phone: engine === 'firefox' && window.width < 600, ...window },
      })),
    ),
  ),
})
