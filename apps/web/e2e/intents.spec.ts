import type { Page } from '@playwright/test'
import { toTheCheck } from './support/account.ts'
import { expect, test } from './support/fixtures.ts'
import { SOAK_ONLY } from './support/languages.ts'
import { askAtTheCinema, complete, expectUnlocked, logIn, newestCode, passIdentityCheck } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { ADDRESSES } from './support/world.ts'

const language = 'en'
const t = textsOf(language)

test(
  'INTENT-08 two tabs confirm the same request: both arrive, and the cinema hears it once',
  SOAK_ONLY,
  async ({ page, visit, isMobile }) => {
    test.skip(isMobile, 'tabs side by side are a matter of desktops')
    const product = await askAtTheCinema(page, visit)
    await toTheCheck(product, visit, new URL(product.url()).search)
    await passIdentityCheck(product, visit)

    // A duplicated tab takes the session along; so does a window that the page opens.
    const [copy] = await Promise.all([
      page.context().waitForEvent('page'),
      product.evaluate(() => void window.open(window.location.href)),
    ])
    await expect(copy.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
    // The copy was opened by a script, and closes itself soon after it has said so.
    const arrives = async (tab: Page) => {
      await complete(tab, visit)
      await expect(
        tab.getByRole('heading', { level: 1, name: t('complete.done', { provider: 'Kino Aurora' }) }),
      ).toBeVisible()
    }
    await Promise.all([arrives(product), arrives(copy)])
    await expectUnlocked(page, visit)
  },
)

test(
  'KYC-34 the identity check learns no request, and coming back leads to it: in this tab, and elsewhere after a log-in',
  SOAK_ONLY,
  async ({ page, visit, browser, isMobile }) => {
    const product = await askAtTheCinema(page, visit)
    const mintid = new URL(product.url()).searchParams.get('mintid') ?? ''
    expect(mintid).not.toBe('')
    await toTheCheck(product, visit, new URL(product.url()).search)
    expect(decodeURIComponent(product.url())).not.toContain(mintid)
    const wayBack = new URL(product.url()).searchParams.get('oi') ?? ''
    await passIdentityCheck(product, visit)
    expect(new URL(product.url()).searchParams.get('mintid')).toBe(mintid)

    const elsewhere = await (await browser.newContext({ locale: 'en-US' })).newPage()
    await elsewhere.goto(wayBack)
    await elsewhere.getByRole('link', { name: t('action.login'), exact: true }).click()
    await logIn(elsewhere, visit)
    await elsewhere.getByLabel(t('confirmCode.label')).fill(await newestCode(visit))
    await expect(elsewhere.getByRole('heading', { level: 1, name: t('approved.heading') })).toBeVisible()
    const { searchParams } = new URL(elsewhere.url())
    expect([searchParams.get('mintid'), searchParams.get('return')]).toEqual([mintid, null])
    await complete(elsewhere, visit)
    // On a phone the one tab is still where it came back to.
    if (isMobile) await page.goto(`${ADDRESSES.provider}/films/red-corridor`)
    await expectUnlocked(page, visit)
    await elsewhere.context().close()
  },
)
