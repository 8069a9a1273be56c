import { expect, test } from './support/fixtures.ts'
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

// Each of these brings up a product of its own; what they prove does not depend on the window.
test.describe.configure({ mode: 'serial' })
test.slow()

test('OPS-03 killed in the middle of the journey and started again, the visitor goes on where the screen was', async ({
  page,
  visit,
  expectOutage,
}) => {
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
    await restarted()
    await passIdentityCheck(tab, here)
    await restarted()
    await complete(tab, here)
    await expect(tab.getByRole('heading', { level: 1, name: here.t('complete.heading') })).toBeVisible()
    await restarted()
    // The cinema may be told again only after a few growing waits.
    await expectUnlocked(page, here, 60_000)
  } finally {
    await page.close()
    await product.remove()
  }
})

test('OPS-06 the same journey on a PostgreSQL server', async ({ page, visit }) => {
  const url = process.env['TEST_DATABASE_URL']
  expect(url, 'npm test starts a server').toBeDefined()
  const product = await ownProduct({ DATABASE_URL: url ?? '' })
  const here: Visit = { ...visit, world: product.addresses }
  try {
    await product.start()
    const tab = await askAtTheCinema(page, here)
    await fromLandingToRegister(tab, here)
    await register(tab, here)
    await confirmNumber(tab, here)
    await passIdentityCheck(tab, here)
    await complete(tab, here)
    await expectUnlocked(page, here)
  } finally {
    await page.close()
    await product.remove()
  }
})
