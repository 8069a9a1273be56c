import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/alive.ts'
import { openShop, type Shop } from './support/shop.ts'
import { showDocument, type Visit } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { ADDRESSES } from './support/world.ts'

/** One website for all of them: connecting it takes four commands. */
test.describe.configure({ mode: 'default' })

const t = textsOf('en')
const ASKS = 'Confirm that you are 18'
const FILM = 'The film'
type Tab = 'same tab' | 'new tab'

let shop: Shop
test.beforeAll(async () => {
  shop = await openShop(ADDRESSES)
})
test.afterAll(() => shop.end())

/** From the website's button to the product: in the website's tab, or in one that is opened for it. */
async function ask(page: Page, tab: Tab): Promise<Page> {
  await expect(async () => void (await page.goto(shop.url))).toPass()
  const button = page.getByRole('button', { name: ASKS })
  if (tab === 'same tab') {
    await button.click()
    await page.waitForURL(`${ADDRESSES.product}/**`)
    return page
  }
  // As the button of the guide does on a desktop.
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.target = '_blank'
    form.rel = 'noopener'
  })
  const [product] = await Promise.all([page.context().waitForEvent('page'), button.click()])
  await product.waitForURL(`${ADDRESSES.product}/**`)
  return product
}

/** Signed in and at the identity check, with the request that the tab came with. */
async function toTheCheck(product: Page, visit: Visit): Promise<void> {
  const tokens = await account(visit)
  const { search } = new URL(product.url())
  await product.evaluate(({ access_token, refresh_token, user_id }) => {
    sessionStorage.setItem('access_token', access_token)
    sessionStorage.setItem('refresh_access_token', refresh_token)
    sessionStorage.setItem('userId', user_id)
  }, tokens)
  await product.goto(`/kyc${search}`)
  await product.waitForURL(`${ADDRESSES.identity}/**`)
}

/** Before the script is there the link leads to the website in every tab. */
async function leave(product: Page, name: string): Promise<void> {
  await untilAlive(product)
  await product.getByRole('link', { name }).click()
}

test('A visitor of the guide’s website who has proven it is back in its tab, and sees the film [RETURN-01 RETURN-03]', async ({
  page,
  visit,
}) => {
  const product = await ask(page, 'same tab')
  await toTheCheck(product, visit)
  await showDocument(product, visit)
  await product.getByRole('button', { name: t('approved.button', { provider: shop.name }) }).click()
  await product.waitForURL(`${shop.url}/back`)
  await expect(page.getByText(FILM)).toBeVisible()
})

test('A visitor who goes back from a tab of its own reads that it may be closed, and what the website learned [RETURN-01 RETURN-03]', async ({
  page,
}) => {
  // A browser that does not let the page close its tab.
  await page.context().addInitScript(() => Object.assign(window, { close: () => undefined }))
  const product = await ask(page, 'new tab')
  await leave(product, t('visit.notNow', { provider: shop.name }))
  await expect(product.getByText(t('complete.mayClose'))).toBeVisible()
  await expect(product.getByText(t('complete.nothing'))).toBeVisible()
  const back = product.getByRole('link', { name: t('complete.back', { provider: shop.name }) })
  await expect(back).toHaveAttribute('href', `${shop.url}/back`)
  await page.goto(shop.url)
  await expect(page.getByRole('button', { name: ASKS })).toBeVisible()
})

test('A tab that the website’s script opened closes itself [RETURN-01]', async ({ page }) => {
  await expect(async () => void (await page.goto(shop.url))).toPass()
  const [product] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate(() => {
      window.open('', 'age')
      const form = document.querySelector('form')
      if (form === null) throw new Error('the website asks nothing')
      form.target = 'age'
      form.submit()
    }),
  ])
  await product.waitForURL(`${ADDRESSES.product}/**`)
  await Promise.all([product.waitForEvent('close'), leave(product, t('visit.notNow', { provider: shop.name }))])
})
