import { SCENES } from './gallery/scenes.ts'
import { test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import {
  askAtTheCinema,
  complete,
  confirmNumber,
  expectUnlocked,
  fromLandingToRegister,
  passIdentityCheck,
  register,
} from './support/steps.ts'
import { keepTranslated } from './support/translate.ts'
import { expectWhole, isFailure, walkTranslated } from './support/translated-scene.ts'

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
