import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'
import { EVERY_LANGUAGE, IS_SOAK, windowFor } from './support/languages.ts'
import {
  askAtTheCinema,
  complete,
  fillRegistration,
  fromLandingToRegister,
  newestCode,
  passIdentityCheck,
  startCheck,
} from './support/steps.ts'

/** That the longest texts fit into the narrowest window, also at double size, is looked at with all sizes. */
for (const language of IS_SOAK ? EVERY_LANGUAGE : (['en'] as const)) {
  test.describe(`every screen of the first visit (${language})`, () => {
    test.use({ language })

    test(
      'A11Y-01 passes axe, and is no wider than the window',
      windowFor(language),
      async ({ page, visit, t, isMobile }) => {
        test.slow()
        const product = await askAtTheCinema(page, visit)
        await expectAccessible(product, 'landing')
        await product.goto(`${product.url()}&payment=true`)
        await expectAccessible(product, 'payment')
        await product.goBack()
        await product
          .getByRole('button', { name: t('landing.web') })
          .or(product.getByRole('link', { name: t('landing.web') }))
          .click()
        await expectAccessible(product, 'prompt')
        await product.goBack()
        await fromLandingToRegister(product, visit)
        await expectAccessible(product, 'register')
        await product.getByRole('combobox', { name: t('phone.country') }).click()
        await expectAccessible(product, 'country picker')
        await product.keyboard.press('Escape')
        await fillRegistration(product, visit, '1234')
        await expect(product.getByText(t('error.invalid_pin'))).toBeVisible()
        await expectAccessible(product, 'register with an error')
        await fillRegistration(product, visit)
        await product.getByRole('button', { name: t('register.submit') }).click()
        await expect(product.getByRole('heading', { level: 1, name: t('confirmCode.title') })).toBeVisible()
        await expectAccessible(product, 'confirm code with a toast')
        await product.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
        await expect(product.getByRole('heading', { level: 1, name: t('check.title') })).toBeVisible()
        await expectAccessible(product, 'before the check')
        await startCheck(product, visit)
        await expectAccessible(product, 'identity check')
        await passIdentityCheck(product, visit)
        await expectAccessible(product, 'approved')
        await complete(product, visit)
        if (isMobile) return
        await expect(
          product.getByRole('heading', { level: 1, name: t('complete.done', { provider: 'Kino Aurora' }) }),
        ).toBeVisible()
        await expectAccessible(product, 'complete')
      },
    )
  })
}
