import { expect, test } from './support/fixtures.ts'
import { requestForAge } from './support/age-request.ts'
import { EVERY_LANGUAGE } from './support/languages.ts'

for (const language of EVERY_LANGUAGE)
  test.describe(`an address as it was passed on (${language})`, () => {
    test.use({ language })

    test('ROUTE-20 page, address bar and calls read it as it was meant', async ({ page, visit, t }) => {
      const code = await requestForAge(visit, { minimum_age: 18 })
      const asks = page.getByRole('heading', { level: 1, name: t('landing.heading') })
      for (const [given, meant] of [
        [`/?mintid=${code}%20.`, ''],
        [`/?mintid=%3C${code}%3E`, ''],
        [`/?mintid=${code}?mobile=true`, '&mobile=true'],
        [`/?mintid=${code}&amp;mobile=True`, '&mobile=true'],
        [`/?MintId=${code}&mobile=yes`, '&mobile=true'],
        [`/?mintid=&mintid=${code}\u200b`, ''],
      ] as const) {
        await page.goto(given)
        await expect(asks).toBeVisible()
        await expect(page).toHaveURL(new RegExp(`/\\?mintid=${code}${meant === '' ? '&mobile=false' : meant}$`))
      }
    })

    test('ROUTE-20 INTENT-06 a code that is none says that the address is incomplete', async ({
      page,
      t,
      expectRefusals,
      isMobile,
    }) => {
      for (const code of ['Ab3dEf6hIj', 'Ab3d%20Ef6h', '%E2%80%A6', 'x'.repeat(129)]) {
        await page.goto(`/?mintid=${code}`)
        await expect(page.getByRole('heading', { level: 1, name: t('landing.intentGone') })).toBeVisible()
        await expect(page.getByText(t('landing.incomplete'))).toBeVisible()
        await expect(page.getByRole('link', { name: t('action.home') })).toBeVisible()
      }
      if (isMobile) return
      expectRefusals(400)
      await page.goto('/verify-age/app?mintid=Ab3dEf6hIj')
      await expect(page.getByText(t('landing.incomplete'))).toBeVisible()
    })
  })

test('ROUTE-20 LANG-04 a language is read from the tags of any program', async ({ page }) => {
  for (const [tag, lang] of [
    ['de_DE', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['en_US.UTF-8', 'en'],
    ['%22de%22', 'de'],
  ] as const)
    for (const path of ['/', '/auth/login']) {
      await page.goto(`${path}?LNG=${tag}`)
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
    }
})

test('GEN-12 every site of ours has the icons that browsers ask for by themselves', async ({ request, visit }) => {
  for (const url of Object.values(visit.world)) {
    const get = async (path: string) => {
      const answer = await request.get(`${url}${path}`)
      expect(answer.status(), `${url}${path}`).toBe(200)
      return await answer.body()
    }
    expect((await get('/favicon.ico')).subarray(0, 4), url).toEqual(Buffer.from([0, 0, 1, 0]))
    const png = await get('/apple-touch-icon.png')
    expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)], url).toEqual(['PNG', 180, 180])
  }
  const { phone, provider } = visit.world
  for (const page of [phone, `${phone}/app`, provider, `${provider}/wine`]) {
    const [, icon = ''] = /<link rel="icon"[^>]* href="([^"]+)"/.exec(await (await request.get(page)).text()) ?? []
    expect((await request.get(new URL(icon, page).href)).status(), `${page}: ${icon}`).toBe(200)
  }
})
