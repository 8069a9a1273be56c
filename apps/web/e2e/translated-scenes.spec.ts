import type { BrowserContext, Page } from '@playwright/test'
import type { Scene } from './gallery/scene.ts'
import { SCENES } from './gallery/scenes.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  expectUnlocked,
  fromLandingToRegister,
  passIdentityCheck,
  register,
  type Visit,
} from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { keepTranslated, textsWithCompany } from './support/translate.ts'

/** The scene shows a failure itself. */
const isFailure = ({ screen, state }: Scene): boolean =>
  state === 'something went wrong' || (screen === 'conditions' && state !== 'takes longer than usual')

/** No page of the product has failed, and each text on it is alone in its element. A page may be on its way to the next. */
const expectWhole = (context: BrowserContext, { t, world }: Pick<Visit, 't' | 'world'>): Promise<void> =>
  expect(async () => {
    for (const page of context.pages().filter((one) => one.url().startsWith(world.product))) {
      await expect(page.getByRole('heading', { level: 1, name: t('crash.heading') })).toHaveCount(0)
      expect(await textsWithCompany(page)).toEqual([])
    }
  }).toPass()

/** Comes to the scene on translated pages, and has it in the other language. */
async function walkTranslated(scene: Scene, page: Page, visit: Visit): Promise<void> {
  const shown = (await scene.open(page, visit)) ?? page
  if (isFailure(scene)) return
  await expectWhole(page.context(), visit)
  const other = visit.language === 'en' ? 'de' : 'en'
  const toOther = shown.getByRole('button', { name: other === 'de' ? 'DE – Deutsch' : 'EN – English' })
  if (!(await toOther.isVisible()) || (await shown.getByRole('dialog').isVisible())) return
  await toOther.click()
  await expect(shown.locator('html')).toHaveAttribute('lang', other)
  await expectWhole(page.context(), { ...visit, t: textsOf(other) })
}

const ROWS = [
  { language: 'en', when: 'at once', onPhone: false },
  { language: 'de', when: 'late', onPhone: true },
] as const

for (const { language, when, onPhone } of ROWS)
  test.describe(`translated ${when} (${language})`, SOAK_ONLY, () => {
    test.use({ language })
    test.beforeEach(async ({ context, isMobile, expectRefusals }) => {
      test.skip(isMobile !== onPhone, 'the other window has another language')
      expectRefusals(400, 401, 403, 404, 409, 410, 422, 429, 500, 503)
      await keepTranslated(context, when)
    })

    test('A visitor whose pages are translated goes from the cinema to the film [LANG-10]', async ({
      page,
      context,
      visit,
    }) => {
      const product = await askAtTheCinema(page, visit)
      await fromLandingToRegister(product, visit)
      await register(product, visit)
      await confirmNumber(product, visit)
      await passIdentityCheck(product, visit)
      await complete(product, visit)
      await expectUnlocked(page, visit)
      await expectWhole(context, visit)
    })

    for (const scene of SCENES.filter(
      ({ only, alone }) => alone === undefined && only !== (onPhone ? 'desktop' : 'phone'),
    ))
      test(`Translated, ${scene.screen} stays whole: ${scene.state} [LANG-10]`, async ({
        page,
        visit,
        expectCrash,
        expectOutage,
      }) => {
        if (isFailure(scene)) expectCrash()
        if (isFailure(scene) || scene.state === 'no connection') expectOutage()
        await walkTranslated(scene, page, visit)
      })
  })
