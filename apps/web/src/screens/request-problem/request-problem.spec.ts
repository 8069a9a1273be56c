import { untilAlive } from '#e2e/support/alive.ts'
import { expect, test } from '#e2e/support/fixtures.ts'
import { textsOf } from '#e2e/support/texts.ts'

const t = textsOf('en')
const REFUSED = '/oidc/auth?client_id=unknown'

test('ROUTE-17 a request that can’t be continued leads back to the page it came from, to the start and to support', async ({
  page,
  visit,
}) => {
  const { world } = visit
  await page.goto(`${world.provider}/wine`)
  await page.evaluate((address) => window.location.assign(address), `${world.product}${REFUSED}`)
  await page.waitForURL(`${world.product}/request-problem?problem=client`)
  await untilAlive(page)
  const support = page.getByRole('link', { name: t('requestProblem.support') })
  await expect(support).toHaveAttribute('href', '/en/support')
  await page.getByRole('button', { name: t('complete.backNoProvider') }).click()
  await page.waitForURL(`${world.provider}/wine`)

  await page.goForward()
  await page.getByRole('link', { name: t('action.home') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('landing.heading') })).toBeVisible()
})

test('ROUTE-17 in a tab of its own it says that the tab can be closed', async ({ page, visit }) => {
  await page.goto(`${visit.world.provider}/wine`)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.evaluate((address) => void window.open(address, '_blank', 'noopener'), `${visit.world.product}${REFUSED}`),
  ])
  await untilAlive(tab)
  await expect(tab.getByText(t('complete.mayClose'))).toBeVisible()
  await expect(tab.getByRole('button', { name: t('complete.backNoProvider') })).toHaveCount(0)
})

test('VP-18 a tablet that says it is a desktop is offered the app; an address without a code offers nothing', async ({
  page,
}) => {
  const here = page.getByRole('link', { name: t('requestProblem.here') })
  await page.goto('/request-problem?problem=phone&code=AAAAAAAAAAAAAAAAAAAAAA')
  await untilAlive(page)
  await expect(here).toHaveAttribute('href', '/w/AAAAAAAAAAAAAAAAAAAAAA?here')
  await page.goto('/request-problem?problem=phone')
  await untilAlive(page)
  await expect(here).toHaveCount(0)
})
