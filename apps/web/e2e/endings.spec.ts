import type { Page } from '@playwright/test'
import { account } from './support/account.ts'
import { requestForAge } from './support/age-request.ts'
import { expect, test } from './support/fixtures.ts'
import { untilAlive } from './support/alive.ts'
import { IS_SOAK, PHONE_ONLY, SOAK_ONLY } from './support/languages.ts'
import { numberOn, phoneOf, qrCode } from './support/other-phone.ts'
import { scan } from './support/qr.ts'
import { openShop, type Shop } from './support/shop.ts'
import type { Visit } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { ADDRESSES } from './support/world.ts'

/** One website for all of them: connecting it takes four commands. */
test.describe.configure({ mode: 'default' })

const t = textsOf('en')
const ASKS = 'Confirm that you are 18'
const [FILM, REFUSED] = ['The film', 'This film is for adults.']
const TABS = ['same tab', 'new tab'] as const
type Tab = (typeof TABS)[number]

let shop: Shop
test.beforeAll(async () => {
  shop = await openShop(ADDRESSES)
})
test.afterAll(() => shop.end())

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

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

async function decide(product: Page, outcome: string): Promise<void> {
  await product.getByText('Other outcomes').click()
  await product.getByRole('button', { name: outcome }).click()
}

/** Before the script is there the link leads to the website in every tab. */
async function leave(product: Page, name: string): Promise<void> {
  await untilAlive(product)
  await product.getByRole('link', { name }).click()
}

/**
 * The visitor's act, the product's words for it, and the website's in the end. How it leads
 * back follows from the kind of tab alone: the first is looked at in both, each other one in one, and in a soak in both.
 */
const ENDINGS: readonly {
  ending: string
  tabs: readonly Tab[]
  says: string
  shows: string
  end: (product: Page, visit: Visit) => Promise<void>
}[] = [
  {
    ending: 'yes',
    tabs: TABS,
    says: t('complete.passedOn'),
    shows: FILM,
    end: async (product: Page, visit: Visit) => {
      await toTheCheck(product, visit)
      await product.getByRole('button', { name: 'Adult: approve' }).click()
      await product.getByRole('button', { name: t('approved.button', { provider: shop.name }) }).click()
    },
  },
  {
    ending: 'no',
    tabs: ['same tab'],
    says: t('complete.nothing'),
    shows: ASKS,
    end: async (product: Page, visit: Visit) => {
      await toTheCheck(product, visit)
      await decide(product, 'Expired')
      await expect(heading(product, t('denied.title'))).toBeVisible()
      await leave(product, t('visit.notNow', { provider: shop.name }))
    },
  },
  {
    ending: 'under age',
    tabs: ['new tab'],
    says: t('complete.refused'),
    shows: REFUSED,
    end: async (product: Page, visit: Visit) => {
      await toTheCheck(product, visit)
      await decide(product, 'Under 18')
      await expect(heading(product, t('underage.title'))).toBeVisible()
      await leave(product, t('complete.back', { provider: shop.name }))
    },
  },
  {
    ending: 'not now',
    tabs: ['same tab'],
    says: t('complete.nothing'),
    shows: ASKS,
    end: async (product: Page) => {
      await leave(product, t('visit.notNow', { provider: shop.name }))
    },
  },
]

for (const tab of TABS) {
  for (const { ending, says, shows, end } of ENDINGS.filter(({ tabs }) => IS_SOAK || tabs.includes(tab))) {
    test(
      `RETURN-01 RETURN-02 RETURN-03 a visitor of the guide’s website goes back to it: ${ending}, ${tab}`,
      // The window decides where the check runs and how the last page looks, for each ending alike.
      ending === 'yes' && tab === 'same tab' ? PHONE_ONLY : {},
      async ({ page, visit }) => {
        // A browser that does not let the page close its tab.
        await page.context().addInitScript(() => Object.assign(window, { close: () => undefined }))
        const product = await ask(page, tab)
        await end(product, visit)
        if (tab === 'same tab') {
          await product.waitForURL(`${shop.url}/back`)
        } else {
          await expect(product.getByText(t('complete.mayClose'))).toBeVisible()
          await expect(product.getByText(says)).toBeVisible()
          // A tick for a yes, and nothing that turns for ever.
          await expect(product.locator('main [data-art=seal]')).toHaveCount(ending === 'yes' ? 1 : 0)
          await expect(product.locator('main').getByRole('status')).toHaveCount(0)
          const back = product.getByRole('link', { name: t('complete.back', { provider: shop.name }) })
          await expect(back).toHaveAttribute('href', `${shop.url}/back`)
        }
        await expect(async () => {
          await page.goto(shop.url)
          await expect(page.getByText(shows)).toBeVisible({ timeout: 500 })
        }).toPass()
      },
    )
  }
}

