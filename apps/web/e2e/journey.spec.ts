import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE, windowFor } from './support/languages.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  expectUnlocked,
  fromLandingToRegister,
  passIdentityCheck,
  register,
} from './support/steps.ts'
import { ADDRESSES } from './support/world.ts'

for (const language of ONE_LANGUAGE) {
  test.describe(`the first visit (${language})`, () => {
    test.use({ language })

    test(
      'A visitor goes from the cinema to the film [GEN-01 GEN-04]',
      windowFor(language),
      async ({ page, visit, t, isMobile }) => {
        const product = await askAtTheCinema(page, visit)
        await expect(product.getByText(t('landing.asks', { provider: 'Kino Aurora' }))).toBeVisible()
        const mintid = new URL(product.url()).searchParams.get('mintid')
        const footer = product.getByRole('contentinfo')
        await expect(footer).toContainText(`© ${new Date().getFullYear()} Avouch`)
        await expect(footer).toContainText(/[2-9A-Z]{4}-[2-9A-Z]{4}/)
        const [id = ''] = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec((await footer.textContent()) ?? '') ?? []
        const label = footer.getByText(t('layout.transaction', { transaction: id }), { exact: true })
        await expect(label).toBeVisible()

        await fromLandingToRegister(product, visit)
        await register(product, visit)
        await expect(product.getByText(t('registration.success'), { exact: true })).toBeVisible()
        await confirmNumber(product, visit)
        await passIdentityCheck(product, visit)
        await expect(label).toBeVisible()
        const search = new URL(product.url()).searchParams
        expect([search.get('mintid'), search.get('mobile')]).toEqual([mintid, String(isMobile)])

        await complete(product, visit)
        if (isMobile) await product.waitForURL(`${ADDRESSES.provider}/**`)
        else
          await expect(
            product.getByRole('heading', { level: 1, name: t('complete.done', { provider: 'Kino Aurora' }) }),
          ).toBeVisible()
        await expectUnlocked(page, visit)
      },
    )
  })
}
