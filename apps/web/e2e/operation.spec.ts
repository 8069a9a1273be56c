import { expect, test } from './support/fixtures.ts'
import { IS_SOAK, SOAK_ONLY } from './support/languages.ts'
import { ownProduct } from './support/own-product.ts'
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

// It starts a product of its own, again and again; what it proves does not depend on the window.
test.slow()

test(
  'Killed in the middle of the journey and started again, the visitor goes on where the screen was [OPS-03]',
  SOAK_ONLY,
  async ({ page, visit, expectOutage }) => {
    expectOutage()
    const product = await ownProduct()
    const here: Visit = { ...visit, world: product.addresses }
    const restarted = async () => {
      await product.kill()
      await product.start()
    }
    try {
      await product.start()
      const tab = await askAtTheCinema(page, here)
      await fromLandingToRegister(tab, here)
      await register(tab, here)
      await restarted()
      await confirmNumber(tab, here)
      if (IS_SOAK) await restarted()
      await passIdentityCheck(tab, here)
      if (IS_SOAK) await restarted()
      await complete(tab, here)
      await expect(
        tab.getByRole('heading', { level: 1, name: here.t('complete.done', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
      // That no event is lost then is proven with the server alone, after every commit.
      if (IS_SOAK) await restarted()
      // The cinema may be told again only after a few growing waits.
      await expectUnlocked(page, here, 60_000)
    } finally {
      await page.close()
      await product.remove()
    }
  },
)
