import { LEGAL_PAGES } from '@avouch/contract'
import { expectAccessible } from '#e2e/support/accessible.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { fieldsOf } from '#e2e/support/forms.ts'

test('The pages behind the footer open in a new tab, and can be read section by section, by everybody [GEN-04 GEN-13 A11Y-01]', async ({
  page: form,
  t,
  visit,
}) => {
  await form.goto('/auth/register')
  await fieldsOf(form, t).number.fill(visit.number)
  const link = form.getByRole('contentinfo').getByRole('link', { name: t('layout.faq') })
  const [page] = await Promise.all([form.waitForEvent('popup'), link.click()])
  await expect(page).toHaveURL(new RegExp(`${LEGAL_PAGES.faq.en}(\\?|$)`))
  await expect(fieldsOf(form, t).number).toHaveValue(visit.number)
  for (const question of await page.locator('summary').all()) await question.click()
  await expectAccessible(page, 'faq')

  const last = page.locator('section h2').last()
  await page.getByRole('link', { name: await last.innerText() }).click()
  await expect(last).toBeInViewport()
  await page.goto(`${LEGAL_PAGES.terms.en}#liability`)
  await expect(page.locator('#liability')).toBeInViewport()
})
