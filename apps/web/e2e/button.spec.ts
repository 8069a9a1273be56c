import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE } from './support/languages.ts'
import { WORLD } from './support/texts.ts'

for (const language of ONE_LANGUAGE) {
  test.describe(`the button on a provider's website (${language})`, () => {
    test.use({ language })

    test('PROV-01 A11Y-02 A11Y-03 CAPTCHA-06 is found by its name and pressed by key; the website alone is asked, and the visitor comes to us', async ({
      page,
      visit,
    }) => {
      const asked = new Set<string>()
      page.on('request', (request) => asked.add(new URL(request.url()).origin))
      await page.goto(`${visit.world.provider}/films/red-corridor`)
      const button = page.locator('avouch-button').getByRole('button', { name: WORLD[language].askAge, exact: true })
      await expect(button).toBeVisible()
      await expectAccessible(page, 'film with the question')
      expect([...asked]).toEqual([visit.world.provider])

      while (!(await button.evaluate((element) => element === document.activeElement))) await page.keyboard.press('Tab')
      await expect(button).toHaveCSS('outline-style', 'solid')
      const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
      await tab.waitForURL(`${visit.world.product}/**`)
      expect(new URL(tab.url()).searchParams.get('mintid')).toMatch(/^[\w-]{16,}$/)
      expect(await tab.evaluate(() => window.opener as unknown)).toBeNull()
      // The page of the website stays, and waits for the answer.
      expect(new URL(page.url()).pathname).toBe('/films/red-corridor')
      expect([...asked]).toEqual([visit.world.provider])
    })
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('PROV-01 the button that stands in for it asks as well', async ({ page, visit }) => {
    await page.goto(`${visit.world.provider}/films/red-corridor`)
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: WORLD.en.askAge, exact: true }).click(),
    ])
    await tab.waitForURL(`${visit.world.product}/?*`)
    expect(new URL(tab.url()).searchParams.get('mintid')).toMatch(/^[\w-]{16,}$/)
  })
})
