import { requestForAge } from '#e2e/support/age-request.ts'
import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { keepRequest } from '#e2e/support/kept-request.ts'
import { shiftsOf, watchShifts } from '#e2e/support/shifts.ts'

test('Who asks has its place before it is known, with its logo, and a name without any space is broken [ROUTE-15 A11Y-07]', async ({
  page,
  context,
  visit,
}) => {
  await watchShifts(context)
  await page.goto(`/?mintid=${await requestForAge(visit, { accept: ['id_wallet'] })}`)
  await untilAlive(page)
  const logo = page.getByRole('main').locator('img').first()
  await expect(logo).toHaveAttribute('src', /^\/logos\/[0-9a-f]{32}\.svg$/)
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  expect(await shiftsOf(page)).toEqual([])

  let [name, domain] = ['Museum', 'museum.example']
  const asked = { kind: 'age', minimum_age: 18, accept: ['identity_check'], payment: null, live: true }
  const back = { transaction: 'AB-123', redirect_uri: 'https://kino.example/back', return: null }
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/summary', async (route) => {
    await answered
    const provider = { name, domain, logo: null }
    await route.fulfill({ json: { provider, ...asked, ...back, expires_at: '2030-01-01T00:00:00.000Z' } })
  })
  await page.evaluate(() => window.localStorage.clear())
  await keepRequest(page, 'A'.repeat(22))
  await page.goto('/')
  await expect(page).toHaveURL(/mintid=A/)
  const heading = page.getByRole('heading', { level: 1 })
  const before = await heading.boundingBox()
  answer()
  await expect(page.getByText(domain)).toBeVisible()
  expect(await heading.boundingBox()).toEqual(before)

  name = 'W'.repeat(60)
  domain = `${'w'.repeat(60)}.example`
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/')
  await expect(page.getByText(name).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