for (const tab of TABS)
  test(
    `RETURN-01 RETURN-03 APP-08 a visitor who answers by the app on another device goes back: ${tab}`,
    SOAK_ONLY,
    async ({ page, browser, visit, isMobile }) => {
      test.skip(isMobile, 'on a phone the app is there, and no code is shown')
      const product = await ask(page, tab)
      await product.getByRole('link', { name: t('landing.app') }).click()
      await expect(qrCode(product, visit)).toBeVisible()
      const url = (await scan(qrCode(product, visit).locator('..'))) ?? ''
      const phone = await phoneOf(browser, visit)
      await phone.claim(url)
      const mintid = String((await phone.pick(url, await numberOn(product))).body['mintid'])
      await phone.prove(mintid)
      await expect.poll(async () => (await phone.confirm(mintid)).status).toBe(200)
      await expect(product.getByText(t('complete.passedOn'))).toBeVisible()
      // Not a step of a sign-in was made here, and the request is not what the next visit begins with.
      await expect(product.getByRole('list', { name: t('step.label') })).toHaveCount(0)
      expect(await product.evaluate(() => localStorage.getItem('verification'))).not.toContain(mintid)
      if (tab === 'same tab') {
        await product.waitForURL(`${shop.url}/back`)
        await expect(product.getByText(FILM)).toBeVisible()
      } else {
        await expect(product.getByText(t('complete.mayClose'))).toBeVisible()
        await expect(product.locator('main [data-art=seal]')).toBeVisible()
      }
      await phone.close()
    },
  )

test('ROUTE-13 RETURN-03 the last page, opened by hand before there is an answer, stays where it is', async ({
  page,
  visit,
}) => {
  const product = await ask(page, 'same tab')
  const { search } = new URL(product.url())
  await product.goto(`/complete-process${search}`)
  await expect(heading(product, t('complete.openTitle'))).toBeVisible()
  await expect(product.getByText(t('complete.openLogin'))).toBeVisible()
  await expect(product.getByRole('list', { name: t('step.label') })).toHaveCount(0)
  await product.getByRole('link', { name: t('action.login'), exact: true }).click()
  await expect(heading(product, t('login.title'))).toBeVisible()
  expect(new URL(product.url()).search).toBe(search)

  await toTheCheck(product, visit)
  await product.goto(`/complete-process${search}`)
  await expect(product.getByText(t('complete.openText'))).toBeVisible()
  const step = product.getByRole('list', { name: t('step.label') }).locator('[aria-current=step]')
  await expect(step).toHaveText(t('step.document'))
  await product.getByRole('link', { name: t('complete.back', { provider: shop.name }) }).click()
  await product.waitForURL(`${shop.url}/back`)
  await expect(product.getByText(ASKS)).toBeVisible()
})

test('ROUTE-13 KYC-40 who comes back from a check without a session and without a website reads where it goes on, and may log in', async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/kyc-check-result')
  await untilAlive(page)
  await page.clock.runFor(4_000)
  await expect(page).toHaveURL(/\/complete-process/)
  await expect(page.getByText(t('complete.elsewhere'))).toBeVisible()
  await page.clock.runFor(6_000)
  await expect(page.locator('main').getByRole('status')).toHaveCount(0)
  await page.getByRole('link', { name: t('action.login'), exact: true }).click()
  await expect(heading(page, t('login.title'))).toBeVisible()
})

test('ROUTE-13 RETURN-02 a tab that an app opened has a button back to the app, and ends its words where no app answers', async ({
  page,
  visit,
}) => {
  const mintid = await requestForAge(visit, {})
  await page.route('**/complete-process?*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/(?<=redirect_uri&quot;:&quot;)[^&]*/, 'kino://back')
    await route.fulfill({ response: answer, body })
  })
  await page.clock.install()
  await page.goto(`/favicon.svg`)
  await page.evaluate((id) => sessionStorage.setItem('passed_on', `${id} yes`), mintid)
  await page.goto(`/complete-process?mintid=${mintid}`)
  const back = page.getByRole('link', { name: t('complete.back', { provider: 'Kino Aurora' }) })
  await expect(back).toHaveAttribute('href', 'kino://back')
  await expect(page.getByText(t('complete.goesOn'))).toBeVisible()
  await page.clock.runFor(8_000)
  await expect(heading(page, t('complete.done', { provider: 'Kino Aurora' }))).toBeVisible()
  await expect(page.getByText(t('complete.press'))).toBeVisible()
  await expect(page.getByText(t('complete.mayClose'))).toHaveCount(0)
  await expect(page.locator('main').getByRole('status')).toHaveCount(0)
  await expect(back).toBeVisible()
})

test('RETURN-01 a tab that the website’s script opened closes itself', async ({ page }) => {
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
