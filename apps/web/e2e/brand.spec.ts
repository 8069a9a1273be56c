import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { askedOn } from './support/consent.ts'
import { expect, test } from './support/fixtures.ts'
import { ONE_LANGUAGE } from './support/languages.ts'
import { type OwnProduct, ownProduct } from './support/own-product.ts'
import { fromLandingToRegister, register, type Visit } from './support/steps.ts'
import { textsOf } from './support/texts.ts'
import { smsTo } from './support/world.ts'

const BRAND_FILE = join(import.meta.dirname, 'brand', 'brand.json')
const SAID = {
  en: {
    heading: 'Old enough? Prove it with Proovio',
    sms: /^[0-9]{6} is your Proovio code\./,
    imprint: 'https://proovio.example/imprint',
    faq: '/en/faq',
  },
  de: {
    heading: 'Alt genug? Zeig es mit Proovio',
    sms: /^[0-9]{6} ist dein Proovio-Code\./,
    imprint: 'https://proovio.example/impressum',
    faq: '/de/faq',
  },
} as const
const PAPER = { light: 'rgb(251, 250, 255)', dark: 'rgb(20, 16, 31)' }
const BRAND = { light: 'rgb(91, 33, 182)', dark: 'rgb(196, 167, 255)' }

/** Another brand and the embedded database: one product serves both. The other tests' product is on a database server. */
let product: OwnProduct
test.describe.configure({ mode: 'serial' })
test.slow()
test.beforeAll(async () => {
  // Without a tracker, as a brand may choose.
  product = await ownProduct({ BRAND_FILE, ANALYTICS_URL: '', DATABASE_URL: '' })
  await product.start()
})
test.afterAll(() => product.remove())

/** Which picture is shown, whole, in its own proportions, and without the name beside it. */
async function logoOf(page: Page, { t }: Visit): Promise<string> {
  const home = page.getByRole('link', { name: t('layout.home'), exact: true })
  await expect(home).toHaveText('')
  const shown = () =>
    home.locator('img').evaluate((img: HTMLImageElement) => ({
      file: new URL(img.currentSrc || img.src).pathname,
      loaded: img.complete && img.naturalWidth > 0,
      ratio: img.width / img.height,
    }))
  let picture = await shown()
  await expect.poll(async () => (picture = await shown()).loaded).toBe(true)
  expect(picture.ratio).toBeCloseTo(140 / 36, 1)
  return picture.file
}

for (const language of ONE_LANGUAGE)
  test.describe(language, () => {
    test.use({ language, colorScheme: 'light', consent: 'unasked' })

    test('Another brand on the embedded database is seen on every page, in its own words and colours, and in the SMS; nothing is asked [GEN-12 CONSENT-06 OPS-05]', async ({
      page,
      visit,
    }) => {
      const t = textsOf(language, { product: 'Proovio' })
      const here: Visit = { ...visit, t, world: product.addresses }
      const { heading, sms, imprint, faq } = SAID[language]
      const asked = { accept: 'text/html', 'accept-language': language, cookie: '' }
      const served = await (await visit.request.get(product.addresses.product, { headers: asked })).text()
      expect(served).toContain(`>${heading}</h1>`)
      expect(served).not.toContain('Avouch')

      await page.goto(product.addresses.product)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
      await expect(page).toHaveTitle(`${t('landing.title')} – Proovio`)
      await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', /^\/brand\//)
      const footer = page.getByRole('contentinfo')
      await expect(footer).toContainText('Proovio GmbH')
      await expect(footer.getByRole('link', { name: t('layout.imprint') })).toHaveAttribute('href', imprint)
      await expect(footer.getByRole('link', { name: t('layout.faq') })).toHaveAttribute('href', faq)
      await page.waitForLoadState('networkidle')
      await expect(footer.getByRole('button', { name: t('layout.cookies') })).toHaveCount(0)
      await expect(askedOn(page, language).banner).toHaveCount(0)
      expect(await page.context().cookies()).toEqual([])

      let picture = ''
      for (const scheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: scheme })
        await expect.poll(() => logoOf(page, here)).not.toBe(picture)
        picture = await logoOf(page, here)
        await expect(page.locator('body')).toHaveCSS('background-color', PAPER[scheme])
        const start = page.getByRole('link', { name: t('landing.web') })
        await expect(start).toHaveCSS('background-color', BRAND[scheme])
        await expectAccessible(page, `landing, ${scheme}`)
      }
      await fromLandingToRegister(page, here)
      await expect(page).toHaveTitle(`${t('register.title')} – Proovio`)
      await expectAccessible(page, 'register, dark')
      await register(page, here)
      expect((await smsTo(page.request, here.world.phone, here.number)).at(-1)).toMatch(sms)
      await page.goto(`${product.addresses.product}/auth/login`)
      await page.emulateMedia({ colorScheme: 'light' })
      await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
      await expectAccessible(page, 'login, light')
      await expect(page.locator('body')).not.toContainText('Avouch')
      // A command beside the product that has the embedded database open.
      expect(await product.operate('provider', 'list')).toContain('kino-aurora')
    })
  })
