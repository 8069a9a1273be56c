import { devices } from '@playwright/test'
import { SCENES } from './gallery/scenes.ts'
import { test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { operate } from './support/operator.ts'
import { keepTranslated } from './support/translate.ts'
import { walkTranslated } from './support/translated-scene.ts'

const { isMobile, hasTouch, viewport, userAgent } = devices['Pixel 7']

test.describe('translated alone', SOAK_ONLY, () => {
  for (const scene of SCENES.filter(({ alone }) => alone))
    test.describe(scene.only ?? 'desktop', () => {
      test.use(scene.only === 'phone' ? { isMobile, hasTouch, viewport, userAgent } : {})

      test(`Translated, ${scene.screen} stays whole: ${scene.state} [LANG-10]`, async ({
        page,
        context,
        visit,
        expectRefusals,
      }) => {
        expectRefusals(404, 410)
        await keepTranslated(context, 'at once')
        await walkTranslated(scene, page, visit)
      })
    })

  test.afterEach(async () => {
    await operate('switch', 'set', 'maintenance', '0')
    await operate('switch', 'set', 'broadcast', '0')
  })
})
