import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { SOAK_ONLY } from './support/languages.ts'

/** The script has done all of its work once it shows the search. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`/docs${path}`)
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeVisible()
}

test(
  'The pages have no fault that axe finds, in the light and wide, in the dark and on a phone [DOCS-01]',
  SOAK_ONLY,
  async ({ page }) => {
    test.slow()
    const refused: string[] = []
    page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())))
    for (const path of ['/languages/', '/errors/', '/reference/app/'])
      for (const { width, colorScheme } of [
        { width: 1_200, colorScheme: 'light' },
        { width: 390, colorScheme: 'dark' },
      ] as const) {
        await page.setViewportSize({ width, height: 900 })
        await page.emulateMedia({ colorScheme })
        await open(page, path)
        await expectAccessible(page, `${path} ${width}`)
      }
    expect(refused).toEqual([])
  },
)

test('The search finds a section by keyboard', async ({ page }) => {
  await open(page, '/')
  await page.getByRole('searchbox', { name: 'Search' }).fill('verify verdict')
  await expect(page.getByRole('status')).toHaveText(/^\d results$/)
  const found = page.getByRole('link', { name: 'Verify a verdict In your language' })
  await expect(found).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('search').getByRole('link').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await expect(found).toBeHidden()
  await page.getByRole('searchbox').click()
  await found.press('Enter')
  await expect(page).toHaveURL(/\/docs\/languages\/#verify-a-verdict$/)
  await expect(page.getByRole('heading', { name: 'Verify a verdict' })).toBeInViewport()
})

test('A language that was chosen holds for all code, also of the next page that is opened', async ({ page }) => {
  await open(page, '/languages/')
  const group = (name: string) => page.getByRole('tab', { name })
  await group('JavaScript').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect(group('Python').first()).toBeFocused()
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toHaveCount(4)
  await expect(page.getByRole('group', { name: 'JavaScript' })).toHaveCount(0)
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'curl', selected: true })).toHaveCount(2)
  // Pages without curl keep what was shown.
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toHaveCount(2)
  await group('Go').first().click()
  await open(page, '/')
  await open(page, '/languages/')
  await expect(page.getByRole('tab', { name: 'Go', selected: true })).toHaveCount(4)
})

test('Addresses in code are those of the product that shows the page', async ({ page, baseURL }) => {
  await open(page, '/ten-minutes/')
  await expect(page.getByText(`export AVOUCH_URL=${baseURL} `)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('The pages and all code can be read [DOCS-01]', async ({ page }) => {
    await page.goto('/docs/languages/')
    await expect(page.getByRole('group', { name: 'JavaScript' })).toHaveCount(4)
    await expect(page.getByRole('group', { name: 'PHP' }).first()).toBeVisible()
    await page.getByText('All pages').click()
    await page.getByRole('link', { name: 'Errors', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Errors' })).toBeVisible()
  })
})
