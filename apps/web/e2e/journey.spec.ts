import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE, PHONE_ONLY, windowFor } from './support/languages.ts'
import { APP_WORDS } from './support/sandbox-app.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  expectUnlocked,
  fromLandingToRegister,
  GOOD_PIN,
  newestCode,
  passIdentityCheck,
  register,
  showDocument,
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

test(
  'A newcomer answers in the app on the same phone, from the cinema to the film [GEN-01 APP-14 RETURN-05]',
  PHONE_ONLY,
  async ({ page, visit, t }) => {
    const { world, number, language } = visit
    const words = APP_WORDS[language]
    const tab = await askAtTheCinema(page, visit)
    await tab.getByRole('link', { name: t('landing.app') }).click()
    await tab.getByRole('link', { name: words.newHere }).click()
    await tab.getByLabel(words.number).fill(number)
    await tab.getByLabel('PIN', { exact: true }).fill(GOOD_PIN)
    await tab.getByLabel(words.pinAgain).fill(GOOD_PIN)
    await tab.getByRole('checkbox').first().check()
    await tab.getByRole('button', { name: words.create }).click()
    await tab.waitForURL(`${world.phone}/app/code`)
    await tab.getByLabel(words.code).fill(await newestCode(visit))
    await tab.getByRole('button', { name: words.confirm, exact: true }).click()
    const [check] = await Promise.all([
      page.context().waitForEvent('page'),
      tab.getByRole('link', { name: words.toCheck }).click(),
    ])
    await showDocument(check, visit)
    await expect(check.getByRole('heading', { level: 1, name: t('complete.toApp') })).toBeVisible()
    await expect(check.getByRole('link', { name: t('action.login') })).toHaveCount(0)
    await check.close()
    await tab.getByRole('button', { name: words.confirm, exact: true }).click()
    await expectUnlocked(page, visit)
  },
)
