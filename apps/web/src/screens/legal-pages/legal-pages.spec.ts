import { LEGAL_PAGE_NAMES, LEGAL_PAGES } from '@avouch/contract'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { IS_SOAK, ONE_LANGUAGE } from '#e2e/support/languages.ts'
import { fieldsOf } from '#e2e/support/forms.ts'
import { textsOf } from '#e2e/support/texts.ts'

/** One of each kind: facts, questions, steps. The gallery has them all. */
const KINDS: readonly string[] = ['privacy', 'faq', 'more']
const OTHER = { en: 'de', de: 'en' } as const
const SWITCH = { en: 'EN – English', de: 'DE – Deutsch' } as const

for (const language of ONE_LANGUAGE)
  test.describe(`the pages behind the footer (${language})`, () => {
    test.use({ language })

    test('GEN-13 A11Y-01 each can be read, by everybody, section by section', async ({ page, t }) => {
      for (const name of LEGAL_PAGE_NAMES) {
        await page.goto(LEGAL_PAGES[name][language])
        const title = await page.getByRole('heading', { level: 1 }).textContent()
        await expect(page).toHaveTitle(`${title} – Avouch`)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        const contents = page.getByRole('navigation', { name: t('legalPage.contents') }).getByRole('link')
        const sections = page.locator('section h2')
        await expect(contents).toHaveText(await sections.allTextContents())
        expect(await page.locator('main').innerText()).not.toMatch(/\{\{|<\/?\w+>|undefined/)
        for (const question of await page.locator('summary').all()) await question.click()
        if (KINDS.includes(name) && (language === 'en' || IS_SOAK)) await expectAccessible(page, name)
      }
      await page.getByRole('link', { name: await page.locator('section h2').last().innerText() }).click()
      await expect(page.locator('section h2').last()).toBeInViewport()
    })
  })

for (const language of ONE_LANGUAGE)
  test.describe(`from a form (${language})`, () => {
    test.use({ language })

    test('GEN-08 the pages behind the footer open in a new tab, and nothing typed is lost', async ({
      page,
      t,
      visit,
    }) => {
      await page.goto('/auth/register')
      await fieldsOf(page, t).number.fill(visit.number)
      const [opened] = await Promise.all([
        page.waitForEvent('popup'),
        page
          .getByRole('contentinfo')
          .getByRole('link', { name: t('layout.privacy') })
          .click(),
      ])
      await expect(opened).toHaveURL(new RegExp(`${LEGAL_PAGES.privacy[language]}(\\?|$)`))
      await expect(fieldsOf(page, t).number).toHaveValue(visit.number)
    })
  })

test('LANG-07 GEN-06 each is in its address’s language, and the switch leads to the same in the other', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1 })
  for (const language of ['de', 'en'] as const) {
    const there = textsOf(OTHER[language])
    await page.goto(`${LEGAL_PAGES.terms[language]}#liability`)
    await expect(page.locator('#liability')).toBeInViewport()
    const before = await heading.textContent()
    await page.getByRole('button', { name: SWITCH[OTHER[language]] }).click()
    await expect(page).toHaveURL(new RegExp(`${LEGAL_PAGES.terms[OTHER[language]]}(\\?.*)?#liability$`))
    await expect(heading).not.toHaveText(before ?? '')
    const contents = there('legalPage.contents')
    await expect(page.getByRole('navigation', { name: contents })).toBeVisible()

    // The others open in the place of this one, and Back leads back.
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: there('layout.imprint') })
      .click()
    await expect(page).toHaveURL(new RegExp(LEGAL_PAGES.imprint[OTHER[language]]))
    await page.getByRole('button', { name: there('action.back') }).click()
    await expect(page).toHaveURL(new RegExp(LEGAL_PAGES.terms[OTHER[language]]))
    await page.goBack()
    await expect(heading).toHaveText(before ?? '')
    await expect(page.locator('html')).toHaveAttribute('lang', language)
  }
})

test('LANG-07 ROUTE-11 an address in the language’s folder that is none of them is not found', async ({
  page,
  expectRefusals,
}) => {
  expectRefusals(404)
  await page.goto('/en/impressum')
  await expect(page.getByRole('heading', { level: 1, name: textsOf('en')('notFound.title') })).toBeVisible()
})
