import { defineConfig, devices } from '@playwright/test'

const report = process.env['PLAYWRIGHT_REPORT']

const isSoak = process.env['SOAK'] === '1'
const IN_SOAK = /@soak\b/
/** Phones run the tests with a tag alone, because their pages follow from the rest there: `npm run test:soak` looks at all. */
const ON_PHONE = [
  'age-app',
  'consent',
  'effort',
  'endings',
  'id-wallet',
  'journey',
  'landing',
  'layout',
  'legal-pages',
  'login',
  'register',
  'reload',
  'rendered',
  'reset-pin',
  'shift',
  'sizes',
  'slow-line',
  'states',
  'toasts',
  'translated-scenes',
  'wine',
]

/** The product runs already: `npm test` starts one of its own, and `npm start` or `npm run dev` serve as well. */
export default defineConfig({
  testDir: 'apps/web',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: 3,
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: report !== undefined,
  reporter: report ? [['list'], ['json', { outputFile: report }]] : [['list']],
  use: {
    baseURL: process.env['PRODUCT_URL'] ?? 'http://localhost:3000',
    // A trace of every page costs as much as the browser itself: `-- --trace on` where one is needed.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Without one, Playwright's own.
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-gpu',
        '--disable-quic',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: isSoak ? [] : [/@phone-only\b/, IN_SOAK],
      use: { ...devices['Desktop Chrome'] },
    },
    {
      name: 'phone',
      testMatch: ON_PHONE.map((name) => `**/${name}.spec.ts`),
      ...(!isSoak && { grep: /@phone/, grepInvert: IN_SOAK }),
      use: {
        ...devices['Pixel 7'],
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
})
