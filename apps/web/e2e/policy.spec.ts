import { expect, test } from './support/fixtures.ts'
import { plant } from './support/policy.ts'

type Told = { 'csp-report': { 'effective-directive': string; 'blocked-uri': string } }

test('What others plant in a page does not run, loads nothing, and is reported [X-15 X-16]', async ({
  page,
  visit,
  t,
  expectViolations,
}) => {
  expectViolations()
  const elsewhere: string[] = []
  const reported: string[] = []
  page.on('requestfinished', async (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin !== new URL(visit.world.product).origin) elsewhere.push(request.url())
    if (pathname !== '/csp-report') return
    const { 'csp-report': told } = request.postDataJSON() as Told
    reported.push(`${(await request.response())?.status()} ${told['effective-directive']} ${told['blocked-uri']}`)
  })
  await page.goto('/auth/login')
  await expect(page.getByRole('heading', { level: 1, name: t('login.title') })).toBeVisible()
  expect(await plant(page), 'what went through').toEqual([])
  await expect
    .poll(() => [...new Set(reported)].toSorted())
    .toEqual([
      '204 connect-src https://evil.example/planted',
      '204 img-src https://evil.example/planted.png',
      '204 require-trusted-types-for trusted-types-sink',
      '204 style-src-attr inline',
      '204 style-src-elem inline',
      '204 trusted-types trusted-types-policy',
    ])
  expect(elsewhere).toEqual([])
})
