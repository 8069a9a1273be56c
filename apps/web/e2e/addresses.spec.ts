import { expect, test } from './support/fixtures.ts'
import { requestForAge } from './support/age-request.ts'
import { textsOf } from './support/texts.ts'

test('Page and address bar read an address as it was meant, however it was passed on [ROUTE-20 LANG-04 INTENT-06]', async ({
  page,
  visit,
}) => {
  const t = textsOf('de')
  const code = await requestForAge(visit, { minimum_age: 18 })
  await page.goto(`/?MintId=%3C${code}%3E&amp;mobile=True&LNG=de_DE`)
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/\\?mintid=${code}&mobile=true&lng=de$`))
  await page.goto('/?mintid=Ab3d%20Ef6h')
  await expect(page.getByText(t('landing.incomplete'))).toBeVisible()
})

test('Every site of ours has the icons that browsers ask for by themselves [GEN-12]', async ({ request, visit }) => {
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
