import { builtPart } from '#e2e/support/built.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { hold } from '#e2e/support/hold.ts'
import { ALSO_ON_PHONE } from '#e2e/support/languages.ts'

test(
  'Every page has a main area of 1000 px at most, the footer at the end of the window, and flags where there is room [GEN-04 LANG-05]',
  ALSO_ON_PHONE,
  async ({ page, isMobile }) => {
    if (!isMobile) await page.setViewportSize({ width: 1600, height: 1300 })
    await page.goto('/auth/prompt')
    for (const landmark of ['banner', 'main', 'contentinfo'] as const)
      await expect(page.getByRole(landmark)).toBeVisible()
    const window = page.viewportSize() ?? { width: 0, height: 0 }
    const main = await page.getByRole('main').boundingBox()
    const footer = await page.getByRole('contentinfo').boundingBox()
    expect(main?.width).toBe(isMobile ? window.width - 40 : 1000)
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeGreaterThanOrEqual(window.height - 1)
    for (const name of ['EN – English', 'DE – Deutsch']) {
      const button = page.getByRole('button', { name })
      await expect(button).toHaveText(name.slice(0, 2))
      await expect(button.locator('svg')).toBeVisible({ visible: !isMobile })
    }
  },
)

test('A page that takes longer to load says so in the middle of the page [GEN-04]', async ({ page, t }) => {
  const letGo = await hold(page, builtPart('register.route'))
  await page.goto('/auth/prompt')
  await page.getByRole('button', { name: new RegExp(t('prompt.first')) }).click()
  const [wait, main] = [page.getByRole('main').getByRole('status'), page.getByRole('main')]
  await expect(wait).toHaveText(t('layout.loading'))
  const middle = async (of: typeof main) => {
    const { x = 0, width = 0 } = (await of.boundingBox()) ?? {}
    return x + width / 2
  }
  expect(Math.abs((await middle(wait)) - (await middle(main)))).toBeLessThan(1)
  letGo()
})
